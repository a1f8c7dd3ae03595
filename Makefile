# Makefile - builds the library, the command, the tests and the benchmarks; `make help` lists the targets
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sources are found by wildcard: adding a file never means editing this one. Everything made goes to build/; what
# a user wants from a release build (bitleap, the libraries, bitleap.pc) is directly in it.

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
CFLAGS_static  := -O2 -fno-pic -ffunction-sections -fdata-sections
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
BENCH_OBJ   := $(filter-out %/example_engine.o,$(call objects,bench/*.c))
UNIT_OBJ    := $(call objects,test/unit/test_*.c test/unit/*/test_*.c)
STUB_OBJ    := $(call objects,test/criterion_stub/*.c)
SUPPORT_OBJ := $(call objects,test/support/*.c)
PROGRAM_OBJ := $(call objects,test/programs/*.c)
FAULT_OBJ   := $(call objects,test/faults/*.c)
TOOL_OBJ    := $(call objects,test/tools/*.c)
FUZZ_OBJ    := $(call objects,test/fuzz/fuzz_*.c)
REPLAY_OBJ  := $(call objects,test/fuzz/replay.c)
ALL_OBJ     := $(LIB_OBJ) $(CMD_OBJ) $(BENCH_OBJ) $(UNIT_OBJ) $(STUB_OBJ) $(SUPPORT_OBJ) $(PROGRAM_OBJ) $(FAULT_OBJ) \
               $(TOOL_OBJ) $(FUZZ_OBJ) $(REPLAY_OBJ)

# test/criterion_stub takes Criterion's place where that does not run, with ThreadSanitizer and in an emulator, and where
# it would begin each test as a program of its own, which AddressSanitizer makes slow.
STUB ?= $(filter asan tsan,$(MODE))

# Programs of the tests are in build/$(MODE)/test: the Criterion runner `unit`, programs/*, faults/*, fuzz/*; tools/*
# only help.
UNIT_BIN  := $(if $(UNIT_OBJ),$(B)/test/unit)
PROGRAM_BIN := $(PROGRAM_OBJ:$(B)/obj/test/%.o=$(B)/test/%)
FAULT_BIN := $(FAULT_OBJ:$(B)/obj/test/%.o=$(B)/test/%)
TOOL_BIN  := $(TOOL_OBJ:$(B)/obj/test/%.o=$(B)/test/%)
FUZZ_BIN  := $(FUZZ_OBJ:$(B)/obj/test/fuzz/fuzz_%.o=$(B)/test/fuzz/%)
FUZZ_NAMES := $(notdir $(FUZZ_BIN))
# LLVM's reader is an engine in a shared object of its own, for each version whose headers are installed.
BENCH_OUT  := $(OUT)/bench
BENCH_BIN  := $(BENCH_OUT)/bitleap-bench
BENCH_LLVM := $(if $(shell command -v $(CXX)),$(foreach v,19 22,$(if $(wildcard \
    /usr/lib/llvm-$v/include/llvm/Bitstream/BitstreamReader.h),$(BENCH_OUT)/engine_llvm$v.so)))

SHELLS      := bash zsh fish
COMPLETIONS := $(SHELLS:%=$(B)/completions/%)
C_FILES     := $(wildcard $(addsuffix /*.[ch],lib lib/* cmd cmd/* bench bench/peers test/* test/*/*) bench/*.cc)
SCRIPTS     := $(wildcard .ci/* cmd/builds/*.sh cmd/builds/*.bash lib/*.sh lib/sql/*.sh test/*.sh test/*/*.sh bench/*.sh corpora/*.sh)

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

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all static demo test test-cross test-programs test-threads check-peers lint format golden fuzz fuzz-command fuzz-programs \
        check-lit check-page check-sql check-cluster check-static page-library bench-report robustness bench bench-peers \
        bench-sql bench-start check-abi \
        bench-record bench-trend bench-compare bench-readme bench-programs stats install uninstall clean deps help check-schema \
        renew-schema man dist deb check-dist check-deb check-consumers cross-macos cross-musl release-check FORCE

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
$(B)/obj/test/%.o: PART_FLAGS = $(if $(STUB),$(STUB_FLAGS)) -Itest
# A fuzzer is to look for new ways through the library, not through what checks it.
$(B)/obj/test/support/%.o: PART_FLAGS += $(if $(filter fuzz,$(MODE)),-fno-sanitize=fuzzer-no-link)
# A check may come without a message.
STUB_FLAGS = -Itest/criterion_stub -Wno-format-zero-length -Wno-gnu-zero-variadic-macro-arguments

# What the assembler includes, the compiler does not know.
$(B)/obj/cmd/base/schema.o: $(wildcard cmd/schema/*.json)
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

$(B)/obj/%.o: %.c $(B)/flags Makefile | $(B)/packages
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

# A change of flags, or of this file, which has the PART_FLAGS, recompiles everything; a file that came or went makes
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

-include $(ALL_OBJ:.o=.d)

# --- test ------------------------------------------------------------------------------------------------------------

# What every script gets.
SCRIPT_ENV = BITLEAP='$(CURDIR)/$(OUT)/bitleap' BITLEAP_BENCH='$(CURDIR)/$(BENCH_BIN)' \
             BITLEAP_SRC='$(CURDIR)' MODE=$(MODE) CC='$(CC)' SANITIZE='$(SANITIZE)'

demo: ## show what the command does, on a small file
	@.ci/deps build
	+@$(SUBMAKE) all
	@$(SCRIPT_ENV) test/support/demo.sh

# The runner is make's own child, which make ends when it is ended itself.
test: ## run unit tests, programs, fuzz replays and cli scripts (ONLY="unit cli", MODE=asan, WHOLE=1: no samples)
	@.ci/deps test $(filter asan,$(MODE))
	+@$(SUBMAKE) all test-programs
	@exec env $(SCRIPT_ENV) test/run.sh $(B) $(ONLY)

# Programs whose comment names ThreadSanitizer, and the suites of files that have threads, in a build of their own: what
# the others call knows neither threads nor shared data.
THREADED := $(shell grep -l ThreadSanitizer test/programs/*.c)
THREADED_SUITES := $(sort $(shell grep -l thread test/unit/*/*.c | xargs grep -oh '^Test.[a-z_0-9]*' | cut -c 6-))
test-threads: ## run unit tests and programs of several threads under ThreadSanitizer
	@.ci/deps build
	+@$(SUBMAKE) MODE=tsan build/tsan/test/unit $(THREADED:%.c=build/tsan/%)
	@exec env $(SCRIPT_ENV) MODE=tsan UNIT_SUITES='--only $(THREADED_SUITES)' test/run.sh build/tsan unit programs

