#!/usr/bin/env python3
"""client_functions.py - functions that files, archives, objects, directories or indexes define: client_functions.py PATH...

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

import bitleap

table = bitleap.table("functions", sys.argv[1:], columns=["file", "name"])
for file, name in table:
    print(file, name, sep="\t")
for problem in table.problems:
    print(problem, file=sys.stderr)
sys.exit(bool(table.problems))
