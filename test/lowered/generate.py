#!/usr/bin/env python3
"""generate.py SEED - a program of LLVM 22, of what `bitleap lower` rewrites and leaves out, that prints numbers

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Each line that a seed chooses has a flag, an attribute, an intrinsic or a constant that LLVMs before 22 do not have, or say
otherwise. All that flags and attributes promise holds, so that every LLVM has to print the same.
"""
import sys

HEAD = """target triple = "x86_64-pc-linux-gnu"
@format = private constant [6 x i8] c"%llx\\0A\\00"
@words = internal global [64 x i64] zeroinitializer
@inner = internal constant { [4 x i64], [4 x i64] } { [4 x i64] [i64 1, i64 2, i64 3, i64 4], [4 x i64] [i64 5, i64 6, i64 7, i64 8] }
declare i32 @printf(ptr captures(none), ...)
define internal range(i64 0, 256) i64 @byte(i64 range(i64 0, 4096) %a) noinline memory(none) {
  %r = and i64 %a, 255
  ret i64 %r
}
define internal void @put(ptr initializes((0, 8)) captures(none) %p, i64 %v) noinline memory(argmem: write) {
  store i64 %v, ptr %p
  ret void
}
define internal i64 @get(ptr captures(address, read_provenance) %p) noinline memory(argmem: read, errnomem: none) {
  %r = load i64, ptr %p
  ret i64 %r
}
"""
FIRST_NODES = """!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "main", file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition, keyInstructions: true)
!5 = !DILocation(line: 1, scope: !4, atomGroup: 1, atomRank: 1)
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 2, type: !6)
"""