test-programs: $(UNIT_BIN) $(PROGRAM_BIN) $(FAULT_BIN) $(TOOL_BIN) $(FUZZ_BIN) $(BENCH_BIN)
	@:

$(B)/test/unit: $(UNIT_OBJ) $(if $(STUB),$(STUB_OBJ)) $(B)/test/libsupport.a $(B)/libinternal.a
	$(call say,LINK)
	$(Q)$(LINK) -o $@ $^ $(LIBS) $(if $(STUB),,-lcriterion)

$(PROGRAM_BIN) $(TOOL_BIN): $(B)/test/%: $(B)/obj/test/%.o $(B)/test/libsupport.a $(B)/libinternal.a
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBS)

# How the command finds SQLite.
$(B)/test/programs/sql_queries $(B)/test/programs/sql_threads: $(B)/obj/cmd/sql/sqlite_library.o
$(B)/obj/test/programs/sql_queries.o $(B)/obj/test/programs/sql_threads.o: PART_FLAGS += -iquote cmd

# What can be made to fail in these programs (test/support/faults.h).
FAULT_LINK := $(addprefix -Wl$(comma)--wrap=,malloc calloc realloc strdup strndup vasprintf realpath getcwd opendir \
    fdopendir readdir64 tre_regcomp tre_regnexec elf_memory pthread_create read write pwrite64 fsync \
    rename)
