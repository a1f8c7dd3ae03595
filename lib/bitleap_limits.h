/* bitleap_limits.h - how much of everything a stream may hold
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_LIMITS_H
#define BITLEAP_LIMITS_H

/* ---- Limits ----
 * What is within the grammar but beyond one of these ends in BL_E_LIMIT. They bound memory by a
 * small multiple of the stream, whatever its bytes claim.
 */

/* Blocks nested in blocks. Compilers reach 5. */
#define BL_MAX_DEPTH 4096

/* Containers in containers. */
#define BL_MAX_CONTAINER_DEPTH 16

/* The parts of one container that are searched have, in all, no more bytes than the container:
 * overlapping parts are not searched again and again. So the time of a search is bounded, except
 * for thin archives, whose members are files of their own: each is read as often as it is named. A
 * search has one of them open at a time; a catalog keeps those from which it was asked for streams
 * (bl_catalog_load). */

/* Rows of a Parquet file whose value a dictionary has once are searched beyond that: together they
 * have no more bytes than this, 64 more for each row. */
#define BL_MAX_REPEATED_BYTES_FLOOR 16777216
#define BL_MAX_REPEATED_BYTES_PER_BYTE 256

/* What is unpacked of one file (bl_file_unpack) may have 64 MiB, or 1,000 bytes for each byte of
 * the file if that is more, and 16 GiB in all; a million files; and packed files in packed files up
 * to 8 times. */
#define BL_MAX_UNPACKED_BYTES_FLOOR 67108864
#define BL_MAX_UNPACKED_BYTES_PER_BYTE 1000
#define BL_MAX_UNPACKED_BYTES 17179869184

/* Bytes of the paths that one search returns, in all: 1 MiB, or 16 for each byte of the file if
 * that is more, and 16 for each byte of each file that a thin archive names, however often. The
 * names in it count once more. At the limit the search ends. */
#define BL_MAX_PATH_BYTES_FLOOR 1048576
#define BL_MAX_PATH_BYTES_PER_BYTE 16

/* Streams that one search returns, with what it cannot read: 65,536, and one more for each 64 bytes
 * of the file, and of each file that a thin archive names. Compilers' have a hundred bytes or more;
 * of four bytes each, a magic number, a caller might keep many times the file. At the limit the
 * search ends. */
#define BL_MAX_STREAMS_FLOOR 65536
#define BL_LEAST_BYTES_PER_STREAM 64

/* Operands of one record: 65,536, or four for each byte of the stream if that is more. LLVM uses
 * two bits and more for a part of an array. A body that is printed has no more in all its
 * instructions, by which a debug record counts as four and an attachment as two. */
#define BL_MAX_OPERANDS_FLOOR 65536
#define BL_MAX_OPERANDS_PER_BYTE 4

/* Operands of all records of a stream that bl_repack() writes anew, or bl_ideal_add() measures:
 * 65,536, or 16 for each byte of the stream if that is more. Compilers' modules have one or two a
 * byte, repacked ones, too; a record by an abbreviation of literals has a thousand in three bits.
 * bl_repack() leaves a stream that has more as it is. */
#define BL_MAX_RECODED_OPERANDS_FLOOR 65536
#define BL_MAX_RECODED_OPERANDS_PER_BYTE 16

/* Operands of a constant of a kind that has a fixed number of them, five at most, so that a caller
 * can read it many times. Its abbreviation cannot have more either, nor a VBR of one bit, which has
 * no maximum length. */
#define BL_MAX_FIXED_OPERANDS 64

/* Memory for the abbreviations and BLOCKINFO blocks in force at once: 1 MiB, plus four bytes for
 * each byte of the stream. */
#define BL_MAX_ABBREV_BYTES_FLOOR 1048576
#define BL_MAX_ABBREV_BYTES_PER_BYTE 4

/* Bytes of all the text that a printer of LLVM assembly makes, whole modules and parts of them,
 * unless bl_printer_limit() sets another limit: 64 KiB, plus 128 for each byte of the stream.
 * Compilers' modules have 2 to 13, with annotations 15. */
#define BL_MAX_TEXT_BYTES_FLOOR 65536
#define BL_MAX_TEXT_BYTES_PER_BYTE 128

/* Calls and references that bl_thin_link_imports() follows, for all modules of a link together:
 * 16,777,216, and 1,000 for each summary, call and reference there is. Each module may import all
 * that another one defines, and looks at what that refers to. */
#define BL_MAX_IMPORT_STEPS_FLOOR 16777216
#define BL_MAX_IMPORT_STEPS_PER_ITEM 1000

/* Literal operands of one abbreviation. Compilers use a handful. */
#define BL_MAX_ABBREV_LITERALS 1024

/* Widest Fixed or VBR operand, and widest abbreviation id (BitstreamReader.h, MaxChunkSize). */
#define BL_MAX_WIDTH 32

#endif /* BITLEAP_LIMITS_H */
