/*
 * basic.c - everyday C: records, loops, switches, calls, strings, varargs
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

enum colour { RED = 1, GREEN, BLUE = 200 };

struct point {
    int x, y;
};

struct packed_flags {
    u32 kind : 3;
    u32 level : 13;
    signed int delta : 9;
    u64 rest : 39;
};

union number {
    double d;
    float f[2];
    u64 bits;
};

struct node {
    struct node *next, *prev;
    const char *name;
    struct point at;
    union number value;
    struct packed_flags flags;
    int (*visit)(struct node *, void *);
    u8 tail[];
};

extern int external_call(const char *, ...);
extern void *external_alloc(u64 size) __attribute__((malloc));
extern void external_die(void) __attribute__((noreturn));

static int counter;
int table[16] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987};
const double weights[4] = {0.5, -1.25, 1e300, 0x1.8p-1040};
const float floats[5] = {1.0f, -0.0f, 3.25f, 1e-40f, 65504.0f};
static const char *const names[] = {"red", "green", "blue", "", "a name that is longer than its neighbours"};
const char utf8[] = "Gr\xc3\xbc\xc3\x9f dich, \xe4\xb8\x96\xe7\x95\x8c!\n";
const char zeros_inside[] = "ab\0cd\0\0ef";
int zero_filled[1000];
struct node root = {.name = "root", .at = {3, -4}, .value.d = 2.5, .flags = {5, 4000, -200, 0x1234567890ull}};

const char *colour_name(enum colour c)
{
    switch (c) {
    case RED:
        return names[0];
    case GREEN:
        return names[1];
    case BLUE:
        return names[2];
    }
    return names[3];
}

int sparse_switch(u64 key)
{
    switch (key) {
    case 0:
    case 7:
        return 1;
    case 0x10:
        return external_call("sixteen");
    case 0x100000000ull:
        counter++;
        return -1;
    case 0xffffffffffffffffull:
        external_die();
    case 1000 ... 1003:
        return (int)key;
    default:
        return sparse_switch(key - 1) + 1;
    }
}

int sum_varargs(int n, ...)
{
    __builtin_va_list ap, copy;
    int total = 0;
    __builtin_va_start(ap, n);
    __builtin_va_copy(copy, ap);
    for (int i = 0; i < n; i++)
        total += __builtin_va_arg(ap, int);
    total += (int)__builtin_va_arg(copy, double);
    __builtin_va_end(copy);
    __builtin_va_end(ap);
    return total;
}

static int visit_one(struct node *n, void *arg)
{
    *(u32 *)arg += n->flags.level;
    n->flags.delta -= 1;
    return n->visit ? n->visit(n->next, arg) : 0;
}

struct node *push(struct node *list, const char *name, struct point at)
{
    struct node *n = external_alloc(sizeof(*n) + 8);
    if (!n)
        external_die();
    n->next = list;
    n->prev = 0;
    n->name = name;
    n->at = at;
    n->visit = visit_one;
    __builtin_memset(n->tail, 0xa5, 8);
    if (list)
        list->prev = n;
    return n;
}

double mean(const double *v, u64 n)
{
    double sum = 0;
    for (u64 i = 0; i < n; i++)
        sum += v[i] * weights[i & 3];
    return n ? sum / (double)n : __builtin_nan("");
}

float mixed(float a, double b, long double c, int d, u64 e)
{
    union number n = {.d = b};
    n.bits ^= e >> 3;
    return a + (float)n.d + (float)c + (float)d - (float)e;
}

int dispatch(const u8 *code)
{
    static const void *const targets[] = {&&op_add, &&op_sub, &&op_end};
    int acc = 0;
    goto *targets[*code];
op_add:
    acc += code[1];
    code += 2;
    goto *targets[*code];
op_sub:
    acc -= code[1];
    code += 2;
    goto *targets[*code];
op_end:
    return acc;
}

int variable_length(int n)
{
    int data[n];
    for (int i = 0; i < n; i++)
        data[i] = i * i;
    return external_call("%d %p", data[n - 1], (void *)data);
}

_Complex double turn(_Complex double z)
{
    return z * (_Complex double){0.0, 1.0};
}

_Bool lock(volatile int *word, _Atomic u64 *ticket)
{
    int expected = 0;
    __c11_atomic_fetch_add(ticket, 1, __ATOMIC_RELAXED);
    __sync_synchronize();
    return __atomic_compare_exchange_n((int *)word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

u32 bits(u32 x)
{
    return (u32)__builtin_popcount(x) + (u32)__builtin_clz(x | 1) + __builtin_bswap32(x);
}

int checked(int a, int b, int *out)
{
    return __builtin_sadd_overflow(a, b, out) || __builtin_expect(a == b, 0);
}

int main(int argc, char **argv)
{
    u32 level = 0;
    struct node *list = 0;
    for (int i = 1; i < argc; i++)
        list = push(list, argv[i], (struct point){i, table[i & 15]});
    for (struct node *n = list; n; n = n->next) {
        if (n->at.x == 13)
            continue;
        visit_one(n, &level);
    }
    do {
        level = bits(level);
    } while (level > 0xffff);
    return sum_varargs(3, 1, 2, (int)level, 4.0) + sparse_switch(level) + variable_length(argc);
}
