/* bitleap_print.h - what was read as text: names, values, types, metadata, errors
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_PRINT_H
#define BITLEAP_PRINT_H

#include "bitleap_function.h"
#include "bitleap_index.h"

BL_BEGIN_DECLS

/* ---- Text ---- */

/* NAME as LLVM writes it after @ and %: in quotes, with escapes, if necessary. */
BL_API void bl_name_print(struct bl_view name, bl_put_fn *put, void *context);

/* TEXT in double quotes, with LLVM's escapes for unprintable bytes, " and \. */
BL_API void bl_string_print(struct bl_view text, bl_put_fn *put, void *context);

/* An integer of BITS bits in N_WORDS words, least significant first; missing words are zero. In
 * decimal or, if its magnitude has more than 32 words, in hexadecimal as LLVM reads it, "u0x…",
 * without a sign. */
BL_API void bl_wide_print(const uint64_t *words, uint32_t n_words, uint32_t bits, bool is_signed,
                          bl_put_fn *put, void *context);

/* ---- Labels ---- */

/* The name of a block or a record for people, in a stream of KIND: STATED, its name in BLOCKINFO
 * (empty: none); otherwise its name in LLVM IR, if the stream is that; otherwise "block 17". A
 * stated name is cut to 128 bytes, and unprintable bytes are \XX: at most BL_LABEL_MAX bytes in
 * all. */
#define BL_LABEL_MAX 400
BL_API void bl_block_label_print(enum bl_stream_kind kind, struct bl_view stated,
                                 uint32_t parent_id, uint32_t block_id, bl_put_fn *put,
                                 void *context);
BL_API void bl_record_label_print(enum bl_stream_kind kind, struct bl_view stated,
                                  uint32_t block_id, uint32_t code, bl_put_fn *put, void *context);

/* ---- Errors as text ---- */

/* ERR as a line of text without its end: "bit 23890 (byte 0xbaa) in MODULE_BLOCK@256: record longer
 * than the bits left", and the message of a system error. STREAM is the stream that positions in
 * ERR count from; its place in the file and its names improve the text. It may be NULL. The text
 * has at most BL_ERROR_TEXT_MAX bytes. Returns BL_OK, or BL_E_NOMEM: there was no memory to look up
 * names in the stream, and the text lacks them. */
#define BL_ERROR_TEXT_MAX (BL_ERROR_PATH_MAX * (BL_LABEL_MAX + 24) + 1024)
BL_API int bl_error_print(const struct bl_error *err, const struct bl_stream *stream,
                          bl_put_fn *put, void *context);

/* Only the blocks around the place: "MODULE_BLOCK@256/FUNCTION_BLOCK@27584", each with the bit of
 * its ENTER_SUBBLOCK. IX is an index of STREAM, or NULL; otherwise as bl_error_print(). */
BL_API int bl_error_print_path(const struct bl_error *err, const struct bl_stream *stream,
                               struct bl_index *ix, bl_put_fn *put, void *context);

/* The byte of the file that ERR is in: it counts from there, or from STREAM (NULL: from its
 * beginning). Without a position 0. */
BL_API uint64_t bl_error_byte(const struct bl_error *err, const struct bl_stream *stream);

/* ---- LLVM IR ---- */

/* The name of global value VALUE in LLVM's syntax: "@main", or "@3" where it has none: the number
 * that LLVM gives it, for which all names are looked at the first time. "<global 7>": it
 * cannot be read. BL_OK, or BL_E_NOMEM: the text is not complete. */
BL_API int bl_global_print_name(struct bl_module *module, uint32_t value, bl_put_fn *put,
                                void *context);

/* TYPE in LLVM's syntax, "{ i32, ptr }", "%struct.point"; "<type 7>" where it is not known. A type
 * that holds itself, or is nested too deep, is cut with "...". A struct without a name has a
 * number by the order of the table: llvm-dis numbers those by their first use, which it looks
 * for in every body. */
BL_API void bl_type_print(const struct bl_types *types, uint32_t type, bl_put_fn *put,
                          void *context);
/* What follows "%NAME = type ": the body of a named struct. */
BL_API void bl_type_print_body(const struct bl_types *types, uint32_t type, bl_put_fn *put,
                               void *context);

/* In LLVM's syntax: "align 8", "memory(read)", "\"key\"=\"value\"". IN_GROUP: as within
 * "attributes #0 = { … }", where align and others are written differently. */
BL_API void bl_attribute_print(const struct bl_attributes *attributes,
                               const struct bl_attribute *attribute, const struct bl_types *types,
                               bool in_group, bl_put_fn *put, void *context);

/* In LLVM's syntax, with its type: "i32 42", "ptr getelementptr inbounds ([4 x i8], ptr @s, i64 0,
 * i64 1)". LOCALS (or NULL) are those of the body that it is in. A block appears by its number in
 * its function, "blockaddress(@f, block 3)". A long or deep constant is cut with "...". Returns 0,
 * or BL_E_NOMEM: the text is not complete. */
BL_API int bl_constant_print(struct bl_module *module, const struct bl_constant *constant,
                             const struct bl_local_constants *locals, bl_put_fn *put,
                             void *context);

/* The number in FIELD, which must hold one, of REC, in decimal: "-2". bl_metadata_print() prints
 * the same, except where it has a word: "true", "DW_TAG_member". */
BL_API void bl_metadata_print_number(const struct bl_record *rec,
                                     const struct bl_metadata_field *field, bl_put_fn *put,
                                     void *context);

/* String or node NUMBER in LLVM's syntax, but with the file's numbers: the text after "!12 = ". */
BL_API int bl_metadata_print(struct bl_metadata *metadata, uint32_t number, bl_put_fn *put,
                             void *context, struct bl_error *err);

/* As it is printed where another refers to it: "!12", or strings, values and expressions in full.
 * 0, or BL_E_NOMEM: the text is not complete. */
BL_API int bl_metadata_print_ref(struct bl_metadata *metadata, uint32_t number, bl_put_fn *put,
                                 void *context);

/* VALUE as an operand is written: "@name", "%name", "%7" where it has none, counted from the body's
 * first argument on, and constants in full: "42", "{ i32 1, ptr @x }", as deep as is readable. A
 * block of this body by its name, "blockaddress(@f, %loop)", others, and those without a name, by
 * their numbers, "blockaddress(@g, block 3)". 0, or BL_E_NOMEM: the text is not complete. */
BL_API int bl_function_print_value(struct bl_function *function, uint32_t value, bl_put_fn *put,
                                   void *context);

/* Metadata NUMBER as an operand: "i32 %7", "!DIExpression()", "!DIArgList(i32 %7)", "!12" with the
 * file's number. The first call finds the items of the module's and the body's METADATA. Otherwise
 * as bl_function_print_value(). */
BL_API int bl_function_print_metadata(struct bl_function *function, uint32_t number, bl_put_fn *put,
                                      void *context);

BL_END_DECLS

#endif /* BITLEAP_PRINT_H */
