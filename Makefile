# Makefile - builds and installs the library and the command; `make help` lists the targets
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sources are found by wildcard: adding a file never means editing this one. Everything made goes to build/; what
# a user wants from a release build (bitleap, the libraries, bitleap.pc) is directly in it. What tests, checks and packs is
# in test/check.mk, what measures in bench/bench.mk.

MODE    ?= release
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
MANDIR  ?= $(PREFIX)/share/man
TIME    ?= 60
CLANG   ?= clang

# Only clang knows all the checks of MODE=asan.
ifeq ($(origin CC)-$(MODE),default-asan)
CC := $(CLANG)
else ifeq ($(origin CC),default)
CC := $(notdir $(shell command -v gcc || command -v cc || command -v clang || echo cc))
endif
INSTALL ?= install

$(if $(filter $(MODE),release debug asan tsan fuzz afl static),,$(error MODE is release, debug, asan or tsan))

# B holds objects and tests, OUT the products.
B   := build/$(MODE)
OUT := $(if $(filter release,$(MODE)),build,$(B))

comma := ,

# --- flags -----------------------------------------------------------------------------------------------------------

# The libraries that ours needs; everything that links, and bitleap.pc, reads this line.
LIBS := -lelf -lxxhash -lmd -pthread
CMD_LIBS := -ltre $(LIBS)
# The command itself has archives of them inside, where there are all, also of what libelf needs: it starts in three
# quarters of the time. ARCHIVES= has it load shared objects.
ARCHIVES := tre elf z xxhash md
ARCHIVED := $(if $(filter-out /%,$(foreach a,$(ARCHIVES),$(shell $(CC) -print-file-name=lib$a.a))),,$(ARCHIVES:%=-l%))
CMD_LIBS_static  := $(ARCHIVES:%=-l%) -pthread
CMD_LIBS_release := $(if $(ARCHIVED),-Wl$(comma)-Bstatic $(ARCHIVED) -Wl$(comma)-Bdynamic -pthread)
LDFLAGS_static  := -static -s -Wl,--gc-sections

CFLAGS_release := -O2 -g
CFLAGS_debug   := -Og -g
CFLAGS_asan    := -O1 -g1
CFLAGS_tsan    := -O1 -g1
CFLAGS_fuzz    := -O1 -g
CFLAGS_afl     := -O2 -g
CFLAGS_static  := -O2 -falign-functions=1 -fno-align-jumps -fno-pic -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections
CFLAGS ?= $(CFLAGS_$(MODE))

SANITIZE_memory := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
                   -fsanitize-ignorelist=$(CURDIR)/test/support/sanitizers.ignore
# Beside undefined behaviour: an implicit conversion that changes a value. Where one is meant, a cast says so.
SANITIZE_asan := $(SANITIZE_memory) -fsanitize=implicit-conversion,float-cast-overflow
SANITIZE_tsan := -fsanitize=thread
# Half of the time would go to checks of each pointer, as comparisons that the fuzzer sees. MODE=asan makes them on all
# seeds.
SANITIZE_fuzz := $(SANITIZE_memory) -fno-sanitize=null,alignment,pointer-overflow -fsanitize=fuzzer-no-link
SANITIZE := $(SANITIZE_$(MODE))

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wundef -Wvla -Wpointer-arith -Wwrite-strings -Wcast-qual \
        -Wstrict-prototypes -Wold-style-definition -Wformat=2 -Wimplicit-fallthrough -Wdouble-promotion
# Stricter, for what we ship. Assertions are for our own bugs: off in a release, on in every other mode.
WARN_SHIPPED := -Wmissing-prototypes
NDEBUG := $(if $(filter release static,$(MODE)),-DNDEBUG)

# Each compiler knows mistakes that the other passes over. For lint, and for all that is built with STRICT=yes.
STRICT_gcc   := -Werror -Wcast-align=strict
STRICT_clang := -Werror -Wshorten-64-to-32

BASE_FLAGS := -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Ilib -fPIC -pthread $(WARN) $(SANITIZE)
COMPILE = $(CC) $(BASE_FLAGS) $(PART_FLAGS) $(CPPFLAGS) $(CFLAGS) $(if $(STRICT),$(STRICT_$(CC))) $(EXTRA_CFLAGS) -MMD -MP -c
LINK    = $(CC) $(SANITIZE) $(CFLAGS) $(LDFLAGS_$(MODE)) $(LDFLAGS)

# --- what there is ---------------------------------------------------------------------------------------------------

