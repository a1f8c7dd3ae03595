/* robustness.c - damaged files through every command, ours and LLVM's, and how each of them ended
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: robustness [OPTION]… SEED…
 *
 *   --mutants=N   how many files are made (10000); their numbers are 0 to N - 1
 *   --repeated=N  files of about N bytes, in which something occurs many times, in place of damaged
 *   --only=N      only file N, which is kept; prints each run
 *   --tools=WHO   ours, llvm, or all (all)
 *   --jobs=N      at the same time (every core)
 *   --seconds=N   of processor time a run may take (10)
 *   --memory=N    megabytes of address space a run may take; 0: no limit (2048)
 *   --out=DIR     for table.tsv, findings.tsv, and what ours stumbled over (build/robustness)
 *
 * A SEED is a file or a directory of them; one that is named twice is taken twice as often.
 * support/mutate.h, or support/repeated.h, makes the files, out of the seeds and of what
 * support/synthetic.h makes; a number gives the same file as long as the seeds are the same. The
 * command is $BITLEAP, or build/bitleap. The status is 1 where one of ours did anything but succeed
 * or report an error.
 */
#include "support/mutate.h"
#include "support/repeated.h"
#include "support/run_limited.h"
#include "support/synthetic.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_SEEDS = 4096,
    MAX_FINDINGS = 1 << 16,
    MAX_WORDS = 7
};

/* Stand for the file, for what it was before it was damaged, for the name of a function in that,
 * and for an index file of it. */
#define FILE_WORD "@file"
#define SEED_WORD "@seed"
#define NAME_WORD "@name"

#define ALL_TABLES                                                                              \
    "SELECT * FROM files; SELECT * FROM streams; SELECT * FROM modules; SELECT * FROM symbols;" \
    "SELECT * FROM functions; SELECT * FROM globals; SELECT * FROM calls; "                     \
    "SELECT * FROM instructions; SELECT * FROM types; SELECT * FROM attributes; "               \
    "SELECT * FROM metadata; SELECT * FROM strings; SELECT * FROM blocks; "                     \
    "SELECT * FROM records; SELECT * FROM errors"
#define INDEX_WORD "@index"

