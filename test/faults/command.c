/* command.c - the command runs out of memory at each allocation in turn
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: command [LINE | WORD…]
 *
 * This is the command with another main(). Without words it prints the command lines below, which
 * test/run.sh hands back one at a time. A line runs in a process each time: with all memory, then
 * with an allocation failing, that one alone, and that one and all after it. It is each that is the
 * first, second, fourth, eighth … on its path of calls; with FAULTS=all every one. Each time the
 * command must print the same, write the same and exit the same as with memory; or exit with 1,
 * report that there is no memory and leave all files as they were. Several words are a line, too.
 *
 * A word @NAME is a file in a directory that is made anew for each run, with these in it: now.blx
 * and later.blx, index files of what is in corpora/small, and bodies.blx, one with bodies;
 * changed.bc, and old.blx, its index of when it was another file.
 */
#include "bitleap.h"
#include "support/faults.h"
#include "support/scratch.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

enum {
    MAX_WORDS = 8,
    MAX_OUTPUT = 1 << 20,
    MAX_PLACES = 1 << 16, /* calls after these fail each, one by one */
    LEAKS_EVERY = 4 /* runs: looking for leaks, with AddressSanitizer, takes longer than all else */
};

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

/* What a run left. */
struct result {
    int status; /* as waitpid() returns it */
    uint64_t n_calls;
    size_t n_out, n_err;
    char *out, *err;
    uint64_t files; /* a hash of those in the directory, by name and content */
};

/* What is shared with the processes that run. */
static struct shared {
    uint64_t n_calls;            /* UINT64_MAX: one ended before it reported */
    uint64_t places[MAX_PLACES]; /* of its calls, as faults_trace() returns them */
} * shared;

static size_t slurp(int fd, char *data)
{
    lseek(fd, 0, SEEK_SET);
    size_t n = 0;
    ssize_t got;
    while ((got = read(fd, data + n, MAX_OUTPUT - n)) > 0)
        n += (size_t)got;
    close(fd);
    return n;
}

/* ---- Files ---- */

enum {
    N_KEPT = 5
};

/* What the directory holds when a run begins. */
static struct kept {
    const char *name;
    struct bl_file *file; /* a copy */
} kept[N_KEPT] = {{"changed.bc", NULL},
                  {"old.blx", NULL},
                  {"now.blx", NULL},
                  {"later.blx", NULL},
                  {"bodies.blx", NULL}};

static void save(const struct kept *k)
{
    static const struct timespec times[2] = {{.tv_sec = 1000000000}, {.tv_sec = 1000000000}};
    struct bl_view bytes = bl_file_view(k->file);
    const char *path = scratch_path(k->name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || write(fd, bytes.data, bytes.size) != (ssize_t)bytes.size ||
        futimens(fd, times) < 0 || close(fd) < 0)
        abort();
}

static void keep(struct kept *k, const char *path)
{
    if (bl_file_open(&k->file, path, BL_OPEN_COPY, NULL) < 0)
        abort();
    save(k);
}

static void keep_index(struct kept *k, const char *const *paths, size_t n, unsigned parts)
{
    struct bl_catalog_options options = {.parts = BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES | parts};
    struct bl_catalog *catalog;
    if (bl_catalog_build(&catalog, paths, n, &options, NULL) < 0 ||
        bl_catalog_write(catalog, scratch_path(k->name), NULL) < 0)
        abort();
    bl_catalog_close(catalog);
    keep(k, scratch_path(k->name));
}

static void keep_files(void)
{
    static const char *const now[] = {"ar-gnu.llvm22.a", "hash.llvm22.bc", "thin-a.clang22.bc"};
    static const char *const later[] = {"thin-b.clang22.bc", "ar-thin.llvm22.a"};
    static const char *const numbered[] = {"modern.llvm22.bc"};
    keep(&kept[0], "bundles.llvm22.bc");
    keep_index(&kept[1], (const char *[]){scratch_path("changed.bc")}, 1, 0);
    bl_file_close(kept[0].file);
    keep(&kept[0], "modern.llvm22.bc");
    keep_index(&kept[2], now, sizeof now / sizeof *now, 0);
    keep_index(&kept[3], later, sizeof later / sizeof *later, 0);
    keep_index(&kept[4], numbered, 1, BL_CATALOG_BODIES);
}