class Program:
    """The body of main in the making; values are of 64 bits."""

    def __init__(self, seed):
        self.state = (seed * 2654435761 + 12345) & 0xFFFFFFFFFFFFFFFF
        self.lines = []
        self.values = ["%n64"]
        self.used = set()
        self.n = 0

    def pick(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self.state >> 33) % n

    def value(self):
        return self.values[-1 - self.pick(min(len(self.values), 12))]

    def new(self, text):
        self.n += 1
        self.lines.append(f"  %v{self.n} = {text}")
        return f"%v{self.n}"

    def add(self, value):
        self.values.append(value)
        if self.pick(3) == 0:
            self.lines.append(f"    #dbg_value(i64 {value}, !7, !DIExpression(), !5)")

    def masked(self, mask):
        return self.new(f"and i64 {self.value()}, {mask}")

    def call(self, result, name, *arguments):
        types = ", ".join(argument.rsplit(" ", 1)[0].replace(" align 8", "") for argument in arguments)
        self.used.add(f"declare {result} @{name}({types})")
        return f"call {result} @{name}({', '.join(arguments)})"

    # Each of these adds a value.

    def compare(self):
        name = ("ucmp", "scmp")[self.pick(2)]
        bits = (64, 32, 16)[self.pick(3)]
        a, b = self.value(), self.value()
        if bits < 64:
            a, b = self.new(f"trunc i64 {a} to i{bits}"), self.new(f"trunc i64 {b} to i{bits}")
        result = (8, 64, 2)[self.pick(3)]
        r = self.new(self.call(f"i{result}", f"llvm.{name}.i{result}.i{bits}", f"i{bits} {a}", f"i{bits} {b}"))
        self.add(r if result == 64 else self.new(f"sext i{result} {r} to i64"))

    def compare_vectors(self):
        a, b = (self.new(f"bitcast i64 {self.value()} to <2 x i32>") for _ in range(2))
        r = self.new(self.call("<2 x i32>", "llvm.scmp.v2i32.v2i32", f"<2 x i32> {a}", f"<2 x i32> {b}"))
        s = self.new(f"add <2 x i32> {r}, splat (i32 7)")
        self.add(self.new(f"bitcast <2 x i32> {s} to i64"))

    def number(self):
        name = ("minimumnum", "maximumnum")[self.pick(2)]
        if self.pick(2):
            a, b = (self.new(f"bitcast i64 {self.value()} to double") for _ in range(2))
            r = self.new(self.call("double", f"llvm.{name}.f64", f"double {a}", f"double {b}"))
            bits = self.new(f"bitcast double {r} to i64")
            is_none = self.new(f"fcmp uno double {r}, 0.0")
            self.add(self.new(f"select i1 {is_none}, i64 1, i64 {bits}"))
        else:
            a, b = (self.new(f"bitcast i64 {self.value()} to <2 x float>") for _ in range(2))
            r = self.new(self.call("<2 x float>", f"llvm.{name}.v2f32", f"<2 x float> {a}", f"<2 x float> {b}"))
            bits = self.new(f"bitcast <2 x float> {r} to <2 x i32>")
            is_none = self.new(f"fcmp uno <2 x float> {r}, zeroinitializer")
            chosen = self.new(f"select <2 x i1> {is_none}, <2 x i32> splat (i32 1), <2 x i32> {bits}")
            self.add(self.new(f"bitcast <2 x i32> {chosen} to i64"))

    def flags(self):
        which = self.pick(6)
        if which == 0:
            t = self.new(f"trunc nuw nsw i64 {self.masked(0x7FFFFFFF)} to i32")
            self.add(self.new(f"zext nneg i32 {t} to i64"))
        elif which == 1:
            self.add(self.new(f"or disjoint i64 {self.masked(0x0F0F0F0F)}, {self.masked(0xF0F0F0F0)}"))
        elif which == 2:
            c = self.new(f"icmp samesign ult i64 {self.masked(0xFFFFFF)}, {self.masked(0xFFFFFF)}")
            self.add(self.new(f"select i1 {c}, i64 {self.value()}, i64 {self.value()}"))
        elif which == 3:
            f = self.new(f"uitofp nneg i64 {self.masked(0xFFFFFFFF)} to double")
            self.add(self.new(f"bitcast double {f} to i64"))
        elif which == 4:
            m = self.new(f"mul i64 {self.value()}, {2 * self.pick(1 << 30) + 1}")
            self.add(self.new(f"add i64 {m}, {self.pick(1 << 30)}"))
        else:
            self.add(self.new(f"xor i64 {self.value()}, {self.value()}"))

    def memory(self):
        flags = ("inbounds nuw", "nusw", "nuw", "nusw nuw", "inbounds", "")[self.pick(6)]
        p = self.new(f"getelementptr {flags} [64 x i64], ptr @words, i64 0, i64 {self.masked(63)}")
        if self.pick(2):
            self.lines.append(f"  call void @put(ptr {p}, i64 {self.value()})")
        self.add(self.new(f"call i64 @get(ptr {p})"))

    def constants(self):
        if self.pick(2):
            at = self.pick(4)
            place = (f"inbounds nuw (i8, ptr @inner, i64 {8 * at + 32})",
                     f"inbounds inrange(-32, 8) ({{ [4 x i64], [4 x i64] }}, ptr @inner, i32 0, i32 1, i32 {at})")[self.pick(2)]
            self.add(self.new(f"load i64, ptr getelementptr {place}"))
        else:
            p = self.new(f"getelementptr inbounds nuw i64, ptr @words, i64 {self.masked(31)}")
            a, b = self.new(f"ptrtoaddr ptr {p} to i64"), "ptrtoaddr (ptr @words to i64)"
            self.add(self.new(f"sub i64 {a}, {b}"))

    def masks(self):
        p = self.new(f"getelementptr inbounds nuw i64, ptr @words, i64 {self.masked(31)}")
        v = self.new(f"insertelement <4 x i64> splat (i64 {self.pick(1000)}), i64 {self.value()}, i64 {self.masked(3)}")
        m = self.new(f"icmp slt <4 x i64> {v}, splat (i64 500)")
        align = ("", " align 8")[self.pick(2)]
        if self.pick(2):
            self.lines.append("  " + self.call("void", "llvm.masked.store.v4i64.p0", f"<4 x i64> {v}", f"ptr{align} {p}", f"<4 x i1> {m}"))
        r = self.new(self.call("<4 x i64>", "llvm.masked.load.v4i64.p0", f"ptr{align} {p}", f"<4 x i1> {m}", f"<4 x i64> {v}"))
        t = self.new(self.call("<4 x i64>", "llvm.vector.reverse.v4i64", f"<4 x i64> {r}"))
        self.add(self.new(f"extractelement <4 x i64> {t}, i64 {self.masked(3)}"))

    def object(self):
        p = f"%o{self.pick(2)}"
        self.lines.append("  " + self.call("void", "llvm.lifetime.start.p0", f"ptr {p}"))
        self.lines.append(f"  call void @put(ptr {p}, i64 {self.value()})")
        r = self.new(f"call i64 @get(ptr {p})")
        self.lines.append("  " + self.call("void", "llvm.lifetime.end.p0", f"ptr {p}"))
        self.add(r)

    def ranges(self):
        self.add(self.new(f"call range(i64 0, 256) i64 @byte(i64 {self.masked(4095)})"))

    def text(self, n_lines):
        kinds = (self.compare, self.compare_vectors, self.number, self.flags, self.flags, self.memory, self.constants,
                 self.masks, self.object, self.ranges)
        for _ in range(n_lines):
            kinds[self.pick(len(kinds))]()
        total = self.values[0]
        for value in self.values[1:]:
            total = self.new(f"add i64 {total}, {value}")
            if self.pick(3) == 0:
                self.lines.append(f"  call i32 (ptr, ...) @printf(ptr @format, i64 {total}), !dbg !5")
        body = "\n".join(self.lines)
        return (HEAD + "define i32 @main(i32 %n, ptr %arguments) !dbg !4 {\n  %o0 = alloca i64\n  %o1 = alloca i64\n"
                f"  %n64 = zext nneg i32 %n to i64\n{body}\n"
                f"  call i32 (ptr, ...) @printf(ptr @format, i64 {total}), !dbg !5\n  ret i32 0\n}}\n"
                + "\n".join(sorted(self.used)) + "\n" + FIRST_NODES)


if __name__ == "__main__":
    print(Program(int(sys.argv[1])).text(60), end="")
