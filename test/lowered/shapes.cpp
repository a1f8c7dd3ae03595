/* lowered/shapes.cpp - virtual functions, multiple bases, dynamic_cast, type names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <cstdio>
#include <memory>
#include <typeinfo>
#include <vector>

struct Named {
    virtual ~Named() = default;
    virtual const char *name() const
    {
        return "named";
    }
};
struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
struct Square : Shape, Named {
    double side;
    explicit Square(double s) : side(s)
    {
    }
    double area() const override
    {
        return side * side;
    }
    const char *name() const override
    {
        return "square";
    }
};
struct Circle final : virtual Shape {
    double r = 2;
    double area() const override
    {
        return 3 * r * r;
    }
};

int main()
{
    std::vector<std::unique_ptr<Shape>> shapes;
    for (int i = 0; i < 5; i++)
        if (i % 2)
            shapes.push_back(std::make_unique<Circle>());
        else
            shapes.push_back(std::make_unique<Square>(i + 0.5));
    double sum = 0;
    for (auto &s : shapes) {
        auto *n = dynamic_cast<Named *>(s.get());
        std::printf("%s %d\n", n ? n->name() : "-", typeid(*s) == typeid(Circle));
        sum += s->area();
    }
    std::printf("%.3f\n", sum);
}
