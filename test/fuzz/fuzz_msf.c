/* fuzz_msf.c - read any bytes as PDB files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what is handed out lies in the input, where it says; positions of errors too; the end
 * comes before there are more parts than bytes, and stays; all the same from an odd address.
 */
#include "format/msf.h"
#include "fuzz/mutator.h"
#include "support/parts.h"

PARTS_FUZZ(msf, (void))
