/* bitleap_print.h - what was read as text: names, values, types, metadata, errors
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_PRINT_H
#define BITLEAP_PRINT_H

#include "bitleap_demangle.h"
#include "bitleap_function.h"
#include "bitleap_index.h"
#include "bitleap_numbers.h"

BL_BEGIN_DECLS

/* ---- Text ---- */

/* NAME as LLVM writes it after @ and %: in quotes, with escapes, if necessary. */
BL_API void bl_name_print(struct bl_view name, bl_put_fn *put, void *context);

/* TEXT in double quotes. Unprintable bytes, " and \ have LLVM's escapes. */
BL_API void bl_string_print(struct bl_view text, bl_put_fn *put, void *context);

/* An integer of BITS bits in N_WORDS words, least significant first; missing words are zero. In
 * decimal or, if its magnitude has more than 256 words, in hexadecimal as LLVM reads it, "u0x…",
 * without a sign. */
BL_API void bl_wide_print(const uint64_t *words, uint32_t n_words, uint32_t bits, bool is_signed,
                          bl_put_fn *put, void *context);

/* ---- Labels ---- */

/* The name of a block or a record for people, in a stream of KIND: STATED, its name in BLOCKINFO
 * (empty: none); otherwise its name in LLVM IR, if the stream is that; otherwise "block 17". A
 * stated name is cut to 128 bytes, and unprintable bytes are \XX: at most BL_LABEL_MAX bytes in
 * all. */
#define BL_LABEL_MAX 400
BL_API void bl_block_label_print(unsigned kind, struct bl_view stated, uint32_t parent_id,
                                 uint32_t block_id, bl_put_fn *put, void *context);
BL_API void bl_record_label_print(unsigned kind, struct bl_view stated, uint32_t block_id,
                                  uint32_t code, bl_put_fn *put, void *context);

/* ---- Errors as text ---- */

/* ERR as a line of text without its end: "bit 23890 (byte 0xbaa) in MODULE_BLOCK@256: record longer
 * than the bits left", and the message of a system error. STREAM is the stream that positions in
 * ERR count from; its place in the file and its names improve the text. It may be NULL. The text
 * has at most BL_ERROR_TEXT_MAX bytes. Returns BL_OK, or BL_E_NOMEM: there was no memory to look up
 * names in the stream, and the text lacks them. */
#define BL_ERROR_TEXT_MAX (BL_ERROR_PATH_MAX * (BL_LABEL_MAX + 24) + 1024)
BL_API int bl_error_print(const struct bl_error *err, const struct bl_stream *stream,
                          bl_put_fn *put, void *context);

/* ERR as a string, as bl_error_print() puts it: cut to SIZE - 1 bytes and a NUL, nothing for a SIZE
 * of 0. Returns the bytes of the whole text, without the NUL, as snprintf() does. */
BL_API size_t bl_error_format(const struct bl_error *err, const struct bl_stream *stream,
                              char *text, size_t size);

/* Only the blocks around the place: "MODULE_BLOCK@256/FUNCTION_BLOCK@27584", each with the bit of
 * its ENTER_SUBBLOCK. IX is an index of STREAM, or NULL; otherwise as bl_error_print(). */
BL_API int bl_error_print_path(const struct bl_error *err, const struct bl_stream *stream,
                               struct bl_index *ix, bl_put_fn *put, void *context);

/* The byte of the file that ERR is in: it counts from there, or from STREAM (NULL: from its
 * beginning). Without a position 0. */
BL_API uint64_t bl_error_byte(const struct bl_error *err, const struct bl_stream *stream);

/* ---- LLVM assembly ----
 *
 * What llvm-dis prints, in the spelling of the LLVM that wrote the file. That of 13 to 16, 19 and
 * 22 is held against these versions' own llvm-dis, byte for byte; that of 17, 18, 20 and 21 follows
 * what their sources say; files of other versions get the nearest. What is damaged or not known is
 * a comment on a line of its own, "; error: bit 1234 …", and the rest is printed.
 */

/* The name of global value VALUE: "@main", or "@3" where it has none: the number that LLVM gives
 * it, for which all names are looked at the first time. "<badref>": it cannot be read. BL_OK, or
 * BL_E_NOMEM: the text is not complete. */
BL_API int bl_global_print_name(struct bl_module *module, uint32_t value, bl_put_fn *put,
                                void *context, struct bl_error *err);
/* The number in FIELD, which must hold one, of REC, in decimal: "-2". In the text of the node it is
 * the same, except where there is a word for it: "true", "DW_TAG_member". */
BL_API void bl_metadata_print_number(const struct bl_record *rec,
                                     const struct bl_metadata_field *field, bl_put_fn *put,
                                     void *context);

