/* rewrite/lower_word_list.c - which words a lowering leaves out or says otherwise
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/min_version.h"
#include "rewrite/lower_table.h"
#include "rewrite/lower_words.h"

#include <string.h>

/* Beside the names of attributes, which go as words. */
static const struct {
    const char *feature, *word;
    uint8_t where;
    uint8_t known; /* by this LLVM, where a feature is several; 0: that does not matter */
} others[] = {
    {"captures", "nocapture", BL_GOES_AS_WORD, 0},
    {"memory", "readnone", BL_GOES_AS_WORD, 0},
    {"memory", "readonly", BL_GOES_AS_WORD, 0},
    {"memory", "writeonly", BL_GOES_AS_WORD, 0},
    {"memory", "argmemonly", BL_GOES_AS_WORD, 0},
    {"memory", "inaccessiblememonly", BL_GOES_AS_WORD, 0},
    {"memory", "inaccessiblemem_or_argmemonly", BL_GOES_AS_WORD, 0},
    {"memory-places", "memory", BL_GOES_AS_WORD, 0},
    {"elementtype", "elementtype", BL_GOES_AS_WORD, 0},
    {"inrange", "inrange", BL_GOES_AS_WORD, 0},
    {"inrange", "nusw", BL_GOES_AFTER_GEP, 0},
    {"inrange", "nuw", BL_GOES_AFTER_GEP, 0},
    {"gep-constant", "nusw", BL_GOES_AFTER_GEP, 0},
    {"gep-constant", "nuw", BL_GOES_AFTER_GEP, 0},
    {"gep-flags", "nusw", BL_GOES_AFTER_GEP, 0},
    {"gep-flags", "nuw", BL_GOES_AFTER_GEP, 0},
    {"cast-flags", "nneg", BL_GOES_AS_WORD, 0},
    {"cast-flags", "nuw", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "nsw", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "fast", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "nnan", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "ninf", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "nsz", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "arcp", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "contract", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "afn", BL_GOES_AFTER_CAST, 0},
    {"cast-flags", "reassoc", BL_GOES_AFTER_CAST, 0},
    {"disjoint", "disjoint", BL_GOES_AS_WORD, 0},
    {"samesign", "samesign", BL_GOES_AS_WORD, 0},
    {"global-sanitizer", "no_sanitize_address", BL_GOES_AS_PROPERTY, 0},
    {"global-sanitizer", "no_sanitize_hwaddress", BL_GOES_AS_PROPERTY, 0},
    {"global-sanitizer", "sanitize_memtag", BL_GOES_AS_PROPERTY, 0},
    {"global-sanitizer", "sanitize_address_dyninit", BL_GOES_AS_PROPERTY, 0},
    {"code-model", "code_model", BL_GOES_AS_PROPERTY, 0},
    {"location-atoms", "atomGroup", BL_GOES_AS_FIELD, 0},
    {"location-atoms", "atomRank", BL_GOES_AS_FIELD, 0},
    {"language-name", "sourceLanguageName", BL_GOES_AS_FIELD, 0},
    {"language-name", "language", BL_GOES_AS_FIELD, 0},
    {"name-tables", "nameTableKind", BL_GOES_AS_FIELD, 0},
    {"size-as-node", "size", BL_GOES_AS_NODE_FIELD, 0},
    {"size-as-node", "offset", BL_GOES_AS_NODE_FIELD, 0},
    {"debug-fields", "sourceLanguageVersion", BL_GOES_AS_FIELD, 22},
    {"debug-fields", "dataSize", BL_GOES_AS_FIELD, 22},
    {"debug-fields", "num_extra_inhabitants", BL_GOES_AS_FIELD, 22},
    {"debug-fields", "specification", BL_GOES_AS_FIELD, 22},
    {"debug-fields", "enumKind", BL_GOES_AS_FIELD, 22},
    {"debug-fields", "bitStride", BL_GOES_AS_FIELD, 22},
    {"debug-fields", "annotations", BL_GOES_AS_FIELD, 14},
    {"debug-fields", "targetFuncName", BL_GOES_AS_FIELD, 16},
    {"debug-fields", "keyInstructions", BL_GOES_AS_FIELD, 22},
    {"debug-fields", "ptrAuthKey", BL_GOES_AS_FIELD, 19},
    {"debug-fields", "ptrAuthIsAddressDiscriminated", BL_GOES_AS_FIELD, 19},
    {"debug-fields", "ptrAuthIsaPointer", BL_GOES_AS_FIELD, 19},
    {"debug-fields", "ptrAuthExtraDiscriminator", BL_GOES_AS_FIELD, 19},
    {"debug-fields", "ptrAuthAuthenticatesNullValues", BL_GOES_AS_FIELD, 19},
    {"debug-fields", "column", BL_GOES_AS_LABEL_FIELD, 22},
    {"debug-fields", "isArtificial", BL_GOES_AS_LABEL_FIELD, 22},
    {"debug-fields", "coroSuspendIdx", BL_GOES_AS_LABEL_FIELD, 22},
    {"debug-fields", "elements", BL_GOES_AS_IMPORT_FIELD, 14},
};

