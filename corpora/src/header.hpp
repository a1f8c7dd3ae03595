// header.hpp - a C++ header to precompile
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace drawing {

template <typename T> struct Vec {
    T x{}, y{};
    constexpr Vec operator+(const Vec &o) const { return {x + o.x, y + o.y}; }
    template <typename U> explicit operator Vec<U>() const;
};

template <> struct Vec<bool> {
    bool both;
};

class Canvas {
public:
    virtual ~Canvas() = default;
    virtual void line(Vec<int> from, Vec<int> to) = 0;
    friend bool operator==(const Canvas &a, const Canvas &b) { return &a == &b; }

private:
    class Impl;
    Impl *impl_ = nullptr;
};

enum class Mode : unsigned char { fill, stroke = 7 };
using Point = Vec<int>;

inline Point operator-(Point a, Point b)
{
    auto negate = [](int v) { return -v; };
    return a + Point{negate(b.x), negate(b.y)};
}

constexpr Point origin{};
static_assert(origin.x == 0, "the origin is zero");

} // namespace drawing
