# system.mk - SYSTEM=musl, by `make cross-musl`: Debian's static libraries, as far as they need nothing of glibc's
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
BASE_FLAGS += -DXXH_INLINE_ALL=
DEBIAN     := /usr/lib/x86_64-linux-gnu
# Of gcc, what __builtin_cpu_supports() asks.
LIBS       := $(DEBIAN)/libmd.a $(shell gcc -print-libgcc-file-name)
CMD_LIBS_release :=
CMD_LIBS   := $(DEBIAN)/libtre.a $(LIBS)
NEEDED     := xxhash.h:libxxhash-dev sha1.h:libmd-dev sqlite3ext.h:libsqlite3-dev tre/tre.h:libtre-dev
ELF_NOT_IN := lib/format/elf_object
