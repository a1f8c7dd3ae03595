/* lowered/templates.cpp - templates, constant expressions, members by pointer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <variant>

template <typename T, std::size_t N> struct Ring {
    std::array<T, N> items{};
    std::size_t at = 0;
    void put(T x)
    {
        items[at++ % N] = x;
    }
    T sum() const
    {
        T s{};
        for (auto &i : items)
            s += i;
        return s;
    }
};

static constexpr std::uint32_t hash(const char *s)
{
    std::uint32_t h = 2166136261u;
    while (*s)
        h = (h ^ static_cast<unsigned char>(*s++)) * 16777619u;
    return h;
}

struct Point {
    int x, y;
    int get() const
    {
        return x - y;
    }
};

static std::optional<std::variant<int, double>> parse(int i)
{
    if (i == 0)
        return std::nullopt;
    if (i % 2)
        return i * 2;
    return i / 4.0;
}

int main()
{
    Ring<double, 7> ring;
    Ring<long, 3> other;
    int Point::*member = &Point::y;
    int (Point::*method)() const = &Point::get;
    Point p{9, 4};
    for (int i = 0; i < 20; i++) {
        ring.put(i * 0.5);
        other.put(i << 2);
    }
    double s = 0;
    for (int i = 0; i < 6; i++)
        if (auto v = parse(i))
            s += std::visit([](auto x) { return static_cast<double>(x); }, *v);
    std::printf("%g %ld %u %d %d %g\n", ring.sum(), other.sum(), hash("bitcode"), p.*member,
                (p.*method)(), s);
}
