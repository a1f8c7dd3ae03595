#!/usr/bin/env python3
"""client_body_by_index.py - instructions of the functions of a name, by an index file: client_body_by_index.py INDEX NAME

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

import bitleap

index, name = sys.argv[1:]
for file, module, value in bitleap.table("symbols", index, columns=["file", "module", "value"], where={"name": name}):
    place = {"file": file, "module": module, "value": value}
    opcodes = bitleap.table("instructions", index, columns=["opcode"], where=place).to_dict()["opcode"]
    if opcodes:
        print(f"{len(opcodes)} instructions, {opcodes.count('load')} loads")