/* Nodes, names and words that are spelled otherwise. */
static const struct {
    const char *feature, *from, *to;
} spellings[] = {
    {"assignment-tracking", "distinct !DIAssignID()", "distinct !{}"},
    {"renamed-intrinsics", "@llvm.experimental.", "@llvm."},
    {"renamed-intrinsics", ".p0.p0(", "("},
    {"renamed-intrinsics", ".p0(", "("},
    {"static-members", "tag: DW_TAG_variable", "tag: DW_TAG_member"},
    {"template-aliases", "tag: DW_TAG_template_alias", "tag: DW_TAG_typedef"},
    {"frame-pointer", "\"frame-pointer\"=\"non-leaf-no-reserve\"",
     "\"frame-pointer\"=\"non-leaf\""},
    {"frame-pointer", "\"frame-pointer\"=\"reserved\"", "\"frame-pointer\"=\"non-leaf\""},
    {"ptrtoaddr", "ptrtoaddr ", "ptrtoint "},
    {"uwtable", "uwtable(sync)", "uwtable"},
    {"three-way-comparisons", "@llvm.ucmp.", "@bitleap.ucmp."},
    {"three-way-comparisons", "@llvm.scmp.", "@bitleap.scmp."},
    {"minimum-numbers", "@llvm.minimumnum.", "@bitleap.minimumnum."},
    {"minimum-numbers", "@llvm.maximumnum.", "@bitleap.maximumnum."},
};

static bool is_found(const struct bl_lower_report *report, const char *feature)
{
    uint32_t n;
    uint32_t n_refused;
    const struct bl_lower_finding *found = bl_lower_findings(report, &n, &n_refused);
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(found[i].feature, feature) == 0)
            return true;
    return false;
}

static void add_word(struct bl_lowered_words *w, const char *word, uint8_t where)
{
    w->items[w->n++] = (struct bl_lowered_word){bl_view_of(word), where};
    w->begins[(uint8_t)*word] = true;
}

void bl_lowered_words_init(struct bl_lowered_words *w, const struct bl_lower_report *report,
                           const struct bl_lower_options *options)
{
    uint32_t n;
    const struct bl_feature *rows = bl_feature_rows(&n);
    _Static_assert(sizeof others / sizeof *others + BL_MAX_ATTRIBUTE_ROWS <= BL_MAX_LOWERED_WORDS,
                   "there is room for all words");
    _Static_assert(sizeof spellings / sizeof *spellings <= BL_MAX_SPELLINGS, "and for spellings");
    *w = (struct bl_lowered_words){0};
    for (uint32_t i = 0; i < n && rows[i].block == BL_MIN_VERSION_ATTRIBUTE; i++)
        if (is_found(report, bl_attribute_name(rows[i].code)))
            add_word(w, bl_attribute_name(rows[i].code), BL_GOES_AS_WORD);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_found(report, others[i].feature) &&
            (others[i].known == 0 || options->llvm < others[i].known))
            add_word(w, others[i].word, others[i].where);
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (is_found(report, spellings[i].feature)) {
            w->spellings[w->n_spellings++] =
                (struct bl_spelling){spellings[i].from, spellings[i].to};
            w->spelling_begins[(uint8_t)*spellings[i].from] = true;
        }
    w->has_notes = options->flags & BL_LOWER_NOTE;
    w->has_debug_records = is_found(report, "debug-records");
    w->has_declared_values = is_found(report, "dbg_declare_value");
    w->has_assignments = is_found(report, "assignment-tracking");
    w->has_debug_types = is_found(report, "debug-types");
    w->has_lifetimes = is_found(report, "lifetime-size");
    w->has_masked = is_found(report, "masked-alignment");
    w->has_comparisons = is_found(report, "debug-operations");
    w->has_renamed = is_found(report, "renamed-intrinsics");
    w->has_local_imports = is_found(report, "local-imports");
    w->has_definitions =
        is_found(report, "three-way-comparisons") || is_found(report, "minimum-numbers");
    w->has_thread_locals = is_found(report, "thread-local-address");
}

