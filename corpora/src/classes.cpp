// classes.cpp - C++: classes, templates, exceptions, COMDATs, lambdas, RTTI, dynamic initialization
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace std {
class type_info;
}

namespace shop {

class Item {
public:
    explicit Item(int price) : price_(price) { ++count; }
    virtual ~Item();
    virtual int price() const { return price_; }
    virtual const char *name() const = 0;
    static int count;

protected:
    int price_;
};

struct Labelled {
    virtual const char *label() const;
    const char *text = "unlabelled";
};

class Book : public Item, public virtual Labelled {
public:
    Book(int price, int pages) : Item(price), pages_(pages) {}
    ~Book() override;
    const char *name() const override { return "book"; }
    const char *label() const override { return text; }
    int price() const override;

private:
    int pages_;
};

class Tape final : public Item {
public:
    using Item::Item;
    const char *name() const override { return "tape"; }
};

template <typename T, int N> class Ring {
public:
    void push(const T &v) { data_[next_++ % N] = v; }
    T sum() const
    {
        T total{};
        for (const T &v : data_)
            total += v;
        return total;
    }
    template <typename F> void each(F f)
    {
        for (T &v : data_)
            f(v);
    }

private:
    T data_[N] = {};
    unsigned next_ = 0;
};

template <typename... Ts> int count_all(Ts... values)
{
    int total = 0;
    int unused[] = {(total += static_cast<int>(values))...};
    return total + static_cast<int>(sizeof(unused) / sizeof(int));
}

struct Error {
    int code;
    const char *what;
};

struct Guard {
    int &depth;
    explicit Guard(int &d) : depth(d) { ++depth; }
    ~Guard() { --depth; }
};

int Item::count;
Item::~Item() { --count; }
Book::~Book() = default;
const char *Labelled::label() const { return text; }
int Book::price() const { return price_ + pages_ / 10; }

thread_local Ring<int, 4> recent;
Ring<double, 8> totals;
static Book shelf(12, 320);

enum class Level : unsigned char { low, middle, high = 200 };

inline int levels(Level l)
{
    static int seen = static_cast<int>(l) + Item::count;
    return ++seen;
}

int open_item(Item *item, int depth)
{
    Guard guard(depth);
    if (!item)
        throw Error{depth, "no item"};
    if (item->price() < 0)
        throw depth;
    return item->price();
}

int try_all(Item **items, int n) noexcept
{
    int failed = 0;
    for (int i = 0; i < n; i++) {
        try {
            recent.push(open_item(items[i], i));
        } catch (const Error &e) {
            failed += e.code;
        } catch (int code) {
            failed -= code;
        } catch (...) {
            try {
                totals.push(failed);
                throw;
            } catch (Error *) {
                return -1;
            }
        }
    }
    return failed;
}

Item *make(int kind)
{
    if (kind == 1)
        return new Book(10, 100);
    if (kind == 2)
        return new Tape(3);
    return nullptr;
}

bool is_book(Item *item)
{
    return dynamic_cast<Book *>(item) != nullptr;
}

int member_pointers(Book &b)
{
    int (Item::*method)() const = &Item::price;
    const char *Labelled::*field = &Labelled::text;
    return (b.*method)() + (b.*field ? 1 : 0);
}

int lambdas(int base)
{
    int total = 0;
    totals.each([&total, base](double &v) { total += base + static_cast<int>(v); });
    auto generic = [](auto a, auto b) { return a + b; };
    return total + generic(1, 2) + static_cast<int>(generic(1.5, 2.5f));
}

} // namespace shop

extern "C" int run(int n)
{
    shop::Item *items[3] = {shop::make(1), shop::make(n), nullptr};
    int result = shop::try_all(items, 3) + shop::levels(shop::Level::high) + shop::count_all(1, 2.5, 'c', 4L);
    for (auto *item : items)
        delete item;
    return result + shop::lambdas(n) + shop::is_book(items[0]) + shop::recent.sum();
}

template class shop::Ring<unsigned char, 3>;
