/* format/container.h - any container: which one it is, and what it holds
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The formats of this folder in one iterator; format/part.h has the contract.
 */
#ifndef BL_FORMAT_CONTAINER_H
#define BL_FORMAT_CONTAINER_H

#include "format/ar.h"
#include "format/coff_object.h"
#include "format/dxbc.h"
#include "format/elf_object.h"
#include "format/fat.h"
#include "format/fatbin.h"
#include "format/macho.h"
#include "format/metallib.h"
#include "format/msf.h"
#include "format/offload.h"
#include "format/offload_bundle.h"
#include "format/parquet.h"
#include "format/tar.h"
#include "format/wasm.h"

/* Probed in this order. COFF objects have no magic and come last. */
enum bl_container_kind {
    BL_CONTAINER_NONE = 0,
    BL_CONTAINER_AR,
    BL_CONTAINER_ELF,
    BL_CONTAINER_MACHO,
    BL_CONTAINER_FAT,
    BL_CONTAINER_DXBC,
    BL_CONTAINER_WASM,
    BL_CONTAINER_OFFLOAD,
    BL_CONTAINER_OFFLOAD_BUNDLE,
    BL_CONTAINER_FATBIN,
    BL_CONTAINER_METALLIB,
    BL_CONTAINER_MSF,
    BL_CONTAINER_PARQUET,
    BL_CONTAINER_TAR,
    BL_CONTAINER_COFF,
};

struct bl_container {
    enum bl_container_kind kind;
    union {
        struct bl_ar ar;
        struct bl_elf elf;
        struct bl_macho macho;
        struct bl_fat fat;
        struct bl_dxbc dxbc;
        struct bl_wasm wasm;
        struct bl_offload offload;
        struct bl_offload_bundle offload_bundle;
        struct bl_fatbin fatbin;
        struct bl_metallib metallib;
        struct bl_msf msf;
        struct bl_parquet parquet;
        struct bl_tar tar;
        struct bl_coff coff;
    } it;
};

enum bl_container_kind bl_container_probe(struct bl_view bytes);

/* "ELF file", "ar archive", … Static. NULL for BL_CONTAINER_NONE. */
const char *bl_container_name(enum bl_container_kind kind);

/* What to say of one with no stream in it. Static. */
const char *bl_container_hint(enum bl_container_kind kind);

/* "ar archive, no stream: a search finds those in it", for what is opened as a stream. Static. */
const char *bl_container_advice(enum bl_container_kind kind);

int bl_container_open(struct bl_container *c, enum bl_container_kind kind, struct bl_view bytes,
                      struct bl_error *err);
int bl_container_next(struct bl_container *c, struct bl_part *part, struct bl_error *err);

/* Fact NUMBER of the last part. 1, or 0: it has no more. Borrowed from C until the next part. */
int bl_container_fact(struct bl_container *c, uint32_t number, struct bl_fact *fact);

/* Whether its parts are images for devices. */
bool bl_container_has_images(enum bl_container_kind kind);

/* Whether it may hold command lines beside bitcode, as objects do. */
bool bl_container_has_commands(enum bl_container_kind kind);

void bl_container_close(struct bl_container *c);

#endif