$(FAULT_BIN): $(B)/test/%: $(B)/obj/test/%.o $(B)/test/libsupport.a $(B)/libinternal.a
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(LINK) $(FAULT_LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(CMD_LIBS)
# The command, run by a main() that takes the place of its own.
$(B)/test/faults/command: FAULT_LINK += -Wl,--wrap=main
$(B)/test/faults/command: $(CMD_OBJ)

# In MODE=fuzz libFuzzer brings main(); otherwise replay.c does.
FUZZ_MAIN := $(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer,$(REPLAY_OBJ))
$(B)/test/fuzz/%: $(B)/obj/test/fuzz/fuzz_%.o $(filter %.o,$(FUZZ_MAIN)) $(B)/test/libsupport.a $(B)/libinternal.a
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(LINK) $(filter -f%,$(FUZZ_MAIN)) $(FUZZ_LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(CMD_LIBS)
# All of the command except its main().
$(B)/test/fuzz/report: $(filter-out %/cmd/main.o,$(CMD_OBJ))
$(B)/test/fuzz/report: FUZZ_LINK = -Wl,--wrap=say
$(B)/obj/test/fuzz/fuzz_report.o: PART_FLAGS += -iquote cmd

$(B)/test/libsupport.a: $(SUPPORT_OBJ) $(B)/sources
	$(call say,AR)
	$(Q)mkdir -p $(@D) && rm -f $@ && $(AR) rcs $@ $(SUPPORT_OBJ)

test-cross: ## run them built for other machines, in emulators (ARCH="s390x aarch64 i386", ONLY=...)
	@.ci/deps cross
	+@for arch in $(or $(ARCH),s390x aarch64 i386); do MAKE='$(SUBMAKE)' test/cross.sh $$arch $(ONLY) || exit 1; done

check-peers: ## compare with LLVM's own tools (ONLY="streams symbols functions ir uses reach dis tables rewrite strip", FILES="a.bc b.bc", EVERY=10)
	@.ci/deps peers
	+@$(SUBMAKE) all $(TOOL_BIN)
	@for what in $(or $(ONLY),streams symbols functions ir uses reach dis tables rewrite strip); do \
	    $(SCRIPT_ENV) MAKE_BAD='$(B)/test/tools/make_bad' \
	        test/check-$$what.sh $(if $(EVERY),--every $(EVERY)) $(FILES) || exit 1; \
	done

check-lit: ## run LLVM's own tests with our commands for its tools (TESTS=llvm-project/llvm/test, ONLY="llvm-nm llvm-bcanalyzer")
	@[ -n '$(TESTS)' ] || { echo 'check-lit: TESTS is llvm/test of a checkout of LLVM' >&2; exit 2; }
	@.ci/deps lit
	+@$(SUBMAKE) all
	@$(SCRIPT_ENV) test/check-lit.sh '$(TESTS)' $(ONLY)

# The second library is one of the next version, whose structs have more fields, and its enums more values.
check-abi: ## run clients with a library whose structs and enums have grown; compare the library with the last release
	@.ci/deps lint
	+@$(SUBMAKE) all
	@test/grow-headers.sh build/grown/headers
	+@$(SUBMAKE) MODE=asan B=build/grown OUT=build/grown EXTRA_CFLAGS='-iquote build/grown/headers -Wno-switch' \
	    build/grown/$(SHARED)
	@CC='$(CLANG)' test/check-abi.sh build/grown

check-page: ## look at reports in a browser: views, search, keys, numbers, accessibility; pictures in build/page
	@.ci/deps page
	+@$(SUBMAKE) all
	@exec env $(SCRIPT_ENV) node test/page/page_test.mjs build/page build/page/out

check-static: ## try the static command, here and for aarch64, with nothing around it
	@.ci/deps cross
	+@$(SUBMAKE) all static
	+@for arch in native aarch64; do MAKE='$(SUBMAKE)' $(SCRIPT_ENV) test/check-static.sh $$arch || exit 1; done

check-sql: ## ask all tables from sqlite3, Python, Node and DuckDB; ClickHouse reads what is exported
	@.ci/deps sql
	+@$(SUBMAKE) all test-programs
	@exec env $(SCRIPT_ENV) test/check-sql.sh build/sql

check-cluster: ## index a tree by Slurm, load two ClickHouse servers, ask ten questions (FILES=8000, TREE=dir, SHARDS=4)
	@.ci/deps cluster
	+@$(SUBMAKE) all
	@exec test/cluster/check_cluster.py $(OUT)/bitleap build/sql $(if $(TREE),--tree $(TREE)) $(if $(FILES),--files $(FILES)) \
	    $(if $(SHARDS),--shards $(SHARDS))

check-schema: ## hold all that --json prints, of each file and of damaged ones, against the schemas of cmd/schema
	@.ci/deps schema
	+@$(SUBMAKE) all
	@$(SCRIPT_ENV) test/schema/outputs.sh build/schema/out
	@cd build/schema && node ../../test/schema/validate.mjs '$(CURDIR)/$(OUT)/bitleap' out

renew-schema: all ## widen the schemas of cmd/schema by what --json prints now; a number goes up where a promise is broken
	@$(SCRIPT_ENV) test/schema/outputs.sh build/schema/out
	@python3 test/schema/schemas.py renew build/schema/out

golden: ## rewrite test/golden from what the command prints now; read the diff before you commit it
	+@$(SUBMAKE) all $(BENCH_BIN)
	@exec env $(SCRIPT_ENV) BITLEAP_GOLDEN=update test/run-cli.sh

fuzz: ## fuzz every target with libFuzzer and print a table (TARGET="ar elf" picks, TIME=60 seconds each)
	@.ci/deps fuzz
	+@$(SUBMAKE) MODE=fuzz CC='$(CLANG)' fuzz-programs
	@test/run-fuzz.sh build/fuzz $(TIME) $(or $(TARGET),$(FUZZ_NAMES))

fuzz-programs: $(FUZZ_BIN)
	@:

fuzz-command: ## fuzz the command with AFL++ (COMMAND="verify nm", TIME=60 seconds each)
	@.ci/deps fuzz
	+@$(SUBMAKE) MODE=afl CC=afl-clang-fast AFL_QUIET=1 build/afl/bitleap
	@test/run-afl.sh build/afl $(TIME) $(or $(COMMAND),verify)

# ROBUSTNESS_ARGS: see test/tools/robustness.c. What compilers wrote weighs more than what was damaged before.
robustness: ## 10,000 damaged files through our commands and LLVM's (ONLY=number, ROBUSTNESS_ARGS=--mutants=500)
	@.ci/deps peers
	+@$(SUBMAKE) all $(B)/test/tools/robustness
	@$(SCRIPT_ENV) $(B)/test/tools/robustness --out=$(B)/robustness $(ONLY:%=--only=%) $(ROBUSTNESS_ARGS) \
	    corpora/small corpora/small corpora/small corpora/fuzz

# --- measure ---------------------------------------------------------------------------------------------------------

bench: bench-programs ## compare the decoders that are there (BENCH_ARGS=... FILES="a.bc b.bc")
	@$(SCRIPT_ENV) $(BENCH_BIN) $(BENCH_ARGS) $(FILES)

bench-compare: bench-programs $(OUT)/libbitleap.a ## compare with an older revision of the library (REV=..., BENCH_ARGS=...)
	@[ -n '$(REV)' ] || { echo 'bench-compare: REV is a revision, for example REV=HEAD~1' >&2; exit 2; }
	+@$(SCRIPT_ENV) LIBS='$(LIBS)' bench/compare.sh $(BENCH_BIN) '$(REV)' $(BENCH_ARGS) $(FILES)

bench-sql: ## how fast questions in SQL are answered, against what is promised (FILES=a directory; else corpora/large)
	@.ci/deps sql
	+@$(SUBMAKE) all
	@$(SCRIPT_ENV) python3 bench/sql_rows.py $(BENCH_ARGS) $(or $(FILES),corpora/large)

bench-start: all ## how long the command takes to start, against an empty program (BENCH_ARGS=...)
	@$(SCRIPT_ENV) python3 bench/start_rows.py $(BENCH_ARGS) corpora/small/thin-b.clang22.bc

bench-readme: bench-programs ## put the results of a run into bench/README.md; on a quiet machine
	@$(SCRIPT_ENV) bench/results.sh $(BENCH_BIN)

bench-record: bench-programs ## keep the results of this version on this kind of machine in bench/results; for releases
	@$(BENCH_BIN) --targets --json $(BENCH_ARGS) >$(BENCH_OUT)/record.json 2>/dev/null
	@python3 bench/trend.py add $(BENCH_OUT)/record.json

bench-trend: ## plot the versions in bench/results, build/bench/trend.svg
	@mkdir -p $(BENCH_OUT)
	@python3 bench/trend.py plot $(BENCH_OUT)/trend.svg
	@echo '$(BENCH_OUT)/trend.svg'

bench-report: ## a page of a run, build/bench/report.html (RUN=a.json, BEFORE=b.json: of bitleap-bench --json; else a new run)
	$(if $(RUN),,+@$(SUBMAKE) bench-programs)
	$(if $(RUN),,@$(SCRIPT_ENV) $(BENCH_BIN) --json $(BENCH_ARGS) $(FILES) >$(BENCH_OUT)/run.json)
	@mkdir -p $(BENCH_OUT)
	@python3 bench/bench_page.py $(or $(RUN),$(BENCH_OUT)/run.json) $(BEFORE) >$(BENCH_OUT)/report.html
	@echo '$(BENCH_OUT)/report.html'

bench-programs: $(BENCH_BIN) $(BENCH_LLVM)
	@:

$(BENCH_BIN): $(BENCH_OBJ) $(B)/libinternal.a
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $^ $(LIBS) -ldl -lm

# As LLVM builds itself: without exceptions and run-time types, and without assertions.
$(BENCH_LLVM): $(BENCH_OUT)/engine_llvm%.so: bench/engine_llvm.cc bench/engine.h $(B)/flags
	$(call say,CXX)
	@mkdir -p $(@D)
	$(Q)$(CXX) -std=c++17 -O3 -DNDEBUG -fno-exceptions -fno-rtti -fno-gnu-unique -fPIC -fvisibility=hidden \
	    -fvisibility-inlines-hidden -Wall -Wextra -isystem /usr/lib/llvm-$*/include -shared -o $@ $< \
	    -L/usr/lib/llvm-$*/lib -lLLVM-$* -Wl,-z,defs

# Decoders that others have published, as engines: outside of what is built otherwise.
BENCH_PEERS := $(BENCH_OUT)/peers.so
$(BENCH_PEERS): $(wildcard bench/peers/*.[ch]) bench/engine.h $(B)/flags
	$(call say,LINK)
	@mkdir -p $(@D)
	$(Q)$(CC) -std=c11 -O3 -msse4.1 -mbmi2 -Ibench $(WARN) -fPIC -fvisibility=default -shared -o $@ $(filter %.c,$^)

PEER_ROWS := array/vbr8/one,array/vbr8/mix-32-bits,array/vbr6/one,array/vbr6/mix
bench-peers: ## against decoders of integers that others have published: bench/README.md gets a table, and bench/peers.svg
	@.ci/deps bench
	+@$(SUBMAKE) bench-programs $(BENCH_PEERS)
	@$(BENCH_BIN) --engine $(BENCH_PEERS) --only '$(PEER_ROWS)' --json $(BENCH_ARGS) >$(BENCH_OUT)/peers.json
	@python3 bench/peers_table.py $(BENCH_OUT)/peers.json

stats: ## print sizes of files and functions against their budgets
	@test/checks/budgets.sh

# --- lint ------------------------------------------------------------------------------------------------------------

LINT := format tidy cppcheck source shell man werror-gcc werror-clang
.PHONY: $(LINT:%=lint-%)

lint: ## check format, clang-tidy, cppcheck, layers, symbols, headers, scripts, man page; build with -Werror
	@.ci/deps lint
	+@$(SUBMAKE) -k $(LINT:%=lint-%)
	@echo 'lint: ok'

lint-format:
	$(call say,LINT,format)
	$(Q)clang-format --dry-run -Werror $(C_FILES)

# How far the analyzer follows each function; to the end it takes eight times as long (WHOLE=1).
ANALYZER_NODES := $(if $(WHOLE),225000,20000)
lint-tidy:
	$(call say,LINT,tidy)
	$(Q)test/checks/tidy.sh $(filter %.c,$(filter-out lib/examples/%,$(filter lib/% cmd/%,$(C_FILES)))) -- -iquote cmd \
	    $(filter-out -f%,$(BASE_FLAGS)) -Xclang -analyzer-config -Xclang max-nodes=$(ANALYZER_NODES)

# One configuration, that of this machine; what is known to be reported wrongly is in a file.
lint-cppcheck:
	$(call say,LINT,cppcheck)
	$(Q)cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,style,performance,portability,information \
	    --suppressions-list=test/checks/cppcheck.txt --template='{file}:{line}: {message} [{id}]' \
	    -Icmd -Ilib -D_GNU_SOURCE -D__GNUC__ -D__x86_64__ lib cmd

lint-source:
	$(call say,LINT,layers filenames drift spdx columns corpora headers)
	$(Q)test/checks/layers.sh
	$(Q)test/checks/filenames.sh
	$(Q)test/checks/drift.sh
	$(Q)test/checks/spdx.sh
	$(Q)test/checks/columns.sh
	$(Q)test/checks/corpora.sh
	$(Q)CLANG='$(CLANG)' test/checks/headers.sh

lint-shell:
	$(call say,LINT,shellcheck)
	$(Q)shellcheck -e SC1090,SC1091 $(SCRIPTS)

lint-man: $(PAGES)/man3/bitleap.3
	$(call say,LINT,mandoc)
	$(Q)test/checks/manual.sh $(PAGES)
	$(Q)$(foreach page,$(wildcard cmd/*.1),mandoc -T lint -W warning $(page) &&) true

# gcc finds mistakes where it optimizes, clang where it reads.
# LINTED=build/release takes the usual build, which is this one if all is made with STRICT=yes.
LINTED ?= build/lint
LINTED_OUT := $(if $(filter build/release,$(LINTED)),build,$(LINTED))
lint-werror-gcc:
	$(call say,LINT,gcc -Werror and symbols)
	+$(Q)$(MAKE) CC=gcc MODE=release B=$(LINTED) OUT=$(LINTED_OUT) STRICT=yes all test-programs
	$(Q)test/checks/symbols.sh $(LINTED) $(LINTED_OUT)

COMPILED = $(filter-out $(STUB_OBJ:$(B)/obj/%.o=%.c),$(ALL_OBJ:$(B)/obj/%.o=%.c))
SHIPPED = $(filter lib/% cmd/%,$(COMPILED))
read_by_clang = printf '%s\n' $1 | xargs -n 8 -P $$(nproc) $(CLANG) -fsyntax-only $(STRICT_clang) $(BASE_FLAGS) $2
lint-werror-clang:
	$(call say,LINT,clang -Werror)
	$(Q)$(call read_by_clang,$(SHIPPED),-iquote cmd -DNDEBUG $(WARN_SHIPPED))
	$(Q)$(call read_by_clang,$(filter-out $(SHIPPED),$(COMPILED)),-iquote cmd -Itest)

format: ## rewrite all C files to the house format
	@clang-format -i $(C_FILES)

# --- install ---------------------------------------------------------------------------------------------------------

# Completions are what the command says they are.
$(COMPLETIONS): $(B)/completions/%: $(OUT)/bitleap
	@mkdir -p $(@D)
	$(Q)$< completions $* >$@

SHARE := $(PREFIX)/share
# What goes where: source:directory:name:mode
INSTALLED := \
    $(OUT)/bitleap:$(PREFIX)/bin:bitleap:755 \
    $(foreach header,$(wildcard lib/*.h lib/*.def),$(header):$(PREFIX)/include:$(notdir $(header)):644) \
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

uninstall: ## remove what install put there
	$(call each_installed,rm -f "$(DESTDIR)$$2/$$3")
	$(Q)for link in $(LIB_LINKS); do rm -f "$(DESTDIR)$(LIBDIR)/$$link"; done
	$(Q)for page in "$(PAGES)"/man3/*.3; do rm -f "$(DESTDIR)$(MANDIR)/man3/$${page##*/}"; done

# --- ship ------------------------------------------------------------------------------------------------------------

# What is committed, the same bytes wherever it is made. The checks of what ships are in test/check-*.sh.
TARBALL := build/bitleap-$(VERSION).tar.gz
dist: ## build/bitleap-VERSION.tar.gz: the tree of HEAD, the same bytes each time
	@mkdir -p build
	$(Q)git archive --format=tar --prefix=bitleap-$(VERSION)/ $(or $(REV),HEAD) | gzip -9n >$(TARBALL)
	@sha256sum $(TARBALL)

deb: dist ## Debian packages of the tarball, in build/deb
	@.ci/deps build deb
	@test/build-deb.sh $(TARBALL) build/deb

check-dist: dist ## make the tarball anew from a clone: the same bytes, which build, and pass unit tests
	@.ci/deps test
	@test/check-dist.sh $(TARBALL)

check-deb: deb ## lintian; install, use, upgrade and remove the packages in a clean root
	@test/check-deb.sh build/deb

check-consumers: all dist ## build against what is installed, by pkg-config, CMake and Meson
	@.ci/deps consumers
	@test/check-consumers.sh build/consumers $(TARBALL)

cross-macos: ## compile and link the command and the library for macOS on arm64 and x86-64, by zig cc; nothing is run
	@.ci/deps zig
	@MAKE='$(SUBMAKE)' test/cross-zig.sh aarch64-macos x86_64-macos

cross-musl: all ## the static command with musl, by zig cc; run the unit tests
	@.ci/deps zig
	@MAKE='$(SUBMAKE)' test/cross-zig.sh x86_64-linux-musl

release-check: ## all that lib/README.md asks for before a release
	@test/release-check.sh $(VERSION)

# --- the rest --------------------------------------------------------------------------------------------------------

clean: ## remove build/
	$(Q)rm -rf build

deps: ## install the packages that build and test need (GROUPS="test man lint cross peers fuzz bench page sql schema deb consumers zig cluster")
	@.ci/deps $(or $(GROUPS),test)

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
