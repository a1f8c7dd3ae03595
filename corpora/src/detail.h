/*
 * detail.h - included by header.h
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#pragma once

typedef int coordinate;

struct corner {
    coordinate x, y;
};
