/* sql/sqlite_tables.c - tables as virtual tables of SQLite
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The plan of a query is a list of words, which EXPLAIN QUERY PLAN prints: what each argument of
 * xFilter is.
 */
#include "sql/sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct module {
    const struct bl_sql_table *table;
    struct bl_sql_connection *connection;
};

struct vtab {
    sqlite3_vtab base;
    const struct bl_sql_table *table;
    struct bl_sql_connection *connection;
    char *argument; /* of CREATE VIRTUAL TABLE; NULL: each use has its own */
    unsigned n_cursors;
    /* Of a cursor that was closed while there are others: a subquery that is asked again opens
     * another one, for the same modules mostly. */
    struct bl_sql_cursor kept;
};

struct cursor {
    sqlite3_vtab_cursor base;
    struct bl_sql_cursor rows; /* its table is NULL: none */
    bool has_ended;
    /* What the filter refers to. */
    char *texts[4]; /* file, prefix, name, word */
    char *names;
    struct bl_view *name_views;
};

/* What an argument of xFilter is. */
enum word {
    PATH,
    FILE_IS,
    MODULE_IS,
    VALUE_IS,
    NAME_IS,
    NAME_IN,
    NAME_GLOB,
    WORD_IS,
    ROWID_IS,
    OFFSET,
    N_WORDS
};

static const char *const words[N_WORDS] = {
    [PATH] = "input",      [FILE_IS] = "file=",   [MODULE_IS] = "module=", [VALUE_IS] = "value=",
    [NAME_IS] = "name=",   [NAME_IN] = "name in", [NAME_GLOB] = "name*",   [WORD_IS] = "word=",
    [ROWID_IS] = "rowid=", [OFFSET] = "offset",
};

/* ---- Connecting ---- */

/* The argument comes first, as of columns from the 64th on it is only known whether any is used. */
static void put_declaration(struct bl_sql_text *text, const struct bl_sql_table *table)
{
    bl_sql_text_string(text, "CREATE TABLE x(input HIDDEN");
    for (uint32_t i = 0; i < bl_sql_n_columns(table); i++) {
        struct bl_sql_column column = bl_sql_column_at(table, i);
        bl_sql_text_printf(text, ",\"%s%s\" %s%s", column.prefix ? column.prefix : "", column.name,
                           bl_sql_is_text(column.type) ? "TEXT" : "INTEGER",
                           column.is_hidden ? " HIDDEN" : "");
    }
    bl_sql_text_string(text, ")");
    bl_sql_text_put(text, "", 1);
}

static int disconnect(sqlite3_vtab *base)
{
    sqlite3_free(((struct vtab *)base)->argument);
    sqlite3_free(base);
    return SQLITE_OK;
}

/* What comes after the names of the module, of the database and of the table. */
enum {
    DATABASE = 1,
    FIRST_ARGUMENT = 3
};

/* The text that a literal of SQL is, from sqlite3_malloc(). */
static char *unquote(const char *literal)
{
    char *text = sqlite3_mprintf("%s", literal);
    char quote = literal[0];
    if (!text || (quote != '\'' && quote != '"'))
        return text;
    char *end = text;
    for (const char *p = literal + 1; *p && !(p[0] == quote && p[1] != quote); p++) {
        *end++ = *p;
        p += p[0] == quote;
    }
    *end = '\0';
    return text;
}

/* A schema that somebody sent must not name files: only TEMP tables have an argument for good. */
static int take_table_argument(struct vtab *vtab, int argc, const char *const *argv, char **message)
{
    if (argc <= FIRST_ARGUMENT)
        return SQLITE_OK;
    if (!vtab->connection->may_read || argc > FIRST_ARGUMENT + 1 ||
        strcmp(argv[DATABASE], "temp") != 0) {
        *message = sqlite3_mprintf("%s: a table of it is a TEMP one, with a path as its argument",
                                   vtab->table->name);
        return SQLITE_ERROR;
    }
    vtab->argument = unquote(argv[FIRST_ARGUMENT]);
    return vtab->argument ? SQLITE_OK : SQLITE_NOMEM;
}