/* Prints parts of one module. Opaque; one thread at a time, as with its module. */
struct bl_printer;

/* A printer of MODULE. This and SLOTS, of it or of another bl_module on the same block, must stay
 * until bl_printer_close(). Without SLOTS (NULL) parts are printed so that nothing depends on the
 * rest of the module, as for comparing them: groups of attributes and nodes in place, in short, and
 * no debug locations and records; structs without a name have the number of the table. Errors:
 * BL_E_NOMEM; BL_E_MISMATCH: SLOTS are of a module with other tables, as where the file has changed
 * since. */
BL_API int bl_printer_open(struct bl_printer **printer, struct bl_module *module,
                           struct bl_slots *slots, struct bl_error *err);
/* Close PRINTER. NULL is ignored. */
BL_API void bl_printer_close(struct bl_printer *printer);

/* From now on lines that are a record of their own end in a comment that says where it is, what it
 * is called, and its size: "  ; bit 31456, INST_CALL, 9.5 bytes". One thread prints. */
BL_API void bl_printer_annotate(struct bl_printer *printer);

/* From now on functions, other globals and instructions have comments that say how often they are
 * used, their type and place in the source, as llvm-dis --show-annotations writes them. All of the
 * module is read. One thread prints. Errors: BL_E_NOMEM. */
BL_API int bl_printer_show_uses(struct bl_printer *printer, struct bl_error *err);

/* All text of one printer together has a limit (BL_MAX_TEXT_BYTES_PER_BYTE), so that a hostile
 * module does not make gigabytes of kilobytes; so has work that no text shows. From now on it is
 * N_BYTES more; UINT64_MAX: none. At the limit lines end in a comment, pieces in "...", and the
 * status is BL_E_LIMIT. */
BL_API void bl_printer_limit(struct bl_printer *printer, uint64_t n_bytes);
/* What is left of it: for the limit of the next printer, if several share one. */
BL_API uint64_t bl_printer_left(const struct bl_printer *printer);

/* What has been damaged or not known in what was printed since the last function that returned an
 * error for it: the status of the first, or BL_OK. */
BL_API int bl_printer_check(struct bl_printer *printer, struct bl_error *err);

/* Whether !N and #N are those of the whole module: the failure of its tables, or of the first body
 * or node of those that have been numbered so far, or BL_OK. After damage what only lost parts lead
 * to has no number, and others have smaller ones. */
BL_API int bl_printer_check_numbers(const struct bl_printer *printer, struct bl_error *err);

/* All of the module, on N_THREADS threads (0: as many as are worth it); PUT is called on the
 * caller's, for large pieces. MODULE_ID is what the first line calls it; empty: no such line.
 * Returns BL_OK, the status of the first damage, with all else printed, BL_E_NOMEM, or, where the
 * file has changed since MODULE was opened, what opening it again fails with: BL_E_MISMATCH, too.
 * */
BL_API int bl_printer_print_module(struct bl_printer *printer, struct bl_view module_id,
                                   unsigned n_threads, bl_put_fn *put, void *context,
                                   struct bl_error *err);

/* Parts, as they are in the module's text, with the same numbers; errors as above, and
 * BL_E_ARGUMENT: there is no such part. */

/* A function, of which only the body is read, a variable, an alias or an ifunc. */
BL_API int bl_printer_print_global(struct bl_printer *printer, uint32_t value, bl_put_fn *put,
                                   void *context, struct bl_error *err);
/* N global values whole, with all that they need, so that llvm-as takes the text by itself:
 * structs, COMDATs, groups of attributes, nodes, and of named nodes the units and flags that debug
 * information needs; whole as well what an alias or ifunc leads to and whose blocks have their
 * address taken, other global values as declarations. Numbers are those of the whole text. */
BL_API int bl_printer_print_closed(struct bl_printer *printer, const uint32_t *values, uint32_t n,
                                   bl_put_fn *put, void *context, struct bl_error *err);
/* "%struct.a = type { i32 }", of type number TYPE. */
BL_API int bl_printer_print_type(struct bl_printer *printer, uint32_t type, bl_put_fn *put,
                                 void *context, struct bl_error *err);
/* The summary of ThinLTO, which names this module PATH. */
BL_API int bl_printer_print_summary(struct bl_printer *printer, struct bl_view path, bl_put_fn *put,
                                    void *context, struct bl_error *err);
/* "!SLOT = …", as it is in the whole text */
BL_API int bl_printer_print_metadata(struct bl_printer *printer, uint32_t slot, bl_put_fn *put,
                                     void *context, struct bl_error *err);
