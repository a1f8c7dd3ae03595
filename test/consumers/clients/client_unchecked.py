#!/usr/bin/env python3
"""client_unchecked.py - calls of malloc and fopen whose results are never compared: client_unchecked.py FILE

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A result is followed through phis, selects, casts, and variables on the stack.
"""
import collections
import sys

import bitleap

COPIES = {"phi", "select", "bitcast", "addrspacecast", "freeze"}
CALLS = {"call", "invoke", "callbr"}


class Body:
    """The instructions of a function, those that make values, and where values are operands."""

    def __init__(self, function):
        self.definition, self.uses = {}, collections.defaultdict(list)
        for instruction in function:
            self.definition[instruction.value] = instruction
            for place, operand in enumerate(instruction.operands):
                if operand.kind == "value":
                    self.uses[operand.number].append((instruction, place))

    def is_compared(self, value):
        flow = [value]
        for reached in flow:  # which grows
            for user, place in self.uses[reached]:
                if user.opcode == "icmp":
                    return True
                taken = [user.value] if user.opcode in COPIES else []
                if user.opcode == "store" and place == 0:
                    variable = self.definition.get(user.operands[1].number)
                    if variable and variable.opcode == "alloca":
                        taken = [load.value for load, _ in self.uses[variable.value] if load.opcode == "load"]
                flow += [new for new in dict.fromkeys(taken) if new not in flow]
        return False


for module in bitleap.open(sys.argv[1]):
    callees = [(name, module.find(name)) for name in ("malloc", "fopen")]
    for function in module.functions():
        body = Body(function)
        for name, callee in callees:
            for call, place in body.uses[callee.value] if callee else ():
                if call.opcode in CALLS and place == 0 and not body.is_compared(call.value):
                    print(f"{function.name}: {name}")
