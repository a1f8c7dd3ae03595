/* bitleap.h - read LLVM bitcode in place: map a file, index its blocks, decode on demand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A client that prints the functions which a file defines:
 *
 *   #include <bitleap.h>
 *   #include <stdio.h>
 *
 *   int main(int argc, char **argv)
 *   {
 *       struct bl_module *module;
 *       const struct bl_global *globals;
 *       uint32_t n;
 *       struct bl_error err;
 *       if (argc != 2)
 *           return 2;
 *       if (bl_module_open_file(&module, argv[1], NULL, 0, &err) < 0 ||
 *           bl_module_globals(module, &globals, &n, &err) < 0) {
 *           char text[256];
 *           bl_error_format(&err, NULL, text, sizeof text);
 *           fprintf(stderr, "%s: %s\n", argv[1], text);
 *           return 1;
 *       }
 *       for (const struct bl_global *g = globals; g < globals + n; g++)
 *           if (g->kind == BL_GLOBAL_FUNCTION && !g->is_declaration)
 *               printf("%.*s\n", (int)g->name.size, (const char *)g->name.data);
 *       bl_module_close(module);
 *   }
 *
 * Where to begin, and examples (in lib/examples, or as client_*.c in test/consumers/clients):
 *
 *   I want to …                                  function                     example
 *   list the functions of a file                 bl_module_open_file()        list_functions.c
 *   list them in anything: archives, folders     bl_query_next_module()       client_functions.c
 *   see which file defines a name                bl_catalog_find()            archive_lookup.c
 *   load a body when it is called                bl_catalog_load()            lazy_loader.c
 *   read the instructions of one function        bl_function_next()           one_body.c
 *   follow a value to its uses                   bl_body_graph_open()         client_unchecked.c
 *   know who calls whom                          bl_call_graph_open()         client_call_graph.c
 *   know where in the source code comes from     bl_source_place_find()       client_places.c
 *   see symbols as a linker does                 bl_symbols_open()            plugin_symbols.c
 *   print LLVM assembly                          bl_printer_print_module()
 *   get rows and columns, for any engine         bl_table_open()              print_table.c
 *   read any bitstream, not only LLVM IR         bl_cursor_next()             unknown_blocks.c
 *   know all that is wrong with a file           bl_verify()                  damaged_file.c
 *   use all cores                                bl_parallel()                parallel_bodies.c
 *   rename symbols, change their linkage         bl_edit()                    localize.c
 *   have one function as a module                bl_slice_open()              slice_jit.cc
 *   leave out debug information or names         bl_strip()
 *   make it smaller; let an older LLVM read it   bl_repack(), bl_lower()
 *   write a stream of my own                     bl_writer_open()             write_stream.c
 *
 * Conventions:
 *  - Functions return 0 or a positive answer, and a negative bl_status on failure. Iterators return
 *    1 for an item, 0 at the end, negative on failure.
 *  - An unknown flag, or one that a function does not support, is BL_E_ARGUMENT.
 *  - A bit position has 64 bits and counts from the first bit of the stream (its magic). A byte
 *    offset counts from the first byte of the file.
 *  - "Borrowed" memory belongs to another object; the comment says which, and until when it is
 *    valid. "Static" text is valid for ever.
 *  - A function that opens an object sets it to NULL on failure, or, where its comment says so, to
 *    what precedes the damage, which is to be closed as any other. Close functions ignore NULL.
 *  - Functions that name a value return NULL for one that they do not know; of streams and remarks
 *    "unknown" and "Unknown".
 *  - The library never prints, never exits, and keeps no mutable global state except for
 *    BL_OPEN_GUARDED and the choice of a CPU variant. The first use of a variant reads the
 *    environment: call bl_cpu_name(BL_CPU_BEST) before you start threads that change it.
 *  - One thread at a time uses an object; different threads may use different objects. Any number
 *    of threads may share what is only read: a bl_file, a bl_stream, a bl_split, a bl_catalog, and
 *    a bl_index that is complete (bl_index_expand). Each thread then has cursors, walks, records
 *    and modules of its own.
 *  - "Document" is the LLVM Bitcode File Format document; LLVM headers are named by file.
 *
 * Each header below can also be included alone.
 */
