/* machine.c - C for compilers: atomics, vectors, inline assembly, attributes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
typedef float float4 __attribute__((vector_size(16)));
typedef int int4 __attribute__((vector_size(16)));
typedef signed char char16 __attribute__((vector_size(16)));
typedef _Bool flag;

__asm__(".globl from_asm\nfrom_asm:\n\t.long 1 # \"quoted\"\n");
__asm__("\t.ident \"two\"");

int plain(void) __asm__("other name");
int plain(void)
{
    return 1;
}

int target(void)
{
    return 2;
}
int alias_of_target(void) __attribute__((alias("target")));
int weak_alias(void) __attribute__((weak, alias("target")));
static int (*resolve(void))(void)
{
    return target;
}
int chosen(void) __attribute__((ifunc("resolve")));

__attribute__((constructor(200))) static void begin(void)
{
}
__attribute__((destructor)) static void end(void)
{
}
__attribute__((visibility("hidden"), used)) int hidden = 3;
__attribute__((visibility("protected"))) int protected_value;
__attribute__((weak)) int weak_value = 1;
__attribute__((annotate("a note"))) int noted;

_Atomic int atom;
_Atomic(long) atom64;

int atomics(_Atomic int *p, int v)
{
    int expected = 1;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __c11_atomic_signal_fence(__ATOMIC_ACQ_REL);
    __c11_atomic_store(p, v, __ATOMIC_RELEASE);
    v += __c11_atomic_load(p, __ATOMIC_ACQUIRE);
    v += __c11_atomic_fetch_add(p, 1, __ATOMIC_RELAXED);
    v += __c11_atomic_fetch_and(p, 1, __ATOMIC_ACQ_REL);
    v += __c11_atomic_exchange(p, 1, __ATOMIC_SEQ_CST);
    v += __c11_atomic_compare_exchange_strong(p, &expected, 2, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    v += __c11_atomic_compare_exchange_weak(p, &expected, 2, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE);
    v += __atomic_fetch_max(&expected, 4, __ATOMIC_SEQ_CST);
    v += (int)__sync_fetch_and_nand(&expected, 4);
    atom++;
    atom64 |= 3;
    return v;
}

float4 vectors(float4 a, float4 b, int4 mask, int i)
{
    float4 c = a * b + (float4){1.0f, 2.0f, 3.0f, 4.0f};
    int4 less = a < b;
    c[i] = a[0];
    a = __builtin_shufflevector(a, c, 0, 5, -1, 3);
    mask = (mask << 2) & less;
    return a + __builtin_convertvector(mask, float4) / (float4){0.5f, 0.5f, 0.5f, 0.5f};
}

char16 bytes(char16 a, int4 b)
{
    return a ^ (char16)b ^ (char16) { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
}

int assembly(int a, long *p)
{
    int out, second;
    __asm__("addl %2, %0" : "=r"(out) : "0"(a), "ri"(5) : "cc", "memory");
    __asm__ volatile("movq %1, %0 # {x}" : "+m"(*p) : "r"(p) : "rax");
    __asm__ volatile("" ::"i"(&hidden));
    __asm__("cpuid" : "=a"(out), "=&b"(second) : "a"(a) : "ecx", "edx");
    __asm__ goto("jmp %l1" : : "r"(a) : : away, home);
    return out + second;
away:
    return 1;
home:
    return 2;
}

__attribute__((noinline, optnone)) int never_optimized(int a)
{
    return a;
}
__attribute__((always_inline)) inline static int always(int a)
{
    return a + 1;
}
__attribute__((hot, const, nothrow, returns_nonnull)) void *hot(void *p)
{
    return p;
}
__attribute__((pure, leaf, section(".text.special"), aligned(32))) int pure(const int *p)
{
    return *p + always(*p);
}
__attribute__((target("avx2,no-fma"), min_vector_width(256))) float4 for_avx(float4 a)
{
    return a + a;
}
__attribute__((naked)) void naked(void)
{
    __asm__("ret");
}
__attribute__((no_sanitize("address"), no_instrument_function, cold)) void quiet(volatile int *p)
{
    *p = *p + 1;
}
__attribute__((preserve_most)) void preserves(void)
{
}
__attribute__((ms_abi)) int microsoft(int a, double b)
{
    return a + (int)b;
}
__attribute__((regparm(0), sysv_abi)) int system_five(int a)
{
    return microsoft(a, 1.0);
}
int returns_twice(void *) __attribute__((returns_twice));
int nonnull(int *p, int *q) __attribute__((nonnull(1)));
int calls(int *p, flag f)
{
    preserves();
    if (f)
        __builtin_trap();
    if (returns_twice(p))
        __builtin_unreachable();
    __builtin_assume(f == 0);
    __builtin_prefetch(p, 0, 3);
    int *q = __builtin_assume_aligned(p, 64);
    return nonnull(q, p) + (int)(long)__builtin_return_address(0) +
           (int)(long)__builtin_frame_address(0);
}

struct big {
    long a[6];
};
struct small {
    float x, y;
    int z;
};
struct big by_value(struct big b, struct small s)
{
    b.a[1] += s.z + (long)s.x;
    return b;
}
struct small small_value(struct big b)
{
    struct small s = {1.0f, (float)by_value(b, (struct small){0}).a[0], 3};
    return s;
}