static int connect_table(sqlite3 *db, void *client, int argc, const char *const *argv,
                         sqlite3_vtab **made, char **message)
{
    const struct module *module = client;
    struct bl_sql_text declaration = {.data = NULL};
    struct vtab *vtab = sqlite3_malloc(sizeof *vtab);
    *made = NULL;
    if (!vtab)
        return SQLITE_NOMEM;
    *vtab = (struct vtab){.table = module->table, .connection = module->connection};
    put_declaration(&declaration, module->table);
    int rc = take_table_argument(vtab, argc, argv, message);
    if (rc == SQLITE_OK)
        rc = declaration.has_lacked ? SQLITE_NOMEM : sqlite3_declare_vtab(db, declaration.data);
    bl_sql_text_release(&declaration);
    if (rc != SQLITE_OK) {
        (void)disconnect(&vtab->base);
        return rc;
    }
    *made = &vtab->base;
    return sqlite3_vtab_config(db, module->connection->may_read ? SQLITE_VTAB_DIRECTONLY
                                                                : SQLITE_VTAB_INNOCUOUS);
}

static int fail_table(sqlite3_vtab *vtab, int code, const char *text, size_t size)
{
    const struct vtab *v = (const struct vtab *)vtab;
    sqlite3_free(vtab->zErrMsg);
    vtab->zErrMsg = sqlite3_mprintf("%s: %.*s", v->table->name, (int)size, text);
    return code;
}

static int fail_without_path(sqlite3_vtab *vtab)
{
    const struct vtab *v = (const struct vtab *)vtab;
    const char *name = v->table->name;
    sqlite3_free(vtab->zErrMsg);
    vtab->zErrMsg =
        v->connection->may_read
            ? sqlite3_mprintf("%s: its argument is missing, the path of a file, directory "
                              "or index file, as in %s('lib.a')",
                              name, name)
            : sqlite3_mprintf("%s: its argument is missing, a blob of bytes, as in %s(?1)", name,
                              name);
    return SQLITE_ERROR;
}

/* ---- Plans ---- */

/* The constraints that a plan uses: their numbers; -1: there is none. */
struct plan {
    int constraint[N_WORDS];
    bool has_unusable_path;
    bool is_exact; /* nothing else is asked of rows */
};

static int word_of(const struct vtab *vtab, sqlite3_index_info *info, int i)
{
    const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
    static const enum word of_keys[] = {[BL_SQL_FILE] = FILE_IS,
                                        [BL_SQL_MODULE] = MODULE_IS,
                                        [BL_SQL_VALUE] = VALUE_IS,
                                        [BL_SQL_NAME] = NAME_IS,
                                        [BL_SQL_WORD] = WORD_IS};
    int column = constraint->iColumn;
    if (constraint->op == SQLITE_INDEX_CONSTRAINT_OFFSET)
        return OFFSET;
    bool is_equal = constraint->op == SQLITE_INDEX_CONSTRAINT_EQ;
    if (column < 0)
        return is_equal ? ROWID_IS : N_WORDS;
    if (column == 0)
        return is_equal && !vtab->argument ? PATH : N_WORDS;
    struct bl_sql_column c = bl_sql_column_at(vtab->table, (uint32_t)column - 1);
    if (c.key == BL_SQL_NO_KEY)
        return N_WORDS;
    if (bl_sql_is_text(c.type) && strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0)
        return N_WORDS;
    if (c.key == BL_SQL_NAME && constraint->op == SQLITE_INDEX_CONSTRAINT_GLOB)
        return NAME_GLOB;
    if (!is_equal)
        return N_WORDS;
    if (c.key == BL_SQL_NAME && sqlite3_vtab_in(info, i, -1))
        return NAME_IN;
    return (int)of_keys[c.key];
}

/* Whether SQLite looks at it again: bytes that are no UTF-8 are other ones in rows. */
static bool is_hint(enum word word)
{
    return word == NAME_IS || word == NAME_IN || word == NAME_GLOB || word == WORD_IS;
}

