# system.mk - SYSTEM=macos, by `make cross-macos`: all that is needed beside headers is in its C library
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The format has MD5 in it, which macOS calls deprecated.
BASE_FLAGS += -D_DARWIN_C_SOURCE -Wno-deprecated-declarations -DXXH_INLINE_ALL= -Ilib/base/macos -include lib/base/macos/macos.h
LIBS       :=
CMD_LIBS_release :=
CMD_LIBS   :=
NEEDED     := xxhash.h:libxxhash-dev sqlite3ext.h:libsqlite3-dev
ELF_NOT_IN := lib/format/elf_object
