/* lowered/thrown.cpp - exceptions, destructors on the way, handlers by type
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <cstdio>
#include <stdexcept>
#include <string>

struct Trace {
    int n;
    ~Trace()
    {
        std::printf("~%d ", n);
    }
};

static int risky(int i)
{
    Trace t{i};
    if (i == 1)
        throw std::runtime_error("one");
    if (i == 2)
        throw 42;
    if (i == 3)
        throw std::string("three");
    return i * 10;
}

int main()
{
    int total = 0;
    for (int i = 0; i < 5; i++) {
        try {
            Trace outer{i + 100};
            total += risky(i);
        } catch (const std::exception &e) {
            std::printf("%s\n", e.what());
        } catch (int x) {
            std::printf("%d\n", x);
        } catch (...) {
            std::printf("other\n");
        }
    }
    std::printf("%d\n", total);
    return total;
}