static void find_plan(const struct vtab *vtab, sqlite3_index_info *info, struct plan *plan)
{
    *plan = (struct plan){.is_exact = info->nOrderBy == 0};
    for (int i = 0; i < N_WORDS; i++)
        plan->constraint[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        int op = info->aConstraint[i].op;
        int word = word_of(vtab, info, i);
        if (!info->aConstraint[i].usable)
            plan->has_unusable_path |= word == PATH;
        else if (word < N_WORDS)
            plan->constraint[word] = i;
        bool is_omitted = info->aConstraint[i].usable && word < N_WORDS &&
                          !is_hint((enum word)word) && plan->constraint[word] == i;
        plan->is_exact &= is_omitted || op == SQLITE_INDEX_CONSTRAINT_LIMIT;
    }
    if (plan->constraint[NAME_IS] >= 0)
        plan->constraint[NAME_IN] = -1;
    if (plan->constraint[NAME_IS] >= 0 || plan->constraint[NAME_IN] >= 0)
        plan->constraint[NAME_GLOB] = -1;
    if (!plan->is_exact)
        plan->constraint[OFFSET] = -1;
}

/* The path that the argument is; NULL: another value, or none that is known yet. */
static const char *path_of(sqlite3_index_info *info, int path)
{
    sqlite3_value *value = NULL;
    if (path < 0 || sqlite3_vtab_rhs_value(info, path, &value) != SQLITE_OK || !value ||
        sqlite3_value_type(value) != SQLITE_TEXT)
        return NULL;
    return (const char *)sqlite3_value_text(value);
}

/* Thousands of bytes at PATH, and how many streams there are, as far as that is known without
 * opening anything. */
static double size_of(const struct bl_sql_inputs *inputs, const char *path, uint32_t *n_streams)
{
    struct stat st;
    *n_streams = 100;
    if (inputs)
        return (double)bl_sql_inputs_size(inputs, n_streams) / 1024;
    if (!path || stat(path, &st) < 0 || !S_ISREG(st.st_mode))
        return 10000;
    *n_streams = (uint32_t)(st.st_size / 65536) + 1;
    return (double)st.st_size / 1024;
}

static void estimate(const struct vtab *vtab, sqlite3_index_info *info, const struct plan *plan)
{
    const int *c = plan->constraint;
    uint32_t n_streams;
    const char *path = vtab->argument ? vtab->argument : path_of(info, c[PATH]);
    const struct bl_sql_inputs *inputs =
        path ? bl_sql_inputs_known(vtab->connection, bl_sql_view(path)) : NULL;
    double rows = size_of(inputs, path, &n_streams) * vtab->table->rows_per_kb;
    double counted = 0; /* symbols that an index has are */
    if (vtab->table->in_index && inputs && bl_sql_has_symbols(inputs))
        counted = (double)bl_sql_inputs_n_symbols(inputs);
    rows = counted > 0 ? counted : rows < 1 ? 1 : rows;
    double cost = rows;
    if (c[ROWID_IS] >= 0 || c[FILE_IS] >= 0) {
        rows /= n_streams;
        cost = rows + 1;
    }
    if (c[VALUE_IS] >= 0 || c[MODULE_IS] >= 0) {
        rows /= c[VALUE_IS] >= 0 ? 100 : 2;
        cost = c[VALUE_IS] >= 0 && c[FILE_IS] < 0 ? cost / 2 : rows + 1;
    }
    if (c[WORD_IS] >= 0) {
        rows /= 50; /* others are passed over */
        cost /= 10;
    }
    if (c[NAME_IS] >= 0 || c[NAME_IN] >= 0) {
        rows = rows / 1000 + 1;
        /* every name is looked at, until an index is made of them */
        cost = counted > 0 ? rows : vtab->table->in_index && inputs && path ? cost / 8 : cost;
    } else if (c[NAME_GLOB] >= 0) {
        rows = rows / 10 + 1;
    }
    if (c[ROWID_IS] >= 0) {
        rows = 1;
        info->idxFlags |= SQLITE_INDEX_SCAN_UNIQUE;
    }
    unsigned needs = (unsigned)info->idxNum;
    cost *= needs & BL_SQL_NEED_PROPERTIES ? 50 : needs & BL_SQL_NEED_COUNTS ? 5 : 1;
    info->estimatedRows = rows < 1 ? 1 : (sqlite3_int64)rows;
    info->estimatedCost = cost + 10;
}

static unsigned needs_of(const struct bl_sql_table *table, sqlite3_uint64 used)
{
    enum {
        MOST_BITS = 63 /* the last bit is for all columns from it on */
    };
    unsigned needs = 0;
    for (uint32_t i = 1; i <= bl_sql_n_columns(table); i++)
        if (used >> (i < MOST_BITS ? i : MOST_BITS) & 1)
            needs |= bl_sql_column_at(table, i - 1).need;
    return needs;
}

