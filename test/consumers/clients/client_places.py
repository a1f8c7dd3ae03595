#!/usr/bin/env python3
"""client_places.py - where in the source each instruction comes from, through all that was inlined: client_places.py FILE

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import sys

import bitleap

for function, places in bitleap.table("instructions", sys.argv[1], columns=["function", "places"]):
    if places is not None:
        print(function, places, sep="\t")
