//! lowered/orders.rs - collections, traits, iterators, orders, a panic that is caught
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::collections::HashMap;
use std::fmt::Write;

#[derive(Debug, Clone, PartialEq, PartialOrd)]
enum Shape {
    Circle(f64),
    Rectangle { width: f64, height: f64 },
    Point,
}

trait Area {
    fn area(&self) -> f64;
}

impl Area for Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(radius) => radius * radius * 3.14,
            Shape::Rectangle { width, height } => width * height,
            Shape::Point => 0.0,
        }
    }
}

fn shapes(n: u32) -> HashMap<String, Vec<Shape>> {
    let mut shapes: HashMap<String, Vec<Shape>> = HashMap::new();
    for i in 0..n {
        let shape = match i % 3 {
            0 => Shape::Circle(f64::from(i)),
            1 => Shape::Rectangle { width: 1.5, height: f64::from(i) },
            _ => Shape::Point,
        };
        shapes.entry(format!("k{}", i % 4)).or_default().push(shape);
    }
    shapes
}

fn main() {
    let shapes = shapes(20);
    let mut keys: Vec<_> = shapes.keys().cloned().collect();
    keys.sort_by(|a, b| b.cmp(a));
    let mut text = String::new();
    for key in &keys {
        let total: f64 = shapes[key].iter().map(Area::area).sum();
        writeln!(text, "{} {:.2} {:?}", key, total, shapes[key].last()).unwrap();
    }
    let mut numbers: Vec<i64> = (0..100).map(|x: i64| (x * 7919) % 1013 - 500).collect();
    numbers.sort_unstable_by(|a, b| a.cmp(b).reverse());
    print!("{}", text);
    println!("{:?} {}", &numbers[..5], numbers.iter().map(|x| x.abs().min(99)).sum::<i64>());
    let caught = std::panic::catch_unwind(|| keys[keys.len()].len());
    println!("{}", caught.is_err());
}
