# check.mk - what tests, checks and packs; the Makefile includes it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

.PHONY: test test-cross test-programs test-threads check-peers check-lit check-page check-sql check-cluster check-static \
        check-abi check-wasm check-schema renew-schema robustness golden fuzz fuzz-command fuzz-programs lint format stats dist deb \
        check-dist check-deb check-consumers cross-macos cross-musl release-check

UNIT_OBJ    := $(call objects,test/unit/test_*.c test/unit/*/test_*.c)
STUB_OBJ    := $(call objects,test/criterion_stub/*.c)
SUPPORT_OBJ := $(call objects,test/support/*.c)
PROGRAM_OBJ := $(call objects,test/programs/*.c)
FAULT_OBJ   := $(call objects,test/faults/*.c)
TOOL_OBJ    := $(call objects,test/tools/*.c)
FUZZ_OBJ    := $(call objects,test/fuzz/fuzz_*.c)
REPLAY_OBJ  := $(call objects,test/fuzz/replay.c)
TEST_OBJ    := $(UNIT_OBJ) $(STUB_OBJ) $(SUPPORT_OBJ) $(PROGRAM_OBJ) $(FAULT_OBJ) $(TOOL_OBJ) $(FUZZ_OBJ) $(REPLAY_OBJ)

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

$(B)/obj/test/%.o: PART_FLAGS = $(if $(STUB),$(STUB_FLAGS)) -Itest
# A fuzzer is to look for new ways through the library, not through what checks it.
$(B)/obj/test/support/%.o: PART_FLAGS += $(if $(filter fuzz,$(MODE)),-fno-sanitize=fuzzer-no-link)
# A check may come without a message.
STUB_FLAGS = -Itest/criterion_stub -Wno-format-zero-length -Wno-gnu-zero-variadic-macro-arguments

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
	$(Q)$(LINK) -o $@ $^ $(LIBS) -lm $(if $(STUB),,-lcriterion)

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

check-peers: ## compare with LLVM's own tools (ONLY="streams symbols functions ir uses links reach imports dis tables rewrite strip repack slice lower", FILES="a.bc b.bc", EVERY=10)
	@.ci/deps peers
	+@$(SUBMAKE) all $(TOOL_BIN)
	@for what in $(or $(ONLY),streams symbols functions ir uses links reach imports dis tables rewrite strip repack slice lower); do \
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

check-page: ## look at reports, and at the page that files are dropped on, in a browser: views, search, keys, numbers, accessibility; pictures in build/page
	@.ci/deps page
	+@$(SUBMAKE) all
	@$(SCRIPT_ENV) node test/page/page_test.mjs build/page build/page/out
	+@$(MAKE) wasm
	@exec env $(SCRIPT_ENV) node test/page/drop_test.mjs build/page build/page/out $(WASM)/bitleap.html

check-wasm: wasm ## compare the command as WebAssembly, under Node, with the native one; try the package for npm (WHOLE=1: no samples)
	+@$(SUBMAKE) $(OUT)/bitleap
	@check() { node --no-warnings test/wasm/check_command.mjs $(WASM)/bitleap $(OUT)/bitleap $(WASM)/out; }; \
	    check || { [ $$? -eq 139 ] && echo 'check-wasm: SIGSEGV of node, as Node 20 has at times: once more' && check; }
	@node --no-warnings test/wasm/check_package.mjs $(WASM)/package $(OUT)/bitleap $(WASM)/out

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

# --- lint ------------------------------------------------------------------------------------------------------------

C_FILES := $(wildcard $(addsuffix /*.[ch],lib lib/* cmd cmd/* bench bench/peers test/* test/*/*) lib/*.hpp bench/*.cc test/consumers/*/*.cc)
SCRIPTS := $(wildcard .ci/* cmd/builds/*.sh cmd/builds/*.bash cmd/completions/*.bash lib/*.sh lib/sql/*.sh test/*.sh test/*/*.sh bench/*.sh corpora/*.sh)
LINT := format tidy cppcheck source shell stubs man werror-gcc werror-clang
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

lint-stubs: lint-werror-gcc
	$(call say,LINT,scripts that cannot fail)
	$(Q)test/checks/stubs.sh $(LINTED)/test/tools

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

stats: ## print sizes of files and functions against their budgets
	@test/checks/budgets.sh

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

check-consumers: all dist ## build against what is installed, by pkg-config, CMake and Meson; in C++, Python, Rust and JavaScript
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
