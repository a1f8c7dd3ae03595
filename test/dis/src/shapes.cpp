// shapes.cpp - C++ for compilers: classes, templates, exceptions, lambdas, thread-local objects, type information
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
namespace std {
class type_info;
struct nothrow_t {};
} // namespace std
using size = decltype(sizeof 0);
void *operator new(size, void *p) noexcept { return p; }
extern "C" int puts(const char *);

namespace shapes {
inline namespace v1 {
struct Point {
    int x = 0, y = 0;
    constexpr Point(int x, int y) : x(x), y(y) {}
    friend Point operator+(const Point &a, const Point &b) { return {a.x + b.x, a.y + b.y}; }
    auto operator<=>(const Point &) const = delete;
    static const int dimensions = 2;
    static Point origin;
};
Point Point::origin{0, 0};
} // namespace v1

class Shape {
public:
    explicit Shape(const char *name) : name_(name) {}
    virtual ~Shape();
    virtual double area() const = 0;
    virtual void move(Point by) { at_ = at_ + by; }
    Shape(const Shape &) = default;
    Shape &operator=(Shape &&) noexcept = default;

protected:
    Point at_{1, 2};
    const char *name_;
    mutable unsigned long uses_ : 5 = 3;
};
Shape::~Shape() { puts(name_); }

struct Tagged {
    virtual int tag() volatile { return 7; }
    int Tagged::*member = nullptr;
    int value = 1;
};

class Circle final : public Shape, virtual public Tagged {
    double r_;

public:
    Circle(double r) : Shape("circle"), r_(r) {}
    double area() const override { return 3.14159 * r_ * r_; }
    int tag() volatile override { return 8; }
    ~Circle() override = default;
};
} // namespace shapes

template <typename T, int N = 3, template <typename> class... Cs> struct Array {
    T items[N];
    T &operator[](int i) & { return items[i]; }
    const T &operator[](int i) const & { return items[i]; }
    template <typename F> T fold(F f, T start = T()) const {
        for (const T &t : items)
            start = f(start, t);
        return start;
    }
};
template <typename T> constexpr T pi = T(3.25);
template <> struct Array<bool, 1> {
    unsigned char packed;
};
template <typename... Ts> int count(Ts &&...ts) { return (0 + ... + int(ts)); }
template struct Array<long, 2>;

enum class Mode : unsigned char { off, on = 200 };
union Value {
    int i;
    float f;
    ~Value() {}
};

struct Error {
    int code;
    ~Error() noexcept(false);
};
struct Guard {
    int *p;
    ~Guard() { --*p; }
};

void may_throw(int) noexcept(false);
void no_throw(int) noexcept;

int tries(int n) {
    Guard g{&n};
    try {
        Guard h{&n};
        may_throw(n);
        if (n == 3)
            throw Error{n};
    } catch (const Error &e) {
        return e.code;
    } catch (int i) {
        throw;
    } catch (...) {
        no_throw(2);
    }
    return n;
}
int handler(int n) try { return tries(n); } catch (Error *) {
    return -1;
}

thread_local shapes::Point where{tries(1), 2};
static shapes::Circle unit{1.0};
int plus(int a, int b) { return a + b; }
int (*volatile pointer)(int, int) = plus;
int Array<int>::*no_member;
double (shapes::Shape::*method)() const = &shapes::Shape::area;

int uses(Mode m, Value &v, int n) {
    static Array<int> local{{1, tries(2), 3}};
    int captured = n;
    auto add = [captured, &n](auto a, auto b) mutable { return a + b + captured++ + n; };
    int total = local.fold(add, 5) + count(1, 2.5, 'c') + int(pi<double>);
    if (m == Mode::on)
        total += v.i;
    shapes::Shape *s = new shapes::Circle(2.0);
    if (auto *c = dynamic_cast<shapes::Circle *>(s))
        total += c->tag() + int((c->*method)());
    s->move(where);
    delete s;
    int *array = new int[n]{1, 2};
    delete[] array;
    goto out;
out:
    return total + (local[1] << 1);
}

extern "C" {
[[noreturn]] void die();
[[gnu::weak]] int weak_function([[maybe_unused]] int n) { return pointer(n, shapes::Point::dimensions); }
}
int reference(int &&r, const volatile long &l, decltype(nullptr)) { return r + static_cast<int>(l); }
namespace {
struct Hidden {
    Hidden *next;
} *head;
int internal(Hidden *h) { return h ? internal(h->next) + 1 : 0; }
} // namespace
using namespace shapes;
using shapes::Tagged;
namespace short_name = shapes;
int length() { return internal(head) + short_name::Point::origin.x; }
inline int inline_variable = plus(1, 2);
int take() { return inline_variable; }