VERSION := $(shell awk '/define BL_VERSION_(MAJOR|MINOR|PATCH) / { printf s $$3; s = "." }' lib/bitleap_base.h)
# What a client may be linked to: as long as the major version is 0, each minor version may break it.
NUMBERS := $(subst ., ,$(VERSION))
ABI     := $(firstword $(NUMBERS))$(if $(filter 0,$(firstword $(NUMBERS))),.$(word 2,$(NUMBERS)))
SONAME  := libbitleap.so.$(ABI)
SHARED  := libbitleap.so.$(VERSION)

objects = $(patsubst %.c,$(B)/obj/%.o,$(wildcard $1))

# A static command loads no shared libraries. Another SYSTEM than Linux with Debian's libraries has its flags, and what it
# lacks, in a directory of lib/base.
NOT_IN      := $(if $(filter static,$(MODE)),lib/base/library_loaded cmd/sql/sqlite_library,lib/base/library_none cmd/sql/sqlite_none)
ELF_NOT_IN  := lib/format/elf_none
-include $(SYSTEM:%=lib/base/%/system.mk)
NOT_IN      += $(ELF_NOT_IN)
LIB_OBJ     := $(filter-out $(NOT_IN:%=$(B)/obj/%.o) $(B)/obj/lib/examples/%,$(call objects,lib/*.c lib/*/*.c $(SYSTEM:%=lib/base/%/*.c)))
CMD_OBJ     := $(filter-out $(NOT_IN:%=$(B)/obj/%.o),$(call objects,cmd/*.c cmd/*/*.c))
BENCH_OUT   := $(OUT)/bench
BENCH_BIN   := $(BENCH_OUT)/bitleap-bench

# --- how to speak ----------------------------------------------------------------------------------------------------

# A quiet line per step, or the commands with V=1.
V ?= 0
Q   := $(if $(filter 1,$(V)),,@)
say  = @$(if $(filter 1,$(V)),:,printf '  %-5s%s\n' $1 '$(or $2,$@)')
MAKEFLAGS += --no-print-directory --no-builtin-rules
# What the caller's bash hands on would change what our scripts do.
unexport BASH_ENV BASHOPTS SHELLOPTS
# Targets that call make again use every core, unless the caller chose a -j.
SUBMAKE = $(MAKE) $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
# Writes TEXT to the target, but leaves a file that says the same alone, and with it its age.
write = @mkdir -p $(@D); printf '%s\n' "$$TEXT" | cmp -s - $@ || printf '%s\n' "$$TEXT" >$@

INCLUDED := test/check.mk bench/bench.mk

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all static man bindings wheel rust wasm page-library demo install uninstall clean deps help FORCE

# --- build -----------------------------------------------------------------------------------------------------------

PRODUCTS := $(addprefix $(OUT)/,bitleap libbitleap.a $(SHARED) bitleap0.so bitleap.duckdb_extension bitleap.pc)

all: $(PRODUCTS) ## build the command and the libraries (MODE=release|debug|asan|tsan)

$(OUT)/bitleap: $(CMD_OBJ) $(B)/libinternal.a
	$(call say,LINK)
	$(Q)$(LINK) -o $@ $^ $(or $(CMD_LIBS_$(MODE)),$(CMD_LIBS))

static: ## build/static/bitleap: one file that runs anywhere on this kind of machine, without SQL
	@.ci/deps build
	+@$(SUBMAKE) MODE=static build/static/bitleap

# Of all headers at once; the first one stands for all.
PAGES ?= $(OUT)/man
man: ## manual pages of the library, in build/man, by doxygen; `make install` installs them if they are there
	@.ci/deps man
	+@$(SUBMAKE) $(PAGES)/man3/bitleap.3
$(PAGES)/man3/bitleap.3: lib/Doxyfile lib/man_comments.awk lib/man_pages.sh cmd/bitleap.1 $(wildcard lib/*.h)
	$(call say,MAN)
	$(Q)lib/man_pages.sh $(PAGES) $(VERSION)

# Declarations for other languages, and the Python package.
BINDINGS := $(OUT)/bindings
WHEEL    := $(BINDINGS)/bitleap-$(VERSION)-py3-none-any.whl
bindings: ## bitleap.ffi.h and bitleap.api.json, in build/bindings, and the wheel; `make install` installs the first two if they are there
	@.ci/deps bindings
	+@$(SUBMAKE) $(BINDINGS)/bitleap.api.json $(WHEEL)
wheel: bindings ## the Python package, build/bindings/bitleap-VERSION-py3-none-any.whl
	@echo $(WHEEL)
$(BINDINGS)/bitleap.ffi.h $(BINDINGS)/bitleap.api.json: $(BINDINGS)/bitleap.%: lib/bindings/describe.py $(wildcard lib/*.h lib/*.def)
	$(call say,MAKE)
	@mkdir -p $(@D)
	$(Q)python3 lib/bindings/describe.py lib $(if $(filter ffi.h,$*),ffi,json) >$@
$(WHEEL): lib/python/make_wheel.py $(BINDINGS)/bitleap.ffi.h $(wildcard lib/python/bitleap/*.py)
	$(call say,MAKE)
	$(Q)python3 lib/python/make_wheel.py $(VERSION) $(SONAME) $(BINDINGS)/bitleap.ffi.h $@ >/dev/null

rust: ## the crates bitleap-sys and bitleap, in build/rust, a workspace of cargo
	@.ci/deps bindings
	@mkdir -p build/rust
	$(Q)cp -r lib/rust/. build/rust
	$(Q)python3 lib/bindings/describe.py lib rust >build/rust/bitleap-sys/src/bindings.rs

# Headers that depend on no C library are copied; that of ELF includes one of glibc, for constants that nobody here asks for.
WASM := build/wasm
wasm: ## the command as WebAssembly, in a package for npm, build/wasm/package, and in a page, build/wasm/bitleap.html
	@.ci/deps wasm
	@mkdir -p $(WASM)/include/bits $(WASM)/package
	$(Q)cp $(addprefix /usr/include/,xxhash.h sqlite3.h sqlite3ext.h elf.h) $(WASM)/include && : >$(WASM)/include/bits/auxv.h
	+@$(SUBMAKE) SYSTEM=wasi B=$(WASM) OUT=$(WASM) CC='$(CLANG)' AR='$(shell $(CLANG) -print-prog-name=llvm-ar)' $(WASM)/bitleap
	$(Q)python3 lib/js/make_package.py $(VERSION) $(WASM)

# Ours, with all that the parts of the library call of each other.
$(B)/libinternal.a: $(LIB_OBJ) $(B)/sources
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $(LIB_OBJ)

# That of clients has one object, and no global names but those of the headers.
OBJCOPY ?= $(or $(patsubst %gcc,%objcopy,$(filter %-linux-gnu-gcc,$(CC))),objcopy)
$(OUT)/libbitleap.a: $(LIB_OBJ) $(B)/sources
	$(call say,AR)
	$(Q)$(if $(SYSTEM),,$(CC) -r -nostdlib -o $(B)/libbitleap.o $(LIB_OBJ) && $(OBJCOPY) --localize-hidden $(B)/libbitleap.o)
	$(Q)rm -f $@ && $(AR) rcs $@ $(if $(SYSTEM),$(LIB_OBJ),$(B)/libbitleap.o)

$(OUT)/$(SHARED): $(LIB_OBJ) $(B)/sources $(B)/library.map
	$(call say,LINK)
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(B)/library.map $(if $(SANITIZE),,-Wl,-z,defs) \
	    -o $@ $(LIB_OBJ) $(LIBS)
	$(Q)ln -sf $(SHARED) $(@D)/$(SONAME) && ln -sf $(SHARED) $(@D)/libbitleap.so

# An extension of SQLite, all in one, which exports nothing but what SQLite looks for.
$(OUT)/bitleap0.so: $(LIB_OBJ) $(B)/sources $(B)/extension.map
	$(call say,LINK)
	$(Q)$(EXTENSION_LINK) -o $@ $(LIB_OBJ) $(LIBS)
$(OUT)/bitleap0.so: ENTRIES = sqlite3_bitleap_init=bl_sql_init sqlite3_bitleap_no_read_init=bl_sql_no_read_init
EXTENSION_LINK = $(LINK) -shared -Wl,--version-script=$(B)/extension.map $(ENTRIES:%=-Wl,--defsym=%) \
                 $(if $(SANITIZE),,-Wl,-z,defs)

# One of DuckDB, which wants a footer.
$(OUT)/bitleap.duckdb_extension: $(LIB_OBJ) $(B)/sources $(B)/extension.map lib/sql/duckdb_footer.sh
	$(call say,LINK)
	$(Q)$(EXTENSION_LINK) -o $@ $(LIB_OBJ) $(LIBS)
	$(Q)lib/sql/duckdb_footer.sh v$(VERSION) $(shell $(CC) -dumpmachine) >>$@
$(OUT)/bitleap.duckdb_extension: ENTRIES = bitleap_init_c_api=bl_sql_duckdb_init

$(B)/obj/lib/%.o: PART_FLAGS = -fvisibility=hidden $(WARN_SHIPPED) $(NDEBUG)
$(B)/obj/cmd/%.o: PART_FLAGS = -iquote cmd -fvisibility=hidden $(WARN_SHIPPED) $(NDEBUG)
# What a static command does once a run or a file is small instead of fast.
ifeq ($(MODE),static)
$(B)/obj/cmd/%.o: CFLAGS += $(if $(filter cmd/dump/%,$<),,-Os)
$(addprefix $(B)/obj/lib/,format/%.o inputs/%.o search/%.o): CFLAGS += -Os
endif

# What the assembler includes, the compiler does not know.
$(B)/obj/cmd/base/schema.o: $(wildcard cmd/schema/*.json)
$(B)/obj/cmd/cmd_completions.o: $(wildcard cmd/completions/*)
$(B)/obj/cmd/report/page.o: $(addprefix cmd/report/,template.html report.css report.js d3-hierarchy.min.js)

# The library that lays out the map of a report, with its licence before it, as it is in the tree.
D3 := d3-hierarchy
D3_VERSION := 3.1.3
page-library: ## fetch the library of cmd/report anew, and compare it with its checksum
	@.ci/deps page
	$(Q)rm -rf build/page/library && mkdir -p build/page/library
	$(Q)cd build/page/library && npm pack --silent $(D3)@$(D3_VERSION) >/dev/null && tar -xzf $(D3)-$(D3_VERSION).tgz
	$(Q)cd build/page/library/package && { echo '/*'; cat LICENSE; echo '*/'; cat dist/$(D3).min.js; } >../$(D3).min.js
	$(Q)cd build/page/library && sha256sum --quiet -c '$(CURDIR)/cmd/report/$(D3).sha256'
	$(Q)cp build/page/library/$(D3).min.js cmd/report/

$(B)/obj/%.o: %.c $(B)/flags Makefile $(INCLUDED) | $(B)/packages
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(COMPILE) -o $@ $<

# What a missing package would end in is a compiler's error about a header. A header and its package, for each:
NEEDED ?= libelf.h:libelf-dev xxhash.h:libxxhash-dev sha1.h:libmd-dev sqlite3ext.h:libsqlite3-dev tre/tre.h:libtre-dev
$(B)/packages: $(B)/flags
	$(Q)command -v $(firstword $(CC)) >/dev/null || \
	    { echo 'make: no C compiler $(firstword $(CC)); install gcc or clang, or run: make deps' >&2; exit 1; }
	$(Q)missing=; for n in $(NEEDED); do \
	    echo "#include <$${n%:*}>" | $(CC) $(CPPFLAGS) $(EXTRA_CFLAGS) -E -x c -o $@ - 2>/dev/null || \
	        { echo "make: no $${n%:*}, of the package $${n#*:}" >&2; missing=yes; }; \
	done; [ -z "$$missing" ] || { echo 'make: to install all that is missing, run: make deps' >&2; exit 1; }

# A change of flags, or of the files with the PART_FLAGS, recompiles everything; a file that came or went makes
# the archives, so all links, anew. Flags are those of all parts: otherwise they would have the PART_FLAGS of whatever
# asks for them first.
$(B)/flags: PART_FLAGS =
$(B)/flags: export TEXT = $(COMPILE) $(LINK) $(NDEBUG) $(WARN_SHIPPED) $(STUB)
$(B)/sources: export TEXT = $(ALL_OBJ) $(LIBS)
$(B)/library.map: export TEXT = BITLEAP_$(ABI) { global: bl_*; local: *; };
$(B)/extension.map: export TEXT = { global: sqlite3_bitleap_*; bitleap_init_c_api; local: *; };
$(OUT)/bitleap.pc: export TEXT = $(PC)
$(B)/flags $(B)/sources $(B)/extension.map $(B)/library.map $(OUT)/bitleap.pc: FORCE
	$(write)

define PC
# bitleap.pc - how to compile and link against the library
prefix=$(PREFIX)
libdir=$(LIBDIR)
includedir=$${prefix}/include

Name: bitleap
Description: Memory-mapped index of LLVM bitcode
Version: $(VERSION)
Cflags: -I$${includedir}
Requires.private: libelf libxxhash libmd
Libs: -L$${libdir} -lbitleap
Libs.private: -pthread
endef

# What every script gets.
SCRIPT_ENV = BITLEAP='$(CURDIR)/$(OUT)/bitleap' BITLEAP_BENCH='$(CURDIR)/$(BENCH_BIN)' \
             BITLEAP_SRC='$(CURDIR)' MODE=$(MODE) CC='$(CC)' SANITIZE='$(SANITIZE)'

demo: ## show what the command does, on a small file
	@.ci/deps build
	+@$(SUBMAKE) all
	@$(SCRIPT_ENV) test/support/demo.sh

include $(INCLUDED)

ALL_OBJ := $(LIB_OBJ) $(CMD_OBJ) $(BENCH_OBJ) $(TEST_OBJ)
-include $(ALL_OBJ:.o=.d)

# --- install ---------------------------------------------------------------------------------------------------------

# Completions are what the command says they are.
SHELLS      := bash zsh fish
COMPLETIONS := $(SHELLS:%=$(B)/completions/%)
$(COMPLETIONS): $(B)/completions/%: $(OUT)/bitleap
	@mkdir -p $(@D)
	$(Q)$< completions $* >$@

SHARE := $(PREFIX)/share
# What goes where: source:directory:name:mode
INSTALLED := \
    $(OUT)/bitleap:$(PREFIX)/bin:bitleap:755 \
    $(foreach header,$(wildcard lib/*.h lib/*.hpp lib/*.def),$(header):$(PREFIX)/include:$(notdir $(header)):644) \
    $(OUT)/libbitleap.a:$(LIBDIR):libbitleap.a:644 \
    $(OUT)/$(SHARED):$(LIBDIR):$(SHARED):644 \
    $(OUT)/bitleap0.so:$(LIBDIR):bitleap0.so:755 \
    $(OUT)/bitleap.duckdb_extension:$(LIBDIR):bitleap.duckdb_extension:755 \
    $(OUT)/bitleap.pc:$(LIBDIR)/pkgconfig:bitleap.pc:644 \
    $(foreach file,$(wildcard lib/*.cmake),$(file):$(LIBDIR)/cmake/bitleap:$(notdir $(file)):644) \
    $(foreach page,$(wildcard cmd/*.1),$(page):$(MANDIR)/man1:$(notdir $(page)):644) \
    $(B)/completions/bash:$(SHARE)/bash-completion/completions:bitleap:644 \
    $(B)/completions/zsh:$(SHARE)/zsh/site-functions:_bitleap:644 \
    $(B)/completions/fish:$(SHARE)/fish/vendor_completions.d:bitleap.fish:644
# Runs the command once per file, with these four as $$1 to $$4.
each_installed = $(Q)set -e; for f in $(INSTALLED); do IFS=:; set -- $$f; $1; done
LIB_LINKS := $(SONAME) libbitleap.so

install: all $(COMPLETIONS) ## install below PREFIX (/usr/local), LIBDIR, MANDIR; DESTDIR stages
	$(call each_installed,$(INSTALL) -D -m $$4 $$1 "$(DESTDIR)$$2/$$3")
	$(Q)for link in $(LIB_LINKS); do ln -sf $(SHARED) "$(DESTDIR)$(LIBDIR)/$$link"; done
	$(Q)[ ! -d "$(PAGES)" ] || { $(INSTALL) -d "$(DESTDIR)$(MANDIR)/man3" && \
	    $(INSTALL) -m 644 "$(PAGES)"/man3/*.3 "$(DESTDIR)$(MANDIR)/man3"; }
	$(Q)[ ! -d "$(BINDINGS)" ] || { $(INSTALL) -d "$(DESTDIR)$(SHARE)/bitleap" && \
	    $(INSTALL) -m 644 "$(BINDINGS)"/bitleap.ffi.h "$(BINDINGS)"/bitleap.api.json "$(DESTDIR)$(SHARE)/bitleap"; }

uninstall: ## remove what install put there
	$(call each_installed,rm -f "$(DESTDIR)$$2/$$3")
	$(Q)for link in $(LIB_LINKS); do rm -f "$(DESTDIR)$(LIBDIR)/$$link"; done
	$(Q)for page in "$(PAGES)"/man3/*.3; do rm -f "$(DESTDIR)$(MANDIR)/man3/$${page##*/}"; done
	$(Q)rm -f "$(DESTDIR)$(SHARE)"/bitleap/bitleap.ffi.h "$(DESTDIR)$(SHARE)"/bitleap/bitleap.api.json

# --- the rest --------------------------------------------------------------------------------------------------------

clean: ## remove build/
	$(Q)rm -rf build

deps: ## install the packages that build and test need (GROUPS="test man bindings wasm lint cross peers fuzz bench page sql schema deb consumers zig cluster")
	@.ci/deps $(or $(GROUPS),test)

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile $(INCLUDED)
