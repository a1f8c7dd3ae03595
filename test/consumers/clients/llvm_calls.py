#!/usr/bin/env python3
"""llvm_calls.py - pairs of caller and callee by name, of llvm-dis's text on standard input

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import re
import sys

NAME = r'@(?:[\w.$-]+|"[^"]*")'
function = None
for line in sys.stdin:
    if line.startswith("define "):
        function = re.search(NAME, line).group(0)
    elif line.startswith("}"):
        function = None
    elif function:
        call = re.match(rf"\s+(?:%[^ ]+ = )?(?:(?:tail|musttail|notail) )?(?:call|invoke|callbr) [^@]*?({NAME})\(", line)
        if call:
            print(function, call.group(1))
