/* records.c - C for compilers: records, bit-fields, unions, switches, arrays, arguments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
typedef unsigned long size;
typedef __builtin_va_list va_list;

enum colour {
    RED = -1,
    GREEN,
    BLUE = 7
};

struct bits {
    unsigned a : 3;
    int b : 7;
    unsigned : 0;
    unsigned long long c : 40;
    _Bool d : 1;
};

struct node {
    struct node *next;
    union {
        double number;
        char text[12];
        struct {
            short x, y;
        };
    };
    enum colour colour;
    struct bits bits;
    int (*visit)(struct node *, void *);
    char rest[];
};

struct __attribute__((packed, aligned(2))) packed {
    char c;
    long l;
};

const char *const names[] = {"red\n", "gr\"een", "\\blue\001\xff", "", "\303\251"};
static const double table[4] = {1.0, 0.1, -0.0, 1e300};
float floats[3] = {3.14f, __builtin_inff(), __builtin_nanf("")};
long double wide = 1.25L;
int matrix[2][3] = {[1] = {1, 2, 3}};
struct bits constant_bits = {5, -3, 1ull << 39, 1};
struct packed packed_value = {'x', 12345678901L};
static int counter;
int *const where = &counter;
extern int elsewhere[] __attribute__((weak));
int common_value __attribute__((section("my section"), aligned(64)));
_Thread_local int per_thread = 4;
static _Thread_local long per_thread_static __attribute__((tls_model("initial-exec")));

extern int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
extern void *malloc(size) __attribute__((malloc, alloc_size(1)));
extern void stop(void) __attribute__((noreturn, cold));

static inline int square(int x)
{
    return x * x;
}

__attribute__((noinline)) static int classify(struct node *n, void *data)
{
    switch (n->colour) {
    case RED: return square((int)n->number) + counter;
    case GREEN:
        n->bits.a = (unsigned)n->bits.b;
        n->bits.c += 3;
        return n->bits.d;
    case BLUE: counter++; return *(int *)data;
    }
    return names[2][n->x & 7];
}

struct node walk(struct node *list, int limit)
{
    struct node last = {0};
    for (struct node *n = list; n && limit-- > 0; n = n->next) {
        int (*f)(struct node *, void *) = n->visit ? n->visit : classify;
        if (f(n, &limit) < 0)
            continue;
        last = *n;
    }
    return last;
}

int sum(int n, ...)
{
    va_list ap;
    int total = 0;
    __builtin_va_start(ap, n);
    while (n-- > 0)
        total += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return total;
}

int arrays(int n, int m, int a[n][m])
{
    int copy[n];
    for (int i = 0; i < n; i++) {
        copy[i] = 0;
        for (int j = 0; j < m; j++)
            copy[i] += a[i][j];
    }
    return printf("%d %s\n", copy[n - 1], names[1]);
}

void *jump(int op, void *p)
{
    static void *const labels[] = {&&add, &&sub, &&done};
    goto *labels[op];
add:
    p = (char *)p + 1;
    goto *labels[(op + 1) % 3];
sub:
    p = (char *)p - 8;
done:
    return p;
}

double mix(float f, double d, long double l, _Bool b, unsigned char c, __int128 big)
{
    if (b && d > f)
        return (double)(l * (long double)big);
    return __builtin_fma(d, f, c) + table[c & 3] + (double)per_thread + (double)per_thread_static;
}

_Complex double rotate(_Complex double z, int n)
{
    do
        z = z * (0.0 + 1.0i);
    while (--n);
    return z;
}

int copies(char *restrict to, const char *restrict from, size n)
{
    __builtin_memcpy(to, from, n);
    __builtin_memset(to + n, 0, 16);
    if (__builtin_expect(n > 100, 0))
        stop();
    return __builtin_popcountl(n) + __builtin_clz((unsigned)n | 1) + (elsewhere ? 1 : 0);
}

int overflow(int a, int b, int *out)
{
    return __builtin_add_overflow(a, b, out) || __builtin_mul_overflow(a, 3, out);
}

void *make(int n)
{
    struct packed *p = malloc((size)n * sizeof *p);
    p->l = common_value + *where;
    p[n].c = (char)matrix[1][n];
    return p;
}

int (*choose(int n))(int, int, int *)
{
    return n ? overflow : 0;
}