static const struct command {
    const char *name; /* in the table */
    const char *words[MAX_WORDS];
    bool is_ours;
} commands[] = {
    {"bitleap verify", {"bitleap", "verify", FILE_WORD}, true},
    {"bitleap stats", {"bitleap", "stats", "--blocks", "--threads=2", FILE_WORD}, true},
    {"bitleap bcanalyzer", {"bitleap", "bcanalyzer", "--dump", FILE_WORD}, true},
    {"bitleap dump", {"bitleap", "dump", "--threads=2", FILE_WORD}, true},
    {"bitleap ls", {"bitleap", "ls", "--depth=all", FILE_WORD}, true},
    {"bitleap info", {"bitleap", "info", "--deep", FILE_WORD}, true},
    {"bitleap nm", {"bitleap", "nm", "-a", FILE_WORD}, true},
    {"bitleap types", {"bitleap", "types", FILE_WORD}, true},
    {"bitleap attrs", {"bitleap", "attrs", FILE_WORD}, true},
    {"bitleap meta", {"bitleap", "meta", "--functions", FILE_WORD}, true},
    {"bitleap summary", {"bitleap", "summary", FILE_WORD}, true},
    {"bitleap funcs", {"bitleap", "funcs", "--opcodes", FILE_WORD}, true},
    {"bitleap show", {"bitleap", "show", FILE_WORD, NAME_WORD}, true},
    {"bitleap dis", {"bitleap", "dis", "--threads=2", FILE_WORD}, true},
    {"bitleap dis closed", {"bitleap", "dis", "--closed", "--only", NAME_WORD, FILE_WORD}, true},
    {"bitleap index", {"bitleap", "index", "--blocks", "--output", INDEX_WORD, FILE_WORD}, true},
    {"bitleap index check", {"bitleap", "index", "--check", INDEX_WORD}, true},
    {"bitleap find", {"bitleap", "find", "--all", "--index", INDEX_WORD, "*", FILE_WORD}, true},
    {"bitleap callers", {"bitleap", "callers", NAME_WORD, FILE_WORD}, true},
    {"bitleap callees", {"bitleap", "callees", FILE_WORD, NAME_WORD}, true},
    {"bitleap dups", {"bitleap", "dups", "--list", SEED_WORD, FILE_WORD}, true},
    {"bitleap diff", {"bitleap", "diff", SEED_WORD, FILE_WORD}, true},
    {"bitleap diff patch", {"bitleap", "diff", "--patch", SEED_WORD, FILE_WORD}, true},
    {"bitleap strings", {"bitleap", "strings", "/./", FILE_WORD}, true},
    {"bitleap report", {"bitleap", "report", FILE_WORD}, true},
    {"bitleap top functions", {"bitleap", "top", "--by=functions", FILE_WORD}, true},
    {"bitleap top globals", {"bitleap", "top", "--by=globals", FILE_WORD}, true},
    {"bitleap top metadata", {"bitleap", "top", "--by=metadata", FILE_WORD}, true},
    {"bitleap top modules", {"bitleap", "top", "--by=modules", FILE_WORD}, true},
    {"bitleap top blocks", {"bitleap", "top", "--by=blocks", FILE_WORD}, true},
    {"bitleap sql", {"bitleap", "sql", "--format=csv", ALL_TABLES, FILE_WORD}, true},
    {"bitleap top sources", {"bitleap", "top", "--by=sources", FILE_WORD}, true},
    {"llvm-bcanalyzer-22", {"llvm-bcanalyzer-22", "--dump", FILE_WORD}, false},
    {"llvm-dis-22", {"llvm-dis-22", "-o", "/dev/null", FILE_WORD}, false},
    {"llvm-nm-22", {"llvm-nm-22", FILE_WORD}, false},
};

enum {
    N_COMMANDS = sizeof commands / sizeof commands[0]
};

static const char *const outcome_names[RUN_OUTCOMES] = {"ok",    "error", "abort",
                                                        "crash", "hang",  "memory"};

struct options {
    uint64_t n_mutants;
    size_t repeated; /* bytes; 0: damaged files */
    bool has_only;
    uint64_t only;
    bool ours, llvm;
    unsigned jobs;
    struct run_limits limits;
    const char *out;
    char *bitleap;
};

struct finding {
    uint64_t mutant;
    uint32_t command;
    struct run_result result;
};

struct total {
    atomic_uint_fast64_t outcomes[RUN_OUTCOMES];
    atomic_uint_fast64_t microseconds, longest, peak_kilobytes;
};

/* Between the processes. */
struct shared {
    atomic_uint_fast64_t next; /* mutant */
    struct total totals[N_COMMANDS];
    atomic_uint_fast32_t n_findings;
    struct finding findings[MAX_FINDINGS];
};

struct seeds {
    struct mutate_seed list[MAX_SEEDS];
    char *functions[MAX_SEEDS]; /* the name of one that has a body */
    uint32_t n;
};

static struct seeds seeds;

static void fail(const char *what)
{
    perror(what);
    exit(2);
}

/* ---- Seeds ---- */

static bool find_function(struct bl_module *module, char **name)
{
    const struct bl_global *globals;
    uint32_t n;
    (void)bl_module_globals(module, &globals, &n, NULL);
    for (uint32_t i = 0; i < n; i++) {
        if (globals[i].body == BL_NONE || globals[i].name.size == 0)
            continue;
        *name = strndup((const char *)globals[i].name.data, globals[i].name.size);
        return true;
    }
    return false;
}

static char *function_in(struct bl_view bytes)
{
    char *name = NULL;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
    if (bl_stream_locate(bytes, &stream, NULL) == BL_OK &&
        bl_index_open(&index, &stream, NULL) == BL_OK) {
        uint32_t block = BL_NONE;
        while (!name && (block = bl_module_next(index, block)) != BL_NONE)
            if (bl_module_open(&module, index, block, NULL) == BL_OK) {
                find_function(module, &name);
                bl_module_close(module);
            }
        bl_index_close(index);
    }
    return name ? name : strdup("main");
}