static void make_files(void)
{
    scratch_empty();
    for (int i = 0; i < N_KEPT; i++)
        save(&kept[i]);
}

static void add_hash(void *context, const char *path)
{
    struct bl_file *file;
    uint64_t *sum = context;
    if (bl_file_open(&file, path, BL_OPEN_COPY, NULL) < 0)
        abort();
    struct bl_view bytes = bl_file_view(file);
    *sum += XXH3_64bits_withSeed(bytes.data, bytes.size, XXH3_64bits(path, strlen(path)));
    bl_file_close(file);
}

static uint64_t hash_files(void)
{
    uint64_t sum = 0;
    scratch_each(add_hash, &sum);
    return sum;
}

/* ---- Runs ---- */

static void run(char **words, uint64_t failing, bool for_good, struct result *result)
{
    static unsigned n_runs;
    int out = memfd_create("out", 0);
    int err = memfd_create("err", 0);
    int argc = 0;
    while (words[argc])
        argc++;
    fflush(NULL);
    make_files();
    shared->n_calls = UINT64_MAX;
    n_runs++;
    pid_t id = fork();
    if (out < 0 || err < 0 || id < 0)
        abort();
    if (id == 0) {
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        close(out);
        close(err);
        faults_trace(shared->places, failing ? 0 : MAX_PLACES);
        faults_begin(failing, for_good);
        int status = __real_main(argc, words);
        shared->n_calls = faults_end();
        if (n_runs % LEAKS_EVERY == 0)
            exit(status);
        fflush(NULL);
        _exit(status);
    }
    waitpid(id, &result->status, 0);
    result->n_calls = shared->n_calls;
    result->n_out = slurp(out, result->out);
    result->n_err = slurp(err, result->err);
    result->files = hash_files();
}

static bool is_same(const struct result *a, const struct result *b)
{
    return a->status == b->status && a->files == b->files && a->n_out == b->n_out &&
           a->n_err == b->n_err && memcmp(a->out, b->out, a->n_out) == 0 &&
           memcmp(a->err, b->err, a->n_err) == 0;
}

/* NULL: RESULT is as good as WANTED. FILES were there before. */
static const char *what_is_wrong(const struct result *result, const struct result *wanted,
                                 uint64_t files, bool is_llvms)
{
    if (!WIFEXITED(result->status))
        return "it was killed";
    if (is_same(result, wanted))
        return NULL;
    if (WEXITSTATUS(result->status) == 0)
        return "it exits with 0";
    /* LLVM's tools know one kind of failure. */
    if (WEXITSTATUS(result->status) != (is_llvms ? 1 : 2) && WEXITSTATUS(result->status) != 2)
        return "it exits with another status than 2";
    if (result->files != files && result->files != wanted->files)
        return "it leaves other files";
    return memmem(result->err, result->n_err, "no memory", 9) ? NULL : "it does not say why";
}

static struct result new_result(void)
{
    struct result result = {.out = malloc(MAX_OUTPUT), .err = malloc(MAX_OUTPUT)};
    if (!result.out || !result.err)
        abort();
    return result;
}

static void release(struct result *result)
{
    free(result->out);
    free(result->err);
}