#ifndef BITLEAP_H
#define BITLEAP_H

/* In reading order, by what a client needs first. */
/* clang-format off */

/* Start: most clients need no more. */
#include "bitleap_base.h"     /* errors, borrowed bytes, files */
#include "bitleap_stream.h"   /* one bitstream: its kind, its records, a cursor over one block */
#include "bitleap_index.h"    /* where each block of a stream is */
#include "bitleap_search.h"   /* all streams in a file, whatever containers they are in */
#include "bitleap_module.h"   /* LLVM IR: modules and their global values */
#include "bitleap_print.h"    /* names, values, types, metadata and errors as text */

/* LLVM IR: what else a module says. */
#include "bitleap_symbols.h"  /* modules as linkers see them: symbols, summaries of ThinLTO */
#include "bitleap_types.h"    /* types and attributes */
#include "bitleap_constants.h" /* constants, and what numbers of values stand for */
#include "bitleap_metadata.h" /* strings and nodes of metadata */
#include "bitleap_function.h" /* the bodies of functions */
#include "bitleap_graph.h"    /* all of a body: blocks that lead to blocks, uses of values */
#include "bitleap_debug.h"    /* debug information: subprograms, files, where code comes from */
#include "bitleap_references.h" /* which global values use which: the call graph */
#include "bitleap_layout.h"   /* bytes that values of a type take in memory */
#include "bitleap_numbers.h"  /* numbers of what has no name: !7, #3, %4 */
#include "bitleap_demangle.h" /* names of C++ and Rust as people write them */
#include "bitleap_analysis.h" /* who reaches whom, what definitions say, lines that differ */
#include "bitleap_contents.h" /* what functions and globals say, as hashes that modules share */

/* Many files. */
#include "bitleap_catalog.h"  /* an index of many files, on disk, and look-up by name */
#include "bitleap_query.h"    /* what operands name, as one catalog */
#include "bitleap_tables.h"   /* what is in bitcode, as tables with typed columns */
#include "bitleap_sql.h"      /* the tables in SQLite and DuckDB */
#include "bitleap_parallel.h" /* jobs on several threads */

/* Rare: the container itself, other streams than LLVM IR, writing. */
#include "bitleap_walk.h"     /* all entries of a stream, in order; and in pieces, for threads */
#include "bitleap_primitives.h" /* the primitives of an entry, bit by bit */
#include "bitleap_remarks.h"  /* optimization remarks */
#include "bitleap_ast.h"      /* clang's precompiled headers and modules */
#include "bitleap_stats.h"    /* where the bits of streams go */
#include "bitleap_verify.h"   /* all that can be checked about a stream */
#include "bitleap_writer.h"   /* the other direction */
#include "bitleap_rewrite.h"  /* a stream written again, with changes */
#include "bitleap_repack.h"   /* the same records in fewer bits */
#include "bitleap_ideal.h"    /* how few bits records could have */
#include "bitleap_strip.h"    /* debug information and other things left out */
#include "bitleap_slice.h"    /* some definitions as a module of their own */
#include "bitleap_lower.h"    /* the same program as an older LLVM reads it */
#include "bitleap_edit.h"     /* names, linkage, target and paths of modules, changed */
#include "bitleap_codes.h"    /* numbers of blocks, records and kinds of attributes */
#include "bitleap_names.h"    /* names of blocks and records */
#include "bitleap_bits.h"     /* CPU variants, and runs of values of one encoding */
#include "bitleap_limits.h"   /* how much of everything a stream may hold */
/* clang-format on */

#endif /* BITLEAP_H */
