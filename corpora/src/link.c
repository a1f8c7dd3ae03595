/*
 * link.c - what symbols can be: TLS, alias, ifunc, weak, sections, visibility, constructors
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

__thread int tls_default = 7;
static __thread long tls_local[4];
extern __thread int tls_extern;
__thread int tls_initial __attribute__((tls_model("initial-exec"))) = 1;
__thread int tls_exec __attribute__((tls_model("local-exec")));
__thread int tls_dynamic __attribute__((tls_model("local-dynamic"))) = 3;

int common_symbol;
int in_section __attribute__((section(".bitleap.data"))) = 11;
int aligned __attribute__((aligned(256)));
const int read_only __attribute__((visibility("hidden"))) = 5;
int protected_symbol __attribute__((visibility("protected"))) = 6;
int weak_symbol __attribute__((weak)) = 8;
extern int weak_undefined __attribute__((weak));
static int kept __attribute__((used)) = 9;
int target_variable = 1;
extern int variable_alias __attribute__((alias("target_variable")));
extern int weak_variable_alias __attribute__((weak, alias("target_variable")));
int renamed_variable __asm__("a name with spaces and \"quotes\"") = 12;

static int implementation(int x)
{
    return x + tls_default;
}

static int fast_implementation(int x)
{
    return x * 2 + (int)tls_local[x & 3];
}

typedef int function(int);

static function *resolve(void)
{
    return target_variable ? fast_implementation : implementation;
}

int resolved(int) __attribute__((ifunc("resolve")));
int function_alias(int) __attribute__((alias("body")));
static int static_alias(int) __attribute__((alias("body"), used));
int renamed_function(int) __asm__("renamed$function@v1");

int body(int x)
{
    tls_local[0] = x;
    return tls_extern + tls_initial + tls_exec + tls_dynamic + resolved(x) + renamed_function(kept);
}

__attribute__((constructor(200))) static void at_start(void)
{
    tls_exec = 1;
}

__attribute__((destructor)) static void at_end(void)
{
    weak_symbol = &weak_undefined ? weak_undefined : 0;
}

__attribute__((weak, visibility("hidden"), noinline, cold, section(".text.bitleap"))) void weak_function(void)
{
    common_symbol++;
}

__attribute__((always_inline)) static inline int inlined(int a)
{
    return a << 3;
}

__attribute__((naked, noreturn)) void naked_function(void)
{
    __asm__ volatile("ud2");
}

__attribute__((optnone, noinline)) int not_optimized(int a)
{
    return inlined(a) + inlined(a);
}

__attribute__((pure)) int pure_function(const int *p)
{
    return p[0] + p[1];
}

__attribute__((regparm(0), nothrow, warn_unused_result, returns_nonnull, nonnull(1))) void *attributes(void *p, int i)
{
    return (char *)p + i;
}