/* Run WORDS with each call failing; how many there are, 0: something did not hold. */
static uint64_t exhaust(char **words)
{
    struct result wanted = new_result();
    struct result result = new_result();
    static bool due[MAX_PLACES];
    const char *problem = NULL;
    uint64_t most = 0;
    uint64_t call = 0;
    bool is_llvms = strcmp(words[1], "bcanalyzer") == 0 || strcmp(words[1], "llvm-dis") == 0;
    make_files();
    uint64_t files = hash_files();
    run(words, 0, false, &wanted);
    if (!WIFEXITED(wanted.status) || WEXITSTATUS(wanted.status) == 2 ||
        WEXITSTATUS(wanted.status) > 3)
        problem = "it fails with memory, too";
    uint64_t n_traced = wanted.n_calls < MAX_PLACES ? wanted.n_calls : MAX_PLACES;
    faults_choose(shared->places, n_traced, due);
    for (int for_good = 0; for_good <= faults_fail_for_good() && !problem; for_good++) {
        for (uint64_t failing = 1; !problem; failing++) {
            if (failing <= n_traced && !due[failing - 1])
                continue;
            call = failing;
            run(words, failing, for_good, &result);
            problem = what_is_wrong(&result, &wanted, files, is_llvms);
            if (result.n_calls < failing) /* none of them was there to fail */
                break;
            if (most < failing)
                most = failing;
        }
    }
    if (problem)
        fprintf(stderr, "%s %s, call %d: %s (status %x): %.*s\n", words[1], words[2], (int)call,
                problem, (unsigned)result.status, (int)result.n_err, result.err);
    release(&wanted);
    release(&result);
    return problem ? 0 : most;
}

/* The words of TEXT, ended by NULL, in LINE. */
static void split(const char *text, char *line, size_t size, char **words)
{
    size_t n = 0;
    snprintf(line, size, "%s", text);
    for (char *word = strtok(line, " "); word && n < MAX_WORDS; word = strtok(NULL, " "))
        words[n++] = word;
}

/* Put paths in place of words @NAME; until the next call. */
static void put_paths(char **words)
{
    static char paths[MAX_WORDS][PATH_MAX];
    for (int i = 0; i < MAX_WORDS && words[i]; i++)
        if (words[i][0] == '@') {
            snprintf(paths[i], sizeof paths[i], "%s", scratch_path(words[i] + 1));
            words[i] = paths[i];
        }
}

