/*
 * warn.c - a source with warnings, notes, ranges and fix-its, for serialized diagnostics
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#define SQUARE(x) x * x
#define TWICE(x) SQUARE(x) + SQUARE(x)

struct pair {
    int first, second;
};

extern int print(const char *, ...) __attribute__((format(printf, 1, 2)));
int old_way(int) __attribute__((deprecated("use new_way", "new_way")));
int unused_static(void);

static int never_called(int a)
{
    return a;
}

int warnings(int a, unsigned b, char *s)
{
    int unused;
    int uninitialized;
    struct pair p = {1, 2, 3};
    if (a = 1)
        print("%s %d", a, s);
    if (b < 0)
        return uninitialized;
    if (a < b)
        a == b;
    switch (a) {
    case 1:
        a = SQUARE(a + 1) << 2 + 1;
    case 2:
        a = 5 / 0;
        break;
    }
    for (int i = 0; i < 3; i++);
        a++;
    old_way(TWICE(a) + p.first);
    return a & 1 == 0;
}

int *dangling(void)
{
    int local = 3;
    return &local;
}

int truncated(void)
{
    char c = 1000;
    short array[2] = {0};
    return array[5] + c + 0xffffffffff;
}