/* SQLite asks for a plan of each term of an OR alone, where the path is in another term: such a
 * plan must never be cheaper than those with a path. It is chosen if there is no argument at all,
 * and filter() says so. */
#define COST_WITHOUT_PATH 1e99

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct vtab *vtab = (const struct vtab *)base;
    struct bl_sql_text text = {.data = NULL};
    struct plan plan;
    find_plan(vtab, info, &plan);
    if (plan.constraint[PATH] < 0 && plan.has_unusable_path)
        return SQLITE_CONSTRAINT;
    int n = 0;
    for (int i = 0; i < N_WORDS; i++) {
        int constraint = plan.constraint[i];
        if (constraint < 0)
            continue;
        info->aConstraintUsage[constraint].argvIndex = ++n;
        info->aConstraintUsage[constraint].omit = !is_hint((enum word)i);
        if (i == NAME_IN)
            (void)sqlite3_vtab_in(info, constraint, 1);
        bl_sql_text_string(&text, text.size > 0 ? ", " : "");
        bl_sql_text_string(&text, words[i]);
    }
    info->idxNum = (int)needs_of(vtab->table, info->colUsed);
    info->idxStr = sqlite3_mprintf("%.*s", (int)text.size, text.data ? text.data : "");
    info->needToFreeIdxStr = 1;
    bool has_lacked = text.has_lacked || !info->idxStr;
    bl_sql_text_release(&text);
    if (plan.constraint[PATH] < 0 && !vtab->argument)
        info->estimatedCost = COST_WITHOUT_PATH;
    else
        estimate(vtab, info, &plan);
    return has_lacked ? SQLITE_NOMEM : SQLITE_OK;
}

/* ---- Filters ---- */

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **made)
{
    struct vtab *vtab = (struct vtab *)base;
    struct cursor *cursor = sqlite3_malloc(sizeof *cursor);
    *made = NULL;
    if (!cursor)
        return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    cursor->rows = vtab->kept;
    cursor->has_ended = true;
    vtab->kept.table = NULL;
    vtab->n_cursors++;
    *made = &cursor->base;
    return SQLITE_OK;
}

static void close_rows(struct bl_sql_cursor *rows)
{
    if (rows->table)
        bl_sql_cursor_close(rows);
}

/* What the filter refers to. */
static void release_texts(struct cursor *cursor)
{
    for (size_t i = 0; i < sizeof cursor->texts / sizeof *cursor->texts; i++) {
        sqlite3_free(cursor->texts[i]);
        cursor->texts[i] = NULL;
    }
    free(cursor->names);
    free(cursor->name_views);
    cursor->names = NULL;
    cursor->name_views = NULL;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    struct vtab *vtab = (struct vtab *)base->pVtab;
    close_rows(&vtab->kept);
    if (--vtab->n_cursors > 0)
        vtab->kept = cursor->rows;
    else
        close_rows(&cursor->rows);
    release_texts(cursor);
    sqlite3_free(base);
    return SQLITE_OK;
}

/* VALUE as text, copied into *COPY; one that is no text has no rows. */
static int take_text(sqlite3_value *value, char **copy, struct bl_view *text, bool *has_rows)
{
    int type = sqlite3_value_type(value);
    *has_rows &= type != SQLITE_NULL && type != SQLITE_BLOB;
    const char *data = (const char *)sqlite3_value_text(value);
    size_t size = (size_t)sqlite3_value_bytes(value);
    *copy = sqlite3_malloc64(size + 1);
    if (!*copy)
        return SQLITE_NOMEM;
    if (data)
        memcpy(*copy, data, size);
    *text = (struct bl_view){.data = (const uint8_t *)*copy, .size = data ? size : 0};
    return SQLITE_OK;
}

/* VALUE as an integer; one that is none has no rows. */
static int64_t take_integer(sqlite3_value *value, bool *has_rows)
{
    int type = sqlite3_value_numeric_type(value);
    int64_t integer = sqlite3_value_int64(value);
    if (type != SQLITE_INTEGER)
        *has_rows &= type == SQLITE_FLOAT && (double)integer == sqlite3_value_double(value);
    return integer;
}