/* ---- Intrinsics that have become functions ---- */

/* How bodies are, lines as they are printed: * is a type. */
static const char comparison[] = "  %3 = icmp ?gt * %0, %1\n"
                                 "  %4 = zext * %3 to *\n"
                                 "  %5 = icmp ?lt * %0, %1\n"
                                 "  %6 = zext * %5 to *\n"
                                 "  %7 = sub * %4, %6\n"
                                 "  ret * %7\n"
                                 "}\n";
#define CHOICE(icmp, fcmp)                 \
    "  %3 = bitcast * %0 to *\n"           \
    "  %4 = bitcast * %1 to *\n"           \
    "  %5 = icmp " icmp " * %3, %4\n"      \
    "  %6 = fcmp oeq * %0, %1\n"           \
    "  %7 = fcmp " fcmp " * %0, %1\n"      \
    "  %8 = fcmp uno * %1, %1\n"           \
    "  %9 = or * %7, %8\n"                 \
    "  %10 = select * %6, * %5, * %9\n"    \
    "  %11 = select * %10, * %0, * %1\n"   \
    "  %12 = fcmp uno * %11, %11\n"        \
    "  %13 = fadd * %11, %11\n"            \
    "  %14 = select * %12, * %13, * %11\n" \
    "  ret * %14\n"                        \
    "}\n"

static const struct {
    const char *before, *name, *body;
    char mark; /* for ? */
} definitions[] = {
    {"@llvm.ucmp.", "@bitleap.ucmp.", comparison, 'u'},
    {"@llvm.scmp.", "@bitleap.scmp.", comparison, 's'},
    {"@llvm.minimumnum.", "@bitleap.minimumnum.", CHOICE("ugt", "olt"), 0},
    {"@llvm.maximumnum.", "@bitleap.maximumnum.", CHOICE("ult", "ogt"), 0},
};
enum {
    N_DEFINITIONS = sizeof definitions / sizeof *definitions
};

const char *bl_words_definition(struct bl_view line, struct bl_view *types)
{
    bool is_before = bl_view_begins(line, "declare ");
    for (size_t i = 0; i < N_DEFINITIONS; i++) {
        const char *begin = is_before ? definitions[i].before : definitions[i].name;
        size_t at = bl_view_find(line, begin);
        if (at == SIZE_MAX || !(is_before || bl_view_begins(line, "define internal ")))
            continue;
        *types = bl_view_from(line, at + strlen(begin));
        size_t end = bl_view_find(*types, "(");
        types->size = end == SIZE_MAX ? types->size : end;
        return definitions[i].name;
    }
    return NULL;
}

/* Go past what is as BODY in *REST. */
static bool pass_body(struct bl_view *rest, const char *body, char mark)
{
    size_t at = 0;
    for (; *body; body++) {
        if (*body == '*') { /* up to what comes after it in the line */
            char after[8] = {0};
            for (size_t i = 0; i + 1 < sizeof after && body[1 + i] && body[1 + i] != '*'; i++)
                after[i] = body[1 + i];
            while (at < rest->size && rest->data[at] != '\n' &&
                   !bl_view_begins(bl_view_from(*rest, at), after))
                at++;
        } else if (at == rest->size || rest->data[at++] != (uint8_t)(*body == '?' ? mark : *body)) {
            return false;
        }
    }
    *rest = bl_view_from(*rest, at);
    return true;
}

void bl_words_pass_body(const struct bl_lowered_words *words, struct bl_view line,
                        struct bl_view *rest)
{
    if (!words->has_definitions || !bl_view_begins(line, "define internal "))
        return;
    for (size_t i = 0; i < N_DEFINITIONS; i++)
        if (bl_view_has(line, definitions[i].name) &&
            pass_body(rest, definitions[i].body, definitions[i].mark))
            return;
}
