/* lowered/statics.cpp - objects with constructors, variables of threads, guards
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <cstdio>

static int made;

struct Counter {
    int n;
    explicit Counter(int start) : n(start)
    {
        made++;
    }
    ~Counter()
    {
        std::printf("gone %d\n", n);
    }
    int next()
    {
        return n++;
    }
};

static Counter global(7);
static thread_local int own = 5;

static Counter &local(int start)
{
    static Counter c(start);
    return c;
}

int main()
{
    int s = 0;
    for (int i = 0; i < 5; i++) {
        s += local(i + 50).next() * global.next();
        own += s & 3;
    }
    std::printf("%d %d %d\n", s, own, made);
}
