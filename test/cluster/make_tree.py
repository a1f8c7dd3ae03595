#!/usr/bin/env python3
# make_tree.py - a tree of many small modules that differ
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# make_tree.py CLANG DIRECTORY N: N files of 40 symbols each, in directories of 1,000. CLANG compiles a few modules
# whose names have room for a number; each file is one of them with its own number, and with that of the next file in
# the names of what it calls. Names are plain bytes of STRTAB, so that all stays as clang wrote it. Every 50th file has
# the content of the one 25 before it.
import pathlib
import subprocess
import sys
import tempfile

OWN, NEXT = b"A1A1A1A1", b"B2B2B2B2"
SOURCE = """
extern int called_%(next)s_0(int), called_%(next)s_1(int), called_%(next)s_2(int);
int counter_%(own)s; static int table_%(own)s[16]; const char text_%(own)s[] = "%(seed)d";
""" + "".join(
    "int called_%%(own)s_%d(int x) { for (int i = 0; i < x; i++) { counter_%%(own)s += x * %d ^ i; %s } return x; }\n"
    % (i, i + 3, "x -= called_%%(next)s_%d(i);" % (i % 3) if i % 2 else "table_%(own)s[i & 15] += x;" )
    for i in range(34))


def templates(clang, folder):
    made = []
    for seed, flags in enumerate((["-O0"], ["-O1"], ["-O2"], ["-O2", "-g"], ["-Oz"])):
        source = folder / "module.c"
        source.write_text(SOURCE % {"own": OWN.decode(), "next": NEXT.decode(), "seed": seed})
        subprocess.run([clang, *flags, "-c", "-emit-llvm", "-o", "module.bc", "module.c"], cwd=folder, check=True)
        made.append((folder / "module.bc").read_bytes())
    return made


def main():
    clang, directory, n = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        made = templates(clang, pathlib.Path(folder))
    for i in range(n):
        folder = directory / f"{i // 1000:04}"
        if i % 1000 == 0:
            folder.mkdir(parents=True)
        number = i - 25 if i % 50 == 49 else i
        own, following = f"{number:08}", f"{(number + 1) % n:08}"
        data = made[number % len(made)].replace(OWN, own.encode()).replace(NEXT, following.encode())
        (folder / f"m{i:08}.bc").write_bytes(data)


main()
