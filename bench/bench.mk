# bench.mk - the benchmarks and their targets; the Makefile includes it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

.PHONY: bench bench-peers bench-sql bench-start bench-rewrite bench-record bench-trend bench-compare bench-readme bench-report \
        bench-programs

BENCH_OBJ   := $(filter-out %/example_engine.o,$(call objects,bench/*.c))
# LLVM's reader is an engine in a shared object of its own, for each version whose headers are installed.
BENCH_LLVM := $(if $(shell command -v $(CXX)),$(foreach v,19 22,$(if $(wildcard \
    /usr/lib/llvm-$v/include/llvm/Bitstream/BitstreamReader.h),$(BENCH_OUT)/engine_llvm$v.so)))

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

bench-rewrite: all ## how fast edit, strip, repack, slice and lower are, against LLVM's tools (FILES="a.bc b.bc")
	@.ci/deps peers
	@$(SCRIPT_ENV) python3 bench/rewrite_rows.py $(BENCH_ARGS) $(or $(FILES),corpora/large/libclc-19/amdgcn--amdhsa.bc)
	@$(SCRIPT_ENV) python3 bench/repack_rows.py $(BENCH_ARGS)

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