/* All texts in the list that VALUE is: their bytes first, then what refers to them, as they move.
 * */
static int take_names(struct cursor *cursor, sqlite3_value *value, struct bl_sql_filter *filter)
{
    struct bl_sql_text bytes = {.data = NULL};
    struct bl_sql_text sizes = {.data = NULL};
    sqlite3_value *item = NULL;
    uint32_t n = 0;
    int rc;
    for (rc = sqlite3_vtab_in_first(value, &item); rc == SQLITE_OK && item;
         rc = sqlite3_vtab_in_next(value, &item)) {
        if (sqlite3_value_type(item) == SQLITE_NULL || sqlite3_value_type(item) == SQLITE_BLOB)
            continue;
        const char *text = (const char *)sqlite3_value_text(item);
        size_t size = (size_t)sqlite3_value_bytes(item);
        bl_sql_text_put(&bytes, text, text ? size : 0);
        bl_sql_text_put(&sizes, (const char *)&size, sizeof size);
        n++;
    }
    cursor->names = bytes.data; /* released as such */
    cursor->name_views = calloc(n + (size_t)1, sizeof *cursor->name_views);
    bool has_lacked = bytes.has_lacked || sizes.has_lacked || !cursor->name_views;
    const uint8_t *at = (const uint8_t *)(bytes.data ? bytes.data : ""); /* all may be empty */
    for (uint32_t i = 0; i < n && !has_lacked; i++) {
        size_t size;
        memcpy(&size, sizes.data + i * sizeof size, sizeof size);
        cursor->name_views[i] = (struct bl_view){.data = at, .size = size};
        at += size;
    }
    bl_sql_text_release(&sizes);
    if (has_lacked || (rc != SQLITE_OK && rc != SQLITE_DONE))
        return SQLITE_NOMEM;
    bl_sql_filter_set_names(filter, cursor->name_views, n);
    return SQLITE_OK;
}

static int take_name(struct cursor *cursor, sqlite3_value *value, struct bl_sql_filter *filter,
                     bool *has_rows)
{
    cursor->name_views = calloc(1, sizeof *cursor->name_views);
    if (!cursor->name_views)
        return SQLITE_NOMEM;
    int rc = take_text(value, &cursor->texts[2], &cursor->name_views[0], has_rows);
    if (rc == SQLITE_OK)
        bl_sql_filter_set_names(filter, cursor->name_views, 1);
    return rc;
}

/* What comes before the first special character of a pattern. */
static int take_prefix(struct cursor *cursor, sqlite3_value *value, struct bl_sql_filter *filter,
                       bool *has_rows)
{
    int rc = take_text(value, &cursor->texts[1], &filter->prefix, has_rows);
    size_t n = 0;
    while (n < filter->prefix.size && !strchr("*?[", filter->prefix.data[n]) &&
           filter->prefix.data[n] < 0x80)
        n++;
    filter->prefix.size = n;
    filter->has_prefix = true;
    return rc;
}

static int take_argument(struct cursor *cursor, enum word word, sqlite3_value *value,
                         struct bl_sql_filter *f, uint64_t *offset, bool *has_rows)
{
    switch (word) {
    case FILE_IS:
        f->has_file = true;
        return take_text(value, &cursor->texts[0], &f->file, has_rows);
    case MODULE_IS:
        f->has_module = true;
        f->module = take_integer(value, has_rows);
        return SQLITE_OK;
    case VALUE_IS:
        f->has_value = true;
        f->value = take_integer(value, has_rows);
        return SQLITE_OK;
    case ROWID_IS:
        f->has_rowid = true;
        f->rowid = take_integer(value, has_rows);
        return SQLITE_OK;
    case NAME_IS: return take_name(cursor, value, f, has_rows);
    case NAME_IN: return take_names(cursor, value, f);
    case NAME_GLOB: return take_prefix(cursor, value, f, has_rows);
    case WORD_IS:
        f->has_word = true;
        return take_text(value, &cursor->texts[3], &f->word, has_rows);
    case OFFSET:
        *offset = sqlite3_value_int64(value) > 0 ? (uint64_t)sqlite3_value_int64(value) : 0;
        return SQLITE_OK;
    default: return SQLITE_OK;
    }
}

