// vtables.cpp - virtual calls compiled for whole-program devirtualization: type ids and a split LTO unit
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Shape {
    virtual int area() const;
    virtual int sides() const { return 0; }
};

struct Square : Shape {
    int side = 1;
    int area() const override;
    int sides() const override { return 4; }
};

int Shape::area() const { return 0; }
int Square::area() const { return side * side; }

int total(const Shape *const *shapes, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += shapes[i]->area() * shapes[i]->sides();
    return sum;
}

int run(int side)
{
    Square a;
    Shape b;
    a.side = side;
    const Shape *shapes[] = {&a, &b};
    return total(shapes, 2);
}
