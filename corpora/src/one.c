/*
 * one.c - first of two tiny units, for objects, archives and linked files
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

extern int two(int);
int calls;

int one(int x)
{
    calls++;
    return two(x) + 1;
}
