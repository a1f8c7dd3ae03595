/*
 * pens.h - header of the submodule Drawing.Pens
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#pragma once

#include "colours.h"

struct pen {
    colour ink;
    float width;
    struct pen *next;
};

extern struct pen default_pen;
void pen_stroke(const struct pen *p, int points, ...);