static void add_seed(const char *name, struct bl_view bytes)
{
    if (seeds.n == MAX_SEEDS)
        return;
    seeds.functions[seeds.n] = function_in(bytes);
    seeds.list[seeds.n++] = (struct mutate_seed){strdup(name), bytes};
}

static void add_synthetic(void *context, const char *name, struct bl_view bytes)
{
    (void)context;
    uint8_t *copy = malloc(bytes.size + 1);
    if (!copy)
        fail("memory");
    memcpy(copy, bytes.data, bytes.size);
    add_seed(name, (struct bl_view){.data = copy, .size = bytes.size});
}

/* Files below PATH, in order of their names. They stay open. */
static void add_files(const char *path)
{
    struct stat status;
    struct dirent **entries;
    struct bl_file *file;
    if (stat(path, &status) < 0)
        fail(path);
    if (!S_ISDIR(status.st_mode)) {
        if (bl_file_open(&file, path, 0, NULL) < 0)
            fail(path);
        add_seed(path, bl_file_view(file));
        return;
    }
    int n = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char child[4096];
        snprintf(child, sizeof child, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            add_files(child);
        free(entries[i]);
    }
    if (n >= 0)
        free((void *)entries);
}

/* ---- Work ---- */

static bool is_wanted(const struct options *options, const struct command *command)
{
    return command->is_ours ? options->ours : options->llvm;
}

/* Ours has no statuses but 0, 1, 3 and, where IR begins in the middle of something, 4 for any file;
 * 2 where it LACKS_FILES. */
static bool is_bad(const struct command *command, const struct run_result *result, bool lacks_files)
{
    return result->outcome > RUN_ERROR ||
           (command->is_ours && result->outcome == RUN_ERROR && result->status != 1 &&
            result->status != 3 && result->status != 4 && !(lacks_files && result->status == 2));
}

/* Whether BYTES are a thin archive or an index file. */
static bool names_others(struct bl_view bytes)
{
    static const char magic[] = "!<thin>\n";
    bool is_thin =
        bytes.size >= sizeof magic - 1 && memcmp(bytes.data, magic, sizeof magic - 1) == 0;
    return is_thin || bl_catalog_is_index(bytes);
}

/* Whether an operand of COMMAND, of FILE and SEED, names other files, or is the index file at PATH,
 * where none has been written. */
static bool lacks_files(const struct command *command, struct bl_view file, struct bl_view seed,
                        const char *path)
{
    for (int i = 0; i < MAX_WORDS && command->words[i]; i++) {
        const char *word = command->words[i];
        if ((strcmp(word, FILE_WORD) == 0 && names_others(file)) ||
            (strcmp(word, SEED_WORD) == 0 && names_others(seed)) ||
            (strcmp(word, "--check") == 0 && access(path, F_OK) != 0))
            return true;
    }
    return false;
}

static void save(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        fail(path);
}

static void raise_to(atomic_uint_fast64_t *highest, uint64_t value)
{
    uint_fast64_t old = atomic_load(highest);
    while (value > old && !atomic_compare_exchange_weak(highest, &old, value))
        continue;
}

static void count(struct shared *shared, uint32_t command, const struct run_result *result)
{
    struct total *total = &shared->totals[command];
    atomic_fetch_add(&total->outcomes[result->outcome], 1);
    atomic_fetch_add(&total->microseconds, result->microseconds);
    raise_to(&total->longest, result->microseconds);
    raise_to(&total->peak_kilobytes, result->peak_kilobytes);
}

static void note(struct shared *shared, uint64_t number, uint32_t command,
                 const struct run_result *result)
{
    uint32_t at = (uint32_t)atomic_fetch_add(&shared->n_findings, 1);
    if (at < MAX_FINDINGS)
        shared->findings[at] = (struct finding){number, command, *result};
}