/* "attributes #SLOT = { … }", likewise */
BL_API int bl_printer_print_attributes(struct bl_printer *printer, uint32_t slot, bl_put_fn *put,
                                       void *context, struct bl_error *err);

/* !N of metadata NUMBER as the file counts, of the module or, after bl_printer_load() or
 * bl_printer_use(), of the body; BL_NONE: a string, value or expression, or a node that nothing
 * leads to which llvm-dis prints. */
BL_API uint32_t bl_printer_metadata_slot(struct bl_printer *printer, uint32_t number);
/* What !SLOT is: *NUMBER of the metadata of the module (*FUNCTION is BL_NONE) or of the body of
 * *FUNCTION; BL_NONE: a location that an instruction has, without a record of METADATA. False:
 * nothing. */
BL_API bool bl_printer_find_metadata(struct bl_printer *printer, uint32_t slot, uint32_t *function,
                                     uint32_t *number);
/* #N of attribute group GROUP, which is for functions; BL_NONE: it has none, as no function or call
 * has it. */
BL_API uint32_t bl_printer_group_slot(struct bl_printer *printer, uint32_t group);

/* Pieces of lines. They return BL_OK; 1: "..." replaces a type's parts after the first 65,536 and
 * more (an error), a constant that contains itself (damage), or what is over four megabytes; or
 * BL_E_NOMEM. bl_printer_check() says what was damaged. */

/* Load the body of function VALUE, for pieces and bl_printer_next(). Errors: as
 * bl_function_load(). */
BL_API int bl_printer_load(struct bl_printer *printer, uint32_t value, struct bl_error *err);
/* The function that has the body loaded last, with its names and types. Borrowed, not to be
 * advanced; NULL: nothing has. */
BL_API struct bl_function *bl_printer_function(struct bl_printer *printer);
/* The next instruction of the body that was loaded: 1 after printing its line, without indentation,
 * debug records and comments; nothing where its opcode is not known. *INSTRUCTION is borrowed until
 * another body is loaded. 0 at the end; negative: the body, or something in a line, is damaged, and
 * nothing comes after. */
BL_API int bl_printer_next(struct bl_printer *printer, const struct bl_instruction **instruction,
                           bl_put_fn *put, void *context, struct bl_error *err);
/* Constants and types that pieces name are from now on those of the body that FUNCTION has loaded,
 * which must stay, or of the module (NULL). What has no constant is "<badref>". */
BL_API void bl_printer_use(struct bl_printer *printer, struct bl_function *function);

/* "i32", "%struct.a", "{ i32, ptr }", of the module or the body */
BL_API int bl_printer_put_type(struct bl_printer *printer, uint32_t type, bl_put_fn *put,
                               void *context);
/* What follows "%struct.a = type ": "{ i32 }", "opaque". Of what is no struct: nothing. */
BL_API int bl_printer_put_struct_body(struct bl_printer *printer, uint32_t type, bl_put_fn *put,
                                      void *context);
/* "align 8", "memory(read)", "\"key\"=\"value\""; IN_GROUP: as within "attributes #0 = { … }",
 * where align and others are written differently. */
BL_API int bl_printer_put_attribute(struct bl_printer *printer,
                                    const struct bl_attribute *attribute, bool in_group,
                                    bl_put_fn *put, void *context);
/* VALUE without its type: "@name", "%name", "%7", "42", "{ i32 1, ptr @x }" */
BL_API int bl_printer_put_value(struct bl_printer *printer, uint32_t value, bl_put_fn *put,
                                void *context);
/* Metadata NUMBER, as the file counts, as an operand: "!7", "!\"text\"", "!DIExpression()", "i32
 * %7" */
BL_API int bl_printer_put_metadata(struct bl_printer *printer, uint32_t number, bl_put_fn *put,
                                   void *context);
/* Metadata NUMBER in full: what follows "!7 = ", also of a node without a number */
BL_API int bl_printer_put_node(struct bl_printer *printer, uint32_t number, bl_put_fn *put,
                               void *context);
/* As bl_printer_put_node(), of !SLOT. After that no body is loaded or used. */
BL_API int bl_printer_put_slot(struct bl_printer *printer, uint32_t slot, bl_put_fn *put,
                               void *context);
/* "!llvm.module.flags = !{!0, !1}", of the module */
BL_API int bl_printer_put_named_metadata(struct bl_printer *printer,
                                         const struct bl_named_metadata *named, bl_put_fn *put,
                                         void *context);
/* " !dbg !7" */
BL_API int bl_printer_put_attachment(struct bl_printer *printer, uint32_t kind, uint32_t node,
                                     bl_put_fn *put, void *context);

BL_END_DECLS

#endif /* BITLEAP_PRINT_H */
