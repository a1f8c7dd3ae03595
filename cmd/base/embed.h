/* base/embed.h - files of the tree as bytes of the command
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The assembler finds them when what embeds them is compiled; the Makefile knows which those are.
 */
#ifndef CMD_EMBED_H
#define CMD_EMBED_H

#include "bitleap.h"

/* Where constants are in an object; the Makefile says otherwise where that is not ELF. */
#ifndef EMBED_SECTION
#define EMBED_SECTION ".section .rodata"
#endif
#ifndef EMBED_END
#define EMBED_END ".previous"
#endif

/* FILE, from the top of the tree, as NAME, with a zero byte after it: symbols that end with the
 * assembly of this source. */
#define EMBED(name, file)                                                           \
    __asm__(EMBED_SECTION "\n"                                                      \
                          "embedded_" #name ":\n"                                   \
                          ".incbin \"" file "\"\n"                                  \
                          "1: .byte 0\n.balign 8\n"                                 \
                          "embedded_" #name "_size:\n"                              \
                          ".8byte 1b - embedded_" #name "\n" EMBED_END "\n");       \
    extern const uint8_t embedded_##name[] __asm__("embedded_" #name)               \
        __attribute__((visibility("hidden")));                                      \
    extern const uint64_t embedded_##name##_size __asm__("embedded_" #name "_size") \
        __attribute__((visibility("hidden")))

/* Its bytes. */
#define EMBEDDED(name) \
    ((struct bl_view){.data = embedded_##name, .size = (size_t)embedded_##name##_size})

#endif