/* Which word begins at *PLAN; *PLAN goes to the next one. */
static enum word next_word(const char **plan)
{
    const char *end = strstr(*plan, ", ");
    size_t n = end ? (size_t)(end - *plan) : strlen(*plan);
    int word = 0;
    while (word < N_WORDS && !(strlen(words[word]) == n && memcmp(words[word], *plan, n) == 0))
        word++;
    *plan += n + (end ? 2 : 0);
    return (enum word)word;
}

/* ---- Rows ---- */

static int code_of(int status)
{
    return status >= 0 ? SQLITE_OK : status == BL_E_NOMEM ? SQLITE_NOMEM : SQLITE_ERROR;
}

/* Whether PLAN looks for a name in all there is. */
static bool looks_for_names(const struct vtab *vtab, const char *plan)
{
    return vtab->table->in_index && strstr(plan, words[NAME_IS]) && !strstr(plan, words[FILE_IS]) &&
           !strstr(plan, words[ROWID_IS]);
}

/* Open what VALUE names, or the table's own argument where it is NULL, for PLAN. SQL's NULL has no
 * rows. */
static int open_inputs(struct vtab *vtab, sqlite3_value *value, const char *plan,
                       struct bl_sql_inputs **inputs, bool *has_rows)
{
    struct bl_sql_text message = {.data = NULL};
    struct bl_sql_connection *connection = vtab->connection;
    int type = value ? sqlite3_value_type(value) : SQLITE_TEXT;
    int rc;
    *has_rows &= type != SQLITE_NULL;
    if (type == SQLITE_NULL)
        return SQLITE_OK;
    if (type == SQLITE_BLOB) {
        struct bl_view bytes = {.data = sqlite3_value_blob(value)};
        bytes.size = (size_t)sqlite3_value_bytes(value);
        rc = bl_sql_open_blob(connection, bytes, inputs, &message);
    } else if (connection->may_read) {
        struct bl_view path = bl_sql_view(vtab->argument);
        if (value) {
            path.data = sqlite3_value_text(value);
            path.size = path.data ? (size_t)sqlite3_value_bytes(value) : 0;
        }
        rc = looks_for_names(vtab, plan) ? bl_sql_open_for_names(connection, path, inputs, &message)
                                         : bl_sql_open_paths(connection, path, inputs, &message);
    } else {
        bl_sql_text_string(&message, "files cannot be read here; the argument is a blob of bytes");
        rc = BL_E_ARGUMENT;
    }
    if (rc < 0 && rc != BL_E_NOMEM)
        (void)fail_table(&vtab->base, SQLITE_ERROR, message.data ? message.data : "", message.size);
    bl_sql_text_release(&message);
    return code_of(rc);
}

static int next_row(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    int rc = bl_sql_cursor_next(&cursor->rows);
    cursor->has_ended = rc <= 0;
    return code_of(rc);
}

/* Ask for the rows of FILTER. Takes INPUTS, which were opened for it. */
static int restart(struct cursor *cursor, struct vtab *vtab, struct bl_sql_inputs *inputs,
                   const struct bl_sql_filter *filter)
{
    struct bl_sql_cursor *rows = &cursor->rows;
    if (rows->table && rows->inputs == inputs && !rows->text.has_lacked && !rows->path.has_lacked) {
        bl_sql_cursor_restart(rows, filter);
        if (inputs)
            bl_sql_inputs_leave(vtab->connection, inputs); /* the cursor has them already */
        return SQLITE_OK;
    }
    close_rows(rows);
    int rc = bl_sql_cursor_init(rows, vtab->table, vtab->connection, inputs);
    rows->filter = *filter;
    if (rc < 0) {
        rows->table = NULL;
        if (inputs)
            bl_sql_inputs_leave(vtab->connection, inputs);
    }
    return code_of(rc);
}