static const char *const lines[] = {
    "bitleap ls --depth=all c-O2.clang22.bc",
    "bitleap ls ar-mixed.llvm22.a elf-fat-lto.clang22.o",
    "bitleap ls --json warn.clang22.dia",
    "bitleap dump hash.llvm22.bc",
    "bitleap dump --json --threads=3 warn.clang22.dia",
    "bitleap dump --block=module --copy hash.llvm22.bc",
    "bitleap dump --at=2000 hash.llvm22.bc",
    "bitleap stats --threads=3 hash.llvm22.bc warn.clang22.dia",
    "bitleap stats --json --abbrevs hash.llvm22.bc",
    "bitleap stats --ideal hash.llvm22.bc",
    "bitleap dis ../fuzz/function/unknown",
    "bitleap ls ../fuzz/unpack/bundle ../fuzz/unpack/section",
    "bitleap ls ../fuzz/unpack/zip ../fuzz/unpack/deb",
    "bitleap verify hash.llvm22.bc concat.bin",
    "bitleap has ar-thin.llvm22.a elf-native.clang22.o",
    "bitleap has @.",
    "bitleap info --deep thin-a.clang22.bc",
    "bitleap info --json c-O2.clang13.bc",
    "bitleap info thin-a.clang22.bc thin-b.clang22.bc c-g-O0.clang19.bc",
    "bitleap info --check-lto c-O2.clang13.bc cxx-msvc.clang22.bc",
    "bitleap nm ar-gnu.llvm22.a",
    "bitleap nm --size --no-symtab -A cxx-msvc.clang22.bc",
    "bitleap cat ar-gnu.llvm22.a(two.bc)",
    "bitleap cat ar-gnu.llvm22.a",
    "bitleap extract --output @new.bc ar-gnu.llvm22.a",
    "bitleap extract --force --output @changed.bc ar-gnu.llvm22.a(two.bc)",
    "bitleap edit --prefix-symbols=p_ --output @new.bc concat.bin",
    "bitleap edit --redefine-sym=debugged=d --prefix-map=/=/x --in-place @changed.bc",
    "bitleap edit --source-filename=x.c --output @new.a ar-gnu.llvm22.a",
    "bitleap strip --strip-debug --in-place @changed.bc",
    "bitleap strip --lines --force --output @changed.bc c-g-O0.clang13.bc",
    "bitleap lower --for 16 --output @changed.bc --force cxx-g-O2.clang22.bc",
    "bitleap lower --for 19 --explain modern.llvm22.bc",
    "bitleap lower --for-reader c-O2.clang19.bc --explain modern.llvm22.bc",
    "bitleap strip --all --force --output @changed.bc hash.llvm22.bc",
    "bitleap strip --symtab --directory @. ar-darwin.llvm22.a",
    "bitleap strip --unneeded --strip-debug --force --output @changed.bc c-g-O0.clang13.bc",
    "bitleap repack --force --output @changed.bc thin-a.clang22.bc",
    "bitleap repack --force --module-hash=renew --output @changed.bc hash.llvm22.bc",
    "bitleap repack --threads=2 --directory @. c-O2.clang22.bc",
    "bitleap slice --only=/./ --force --output @changed.bc c-O2.clang22.bc",
    "bitleap slice --each --format=tar --output=- c-O2.clang22.bc",
    "bitleap slice --each --format=ndjson --output=- c-O2.clang13.bc",
    "bitleap slice --only=push --debug=none --force --output @changed.bc c-g-O2.clang22.bc",
    "bitleap slice --each --only=push --force --directory @. c-O2.clang13.bc",
    "bitleap slice --split=1 --force --directory @. c-O2.clang13.bc",
    "bitleap types c-g-O2.clang13.bc",
    "bitleap types --json c-O2.clang22.bc",
    "bitleap attrs c-O2.clang22.bc",
    "bitleap attrs --groups --json c-O2.clang22.bc",
    "bitleap meta --functions hash.llvm22.bc",
    "bitleap meta --json hash.llvm22.bc",
    "bitleap meta hash.llvm22.bc !3",
    "bitleap summary thin-a.clang22.bc index.llvm22.bc",
    "bitleap summary --json index.llvm22.bc",
    "bitleap funcs --opcodes --sort=bytes bundles.llvm22.bc",
    "bitleap show bundles.llvm22.bc calls",
    "bitleap show --json modern.llvm22.bc debugged",
    "bitleap dis --threads=1 modern.llvm22.bc",
    "bitleap dis --threads=1 c-g-O2.clang22.bc",
    "bitleap dis --threads=3 --json bundles.llvm22.bc thin-a.clang22.bc",
    "bitleap dis --closed --only=debugged modern.llvm22.bc",
    "bitleap dis --closed --only=aliased thin-a.clang22.bc",
    "bitleap dis --annotate --only=calls --only=!0 bundles.llvm22.bc",
    "bitleap dis --closed --only=debugged @bodies.blx",
    "bitleap dis --annotate --only=!2 --only=debugged --only=#0 @bodies.blx",
    "bitleap dis --directory @. uses.llvm14.bc",
    "bitleap llvm-dis -o - index.llvm22.bc",
    "bitleap llvm-dis -show-annotations -o - uses.llvm14.bc",
    "bitleap sql --format=csv SELECT*FROM[symbols] thin-a.clang22.bc",
    "bitleap sql --format=native SELECT*FROM[functions] bundles.llvm22.bc",
    "bitleap sql --format=ndjson SELECT*FROM[metadata] hash.llvm22.bc",
    "bitleap sql --format=csv SELECT*FROM[instructions] bundles.llvm22.bc",
    "bitleap sql --format=csv SELECT*FROM[globals] thin-a.clang22.bc",
    "bitleap sql SELECT*FROM[records]LIMIT(9) hash.llvm22.bc",
    "bitleap bcanalyzer --dump hash.llvm22.bc",
    "bitleap bcanalyzer --dump --threads=3 warn.clang22.dia",
    "bitleap bcanalyzer --block-info=hash.llvm22.bc c-O2.clang22.bc",
    "bitleap index --output @new.blx ar-gnu.llvm22.a thin-a.clang22.bc ar-thin.llvm22.a",
    "bitleap index --blocks --json --threads=1 --output @now.blx bundles.llvm22.bc",
    "bitleap index --bodies --output @new.blx modern.llvm22.bc uses.llvm14.bc",
    "bitleap index --lean --output @new.blx thin-a.clang22.bc",
    "bitleap index --update @old.blx @now.blx",
    "bitleap index --update --content --blocks --output @new.blx @old.blx",
    "bitleap index --merge --output @later.blx @now.blx @later.blx @old.blx",
    "bitleap index --check @now.blx @later.blx",
    "bitleap find * hash.llvm22.bc",
    "bitleap find --index @now.blx /^tw.*o$/",
    "bitleap find --all --json *a* @now.blx",
    "bitleap find --defined one @later.blx @now.blx hash.llvm22.bc",
    "bitleap find debugged @old.blx",
    "bitleap find debugged --index @old.blx @changed.bc",
    "bitleap callers callee bundles.llvm22.bc",
    "bitleap callers --json used uses.llvm14.bc",
    "bitleap callees uses.llvm14.bc calls",
    "bitleap callees --json bundles.llvm22.bc calls",
    "bitleap dups --list cxx-msvc.clang13.bc cxx-msvc.clang22.bc",
    "bitleap dups --json --list @now.blx",
    "bitleap diff uses.llvm22.bc uses.llvm14.bc",
    "bitleap diff -C --patch --only * thin-a.clang16.bc thin-a.clang22.bc",
    "bitleap diff --stat --json uses.llvm22.bc uses.llvm14.bc",
    "bitleap diff --all --json thin-a.clang22.bc @later.blx",
    "bitleap strings /c.ll[^o]/ bundles.llvm22.bc",
    "bitleap strings --ignore-case --count LINUX hash.llvm22.bc @now.blx",
    "bitleap strings --json conv warn.clang22.dia thin-a.clang22.bc",
    "bitleap top uses.llvm22.bc",
    "bitleap report c-O2.clang22.bc",
    "bitleap report --json --diff uses.llvm14.bc uses.llvm22.bc",
    "bitleap top --by=globals --json c-O2.clang22.bc",
    "bitleap top --by=metadata hash.llvm22.bc",
    "bitleap top --by=blocks --json warn.clang22.dia",
    "bitleap top --by=modules @now.blx",
    "bitleap top --by=sources --json --index @now.blx",
};

static uint64_t exhaust_line(const char *text)
{
    char line[256];
    char *words[MAX_WORDS + 1] = {0};
    split(text, line, sizeof line, words);
    put_paths(words);
    return exhaust(words);
}

/* Run TEXT or, if that is NULL, WORDS, in a directory of its own. */
static bool exhaust_here(const char *text, char **words)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    scratch_begin();
    keep_files();
    if (!text)
        put_paths(words);
    uint64_t n = text ? exhaust_line(text) : exhaust(words);
    if (text)
        printf("%5d failures of memory%s: %s\n", (int)n, n ? "" : ", BAD", text);
    for (int i = 0; i < N_KEPT; i++)
        bl_file_close(kept[i].file);
    scratch_end();
    return n > 0;
}

int __wrap_main(int argc, char **argv)
{
    const char *source = getenv("BITLEAP_SRC");
    if (chdir(source ? source : ".") < 0 || chdir("corpora/small") < 0)
        abort();
    for (size_t i = 0; argc == 1 && i < sizeof lines / sizeof *lines; i++)
        puts(lines[i]);
    bool good = argc == 1 || exhaust_here(argc == 2 ? argv[1] : NULL, argv);
    return good ? 0 : 1;
}