/* What stands for the words of commands, by a worker. */
struct words {
    char file[4096], seed[4096], index[4096];
    char *name;
};

static char *meaning_of(struct words *words, const char *word)
{
    return strcmp(word, FILE_WORD) == 0    ? words->file
           : strcmp(word, SEED_WORD) == 0  ? words->seed
           : strcmp(word, INDEX_WORD) == 0 ? words->index
           : strcmp(word, NAME_WORD) == 0  ? words->name
                                           : (char *)(uintptr_t)word;
}

/* Its time was over by the clock, and it had hardly begun: the machine was busy, or it hangs, which
 * it will do again. */
static bool was_stopped(const struct run_result *result, struct run_limits limits)
{
    return result->outcome == RUN_HANG && result->microseconds < limits.seconds * UINT64_C(100000);
}

static struct run_result run(const struct options *options, const struct command *command,
                             struct words *words, int err_fd)
{
    char *argv[MAX_WORDS + 1] = {0};
    for (int i = 0; i < MAX_WORDS && command->words[i]; i++)
        argv[i] = meaning_of(words, command->words[i]);
    if (command->is_ours)
        argv[0] = options->bitleap;
    struct run_result result = run_limited(argv, options->limits, err_fd);
    return was_stopped(&result, options->limits) ? run_limited(argv, options->limits, err_fd)
                                                 : result;
}