static int filter(sqlite3_vtab_cursor *base, int needs, const char *plan, int argc,
                  sqlite3_value **argv)
{
    struct cursor *cursor = (struct cursor *)base;
    struct vtab *vtab = (struct vtab *)base->pVtab;
    struct bl_sql_filter f = {.needs = (unsigned)needs};
    struct bl_sql_inputs *inputs = NULL;
    bool has_rows = true;
    uint64_t offset = 0;
    int rc = SQLITE_OK;
    cursor->has_ended = true;
    /* The new ones before the old ones are left, which mostly are the same. */
    int first = argc > 0 && strncmp(plan, words[PATH], strlen(words[PATH])) == 0;
    if (!first && !vtab->argument && !vtab->table->needs_no_inputs)
        return fail_without_path(&vtab->base);
    if (first || vtab->argument)
        rc = open_inputs(vtab, first ? argv[0] : NULL, plan, &inputs, &has_rows);
    release_texts(cursor);
    if (first)
        (void)next_word(&plan);
    for (int i = first; i < argc && rc == SQLITE_OK; i++)
        rc = take_argument(cursor, next_word(&plan), argv[i], &f, &offset, &has_rows);
    if (rc == SQLITE_OK && has_rows)
        rc = restart(cursor, vtab, inputs, &f);
    else if (inputs)
        bl_sql_inputs_leave(vtab->connection, inputs);
    if (rc != SQLITE_OK || !has_rows)
        return rc;
    rc = next_row(base);
    while (offset-- > 0 && rc == SQLITE_OK && !cursor->has_ended)
        rc = next_row(base);
    return rc;
}

static int has_ended(sqlite3_vtab_cursor *base)
{
    return ((const struct cursor *)base)->has_ended;
}

static int get_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
    *rowid = bl_sql_cursor_rowid(&((const struct cursor *)base)->rows);
    return SQLITE_OK;
}

/* ---- Columns ---- */

void bl_sql_result_text(sqlite3_context *context, struct bl_view text, bool is_static)
{
    struct bl_sql_text repaired = {.data = NULL};
    text = bl_sql_repair(text, &repaired);
    is_static = is_static && repaired.size == 0;
    if (repaired.has_lacked)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text64(context, text.size ? (const char *)text.data : "", text.size,
                              is_static ? SQLITE_STATIC : SQLITE_TRANSIENT, SQLITE_UTF8);
    bl_sql_text_release(&repaired);
}

static void put_argument(const struct cursor *cursor, sqlite3_context *context)
{
    const struct bl_sql_inputs *inputs = cursor->rows.inputs;
    if (inputs && inputs->n_parts > 0 && inputs->parts[0].catalog)
        bl_sql_result_text(
            context, (struct bl_view){(const uint8_t *)inputs->argument, inputs->argument_size},
            false);
}

static int get_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    struct cursor *cursor = (struct cursor *)base;
    struct bl_sql_cell cell = {.kind = BL_SQL_IS_NULL};
    if (number == 0) {
        put_argument(cursor, context);
        return SQLITE_OK;
    }
    bl_sql_cursor_column(&cursor->rows, (uint32_t)number - 1, &cell);
    if (cursor->rows.text.has_lacked)
        return SQLITE_NOMEM;
    if (cell.kind == BL_SQL_IS_INTEGER)
        sqlite3_result_int64(context, cell.integer);
    else if (cell.kind != BL_SQL_IS_NULL)
        bl_sql_result_text(context, cell.text, cell.kind == BL_SQL_IS_STATIC);
    return SQLITE_OK;
}

/* ---- The module ---- */

static const sqlite3_module methods = {
    .iVersion = 0,
    .xCreate = connect_table, /* the same: it is a function, too */
    .xConnect = connect_table,
    .xBestIndex = best_index,
    .xDisconnect = disconnect,
    .xDestroy = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next_row,
    .xEof = has_ended,
    .xColumn = get_column,
    .xRowid = get_rowid,
};

static void destroy_module(void *client)
{
    struct module *module = client;
    bl_sql_connection_leave(module->connection);
    free(module);
}

int bl_sql_add_tables(sqlite3 *db, struct bl_sql_connection *connection)
{
    for (const struct bl_sql_table *const *t = bl_sql_tables; *t; t++) {
        struct module *module = calloc(1, sizeof *module);
        if (!module || ((*t)->unit == BL_SQL_SOURCES && !connection->may_read)) {
            free(module);
            if (!module)
                return SQLITE_NOMEM;
            continue; /* blobs are no files */
        }
        *module = (struct module){.table = *t, .connection = connection};
        bl_sql_connection_share(connection);
        /* on failure, too, it destroys the module */
        int rc = sqlite3_create_module_v2(db, (*t)->name, &methods, module, destroy_module);
        if (rc != SQLITE_OK)
            return rc;
    }
    return SQLITE_OK;
}
