# system.mk - SYSTEM=wasi, by `make wasm`: Debian's C library for WebAssembly; beside it are what is small of other libraries
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# No other headers than those: what the system has in /usr/include is of another C library.
BASE_FLAGS := $(filter-out -pthread -fPIC,$(BASE_FLAGS)) --target=wasm32-wasi -nostdlibinc -isystem /usr/include/wasm32-wasi \
              -isystem $(B)/include -Wno-gnu-statement-expression \
              -Wno-tautological-constant-out-of-range-compare -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_GETPID -DXXH_INLINE_ALL= -Ilib/base/wasi -include lib/base/wasi/wasi.h
# Where size_t has 32 bits, clang would warn of each number that is known to fit, too.
STRICT_clang := -Werror
# What lib/js calls beside the command. crt1.o lets it call the constructors, where crt1-command.o would have them called in
# each function that is exported.
EXPORTED   := __wasm_call_ctors malloc free bl_version bl_error_format bl_inputs_open bl_inputs_problem bl_table_get bl_table_column \
              bl_table_open bl_table_next_batch
# As deep as on Linux, and below all data, so that what goes deeper is a trap.
LDFLAGS_release := --target=wasm32-wasi -s -Wl,--gc-sections,--stack-first,-z,stack-size=8388608 $(EXPORTED:%=-Wl,--export=%) \
                   -nostartfiles $(shell $(CC) --target=wasm32-wasi -print-file-name=crt1.o)
CFLAGS_release := -O2
LIBS       := -lwasi-emulated-signal -lwasi-emulated-getpid
CMD_LIBS_release :=
CMD_LIBS   := $(LIBS)
NEEDED     :=
NOT_IN     := lib/base/library_loaded cmd/sql/sqlite_library lib/base/sigbus
