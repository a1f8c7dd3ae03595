/*
 * two.c - second of two tiny units, for objects, archives and linked files
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

extern int calls;

int two(int x)
{
    return x * calls;
}