static void tell_run(const struct command *command, const struct run_result *result, int err_fd)
{
    char text[400];
    ssize_t n = pread(err_fd, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    text[strcspn(text, "\n")] = '\0';
    printf("%s: %s (%d), %.3f s, %.1f MB  %s\n", command->name, outcome_names[result->outcome],
           result->status, (double)result->microseconds / 1e6,
           (double)result->peak_kilobytes / 1024, text);
}

static struct mutant make_file(const struct options *options, uint64_t number)
{
    return options->repeated ? repeated(seeds.list, seeds.n, number, options->repeated)
                             : mutate(seeds.list, seeds.n, number);
}

static void try_mutant(const struct options *options, struct shared *shared, uint64_t number,
                       struct words *words, int err_fd)
{
    struct mutant mutant = make_file(options, number);
    struct bl_view file = {.data = mutant.data, .size = mutant.size};
    struct bl_view seed = seeds.list[mutant.seed].bytes;
    bool keep = false;
    save(words->file, mutant.data, mutant.size);
    save(words->seed, seed.data, seed.size);
    words->name = seeds.functions[mutant.seed];
    unlink(words->index);
    for (uint32_t i = 0; i < N_COMMANDS; i++) {
        if (!is_wanted(options, &commands[i]))
            continue;
        struct run_result result = run(options, &commands[i], words, err_fd);
        count(shared, i, &result);
        if (options->has_only)
            tell_run(&commands[i], &result, err_fd);
        if (!is_bad(&commands[i], &result, lacks_files(&commands[i], file, seed, words->index)))
            continue;
        note(shared, number, i, &result);
        keep = keep || commands[i].is_ours;
    }
    if (keep || options->has_only) {
        char kept[4096];
        snprintf(kept, sizeof kept, "%s/mutant-%llu", options->out, (unsigned long long)number);
        save(kept, mutant.data, mutant.size);
    }
    free(mutant.data);
}

static void work(const struct options *options, struct shared *shared)
{
    static struct words words;
    sigset_t child;
    FILE *err = tmpfile();
    int id = (int)getpid();
    snprintf(words.file, sizeof words.file, "%s/current-%d", options->out, id);
    snprintf(words.seed, sizeof words.seed, "%s/seed-%d", options->out, id);
    snprintf(words.index, sizeof words.index, "%s/index-%d.blx", options->out, id);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    if (!err)
        fail("tmpfile");
    uint64_t number;
    while ((number = atomic_fetch_add(&shared->next, 1)) < options->n_mutants) {
        try_mutant(options, shared, number, &words, fileno(err));
        if (number % 1000 == 999 && !options->has_only)
            fprintf(stderr, "%llu of %llu\n", (unsigned long long)number + 1,
                    (unsigned long long)options->n_mutants);
    }
    fclose(err);
    unlink(words.file);
    unlink(words.seed);
    unlink(words.index);
}

/* False where a worker failed. */
static bool work_in_parallel(const struct options *options, struct shared *shared)
{
    bool good = true;
    fflush(NULL);
    for (unsigned i = 0; i < options->jobs; i++) {
        pid_t pid = fork();
        if (pid < 0)
            fail("fork");
        if (pid == 0) {
            work(options, shared);
            exit(0);
        }
    }
    int status;
    while (wait(&status) > 0)
        good = good && status == 0;
    return good;
}

/* ---- Reporting ---- */

enum {
    N_CELLS = 10,
    CELL_SIZE = 32
};

static void print_row(FILE *out, bool is_tsv, char cells[N_CELLS][CELL_SIZE])
{
    for (int i = 0; i < N_CELLS; i++)
        if (is_tsv)
            fprintf(out, "%s%s", i > 0 ? "\t" : "", cells[i]);
        else
            fprintf(out, i == 0 ? "%-21s" : "%10s", cells[i]);
    fputc('\n', out);
}

static void print_total(FILE *out, bool is_tsv, const char *name, struct total *total)
{
    char cells[N_CELLS][CELL_SIZE];
    uint64_t n_runs = 0;
    snprintf(cells[0], CELL_SIZE, "%s", name);
    for (int i = 0; i < RUN_OUTCOMES; i++) {
        uint64_t n = total->outcomes[i];
        n_runs += n;
        snprintf(cells[1 + i], CELL_SIZE, "%llu", (unsigned long long)n);
    }
    snprintf(cells[7], CELL_SIZE, "%.1f", (double)total->peak_kilobytes / 1024);
    snprintf(cells[8], CELL_SIZE, "%.3f", (double)total->longest / 1e6);
    snprintf(cells[9], CELL_SIZE, "%.2f",
             n_runs ? (double)total->microseconds / 1e3 / (double)n_runs : 0.0);
    print_row(out, is_tsv, cells);
}

static void print_table(const struct options *options, struct shared *shared, FILE *out,
                        bool is_tsv)
{
    char head[N_CELLS][CELL_SIZE] = {"command", "", "",        "",          "",
                                     "",        "", "peak MB", "longest s", "mean ms"};
    for (int i = 0; i < RUN_OUTCOMES; i++)
        snprintf(head[1 + i], CELL_SIZE, "%s", outcome_names[i]);
    print_row(out, is_tsv, head);
    for (uint32_t i = 0; i < N_COMMANDS; i++) {
        if (is_wanted(options, &commands[i]))
            print_total(out, is_tsv, commands[i].name, &shared->totals[i]);
    }
}

static int compare_findings(const void *a, const void *b)
{
    const struct finding *x = a;
    const struct finding *y = b;
    if (x->mutant != y->mutant)
        return x->mutant < y->mutant ? -1 : 1;
    return (x->command > y->command) - (x->command < y->command);
}

static void print_finding(const struct options *options, FILE *out, const struct finding *finding)
{
    struct mutant mutant = make_file(options, finding->mutant);
    fprintf(out, "%llu\t%s\t%s\t%d\t%s\t", (unsigned long long)finding->mutant,
            commands[finding->command].name, outcome_names[finding->result.outcome],
            finding->result.status, seeds.list[mutant.seed].name);
    for (unsigned i = 0; i < mutant.n_changes; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", mutant.changes[i]);
    fputc('\n', out);
    free(mutant.data);
}

static FILE *create(const struct options *options, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", options->out, name);
    FILE *file = fopen(path, "w");
    if (!file)
        fail(path);
    return file;
}

/* How many findings are ours. */
static uint32_t report(const struct options *options, struct shared *shared)
{
    uint32_t n = (uint32_t)shared->n_findings;
    uint32_t n_ours = 0;
    n = n < MAX_FINDINGS ? n : MAX_FINDINGS;
    qsort(shared->findings, n, sizeof shared->findings[0], compare_findings);
    FILE *list = create(options, "findings.tsv");
    fputs("mutant\tcommand\toutcome\tstatus\tseed\tchanges\n", list);
    for (uint32_t i = 0; i < n; i++) {
        print_finding(options, list, &shared->findings[i]);
        if (!commands[shared->findings[i].command].is_ours)
            continue;
        n_ours++;
        print_finding(options, stdout, &shared->findings[i]);
    }
    fclose(list);
    FILE *table = create(options, "table.tsv");
    print_table(options, shared, table, true);
    fclose(table);
    print_table(options, shared, stdout, false);
    return n_ours;
}

/* ---- Command line ---- */

static uint64_t number_of(const char *text)
{
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    if (end == text || *end) {
        fprintf(stderr, "robustness: no number: %s\n", text);
        exit(2);
    }
    return value;
}

static void choose_tools(struct options *options, const char *who)
{
    options->ours = strcmp(who, "llvm") != 0;
    options->llvm = strcmp(who, "ours") != 0;
}

static void parse(struct options *options, int argc, char **argv)
{
    static const struct option list[] = {
        {"mutants", 1, NULL, 'm'}, {"only", 1, NULL, 'n'},     {"tools", 1, NULL, 't'},
        {"jobs", 1, NULL, 'j'},    {"out", 1, NULL, 'o'},      {"seconds", 1, NULL, 's'},
        {"memory", 1, NULL, 'M'},  {"repeated", 1, NULL, 'r'}, {NULL, 0, NULL, 0},
    };
    int c;
    while ((c = getopt_long(argc, argv, "", list, NULL)) != -1)
        switch (c) {
        case 'm': options->n_mutants = number_of(optarg); break;
        case 'r': options->repeated = (size_t)number_of(optarg); break;
        case 'n':
            options->only = number_of(optarg);
            options->has_only = true;
            break;
        case 't': choose_tools(options, optarg); break;
        case 'j': options->jobs = (unsigned)number_of(optarg); break;
        case 'o': options->out = optarg; break;
        case 's': options->limits.seconds = (unsigned)number_of(optarg); break;
        case 'M': options->limits.bytes = number_of(optarg) << 20; break;
        default: exit(2);
        }
}

static void prepare(struct options *options, int argc, char **argv)
{
    const char *bitleap = getenv("BITLEAP");
    options->bitleap = strdup(bitleap ? bitleap : "build/bitleap");
    parse(options, argc, argv);
    if (mkdir(options->out, 0777) < 0 && errno != EEXIST)
        fail(options->out);
    synthetic_grammar(add_synthetic, NULL);
    synthetic_files(add_synthetic, NULL);
    for (int i = optind; i < argc; i++)
        add_files(argv[i]);
    /* Of a crash the signal is enough, and a sanitizer's report must not look like an error. */
    setenv("LLVM_DISABLE_SYMBOLIZATION", "1", 1);
    setenv("LLVM_DISABLE_CRASH_REPORT", "1", 1);
    setenv("ASAN_OPTIONS", "abort_on_error=1", 0);
    setenv("UBSAN_OPTIONS", "abort_on_error=1", 0);
}

int main(int argc, char **argv)
{
    struct options options = {.n_mutants = 10000,
                              .ours = true,
                              .llvm = true,
                              .jobs = bl_cores(),
                              .limits = {.seconds = 10, .bytes = UINT64_C(2048) << 20},
                              .out = "build/robustness"};
    prepare(&options, argc, argv);
    struct shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        fail("memory");
    if (options.has_only) {
        shared->next = options.only;
        options.n_mutants = options.only + 1;
        options.jobs = 1;
    }
    bool good = work_in_parallel(&options, shared);
    uint32_t n_bad = report(&options, shared);
    if (!good)
        fprintf(stderr, "robustness: a worker failed\n");
    if (n_bad > 0)
        printf("%u findings; again with ONLY=, the first number of a line\n", n_bad);
    return good && n_bad == 0 ? 0 : 1;
}
