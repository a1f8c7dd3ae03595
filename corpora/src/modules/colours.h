/*
 * colours.h - header of the submodule Drawing.Colours
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#pragma once

#define COLOUR_BITS 8

typedef struct {
    unsigned char red, green, blue;
} colour;

enum colour_index { COLOUR_BLACK, COLOUR_WHITE = 255 };

static inline unsigned colour_pack(colour c)
{
    return (unsigned)c.red << 16 | (unsigned)c.green << COLOUR_BITS | c.blue;
}
