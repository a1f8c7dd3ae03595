/* cmd/commands.h - the commands, one file each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each parses its options and does its work. False: what was asked for was not found; what went
 * wrong is counted by report_error().
 */
#ifndef CMD_COMMANDS_H
#define CMD_COMMANDS_H

#include "base/options.h"

bool cmd_ls(struct context *c);
bool cmd_dump(struct context *c);
bool cmd_stats(struct context *c);
bool cmd_verify(struct context *c);
bool cmd_extract(struct context *c);
bool cmd_repack(struct context *c);
bool cmd_slice(struct context *c);
bool cmd_strip(struct context *c);
bool cmd_lower(struct context *c);
bool cmd_cat(struct context *c);
bool cmd_edit(struct context *c);
bool cmd_has(struct context *c);
bool cmd_audit(struct context *c);
bool cmd_nm(struct context *c);
bool cmd_info(struct context *c);
bool cmd_dis(struct context *c);
bool cmd_llvm_dis(struct context *c);
bool cmd_types(struct context *c);
bool cmd_attrs(struct context *c);
bool cmd_meta(struct context *c);
bool cmd_funcs(struct context *c);
bool cmd_globals(struct context *c);
bool cmd_show(struct context *c);
bool cmd_callers(struct context *c);
bool cmd_callees(struct context *c);
bool cmd_strings(struct context *c);
bool cmd_top(struct context *c);
bool cmd_report(struct context *c);
bool cmd_summary(struct context *c);
bool cmd_index(struct context *c);
bool cmd_find(struct context *c);
bool cmd_dups(struct context *c);
bool cmd_diff(struct context *c);
bool cmd_sql(struct context *c);
bool cmd_bcanalyzer(struct context *c);
bool cmd_completions(struct context *c);

/* Their options, for the table. */
extern const struct option_spec has_options[];
extern const struct option_spec audit_options[];
extern const struct option_spec ls_options[];
extern const struct option_spec dump_options[];
extern const struct option_spec stats_options[];
extern const struct option_spec edit_options[];
extern const struct option_spec extract_options[];
extern const struct option_spec repack_options[];
extern const struct option_spec slice_options[];
extern const struct option_spec strip_options[];
extern const struct option_spec lower_options[];
extern const struct option_spec dis_options[];
extern const struct option_spec llvm_dis_options[];
extern const struct option_spec types_options[];
extern const struct option_spec attrs_options[];
extern const struct option_spec meta_options[];
extern const struct option_spec summary_options[];
extern const struct option_spec cat_options[];
extern const struct option_spec nm_options[];
extern const struct option_spec info_options[];
extern const struct option_spec funcs_options[];
extern const struct option_spec globals_options[];
extern const struct option_spec callers_options[];
extern const struct option_spec callees_options[];
extern const struct option_spec strings_options[];
extern const struct option_spec top_options[];
extern const struct option_spec report_options[];
extern const struct option_spec index_options[];
extern const struct option_spec find_options[];
extern const struct option_spec dups_options[];
extern const struct option_spec diff_options[];
extern const struct option_spec sql_options[];
extern const struct option_spec bcanalyzer_options[];

/* All commands; ends with a NULL name. */
extern const struct command commands[];

/* NULL where there is none of that name. */
const struct command *find_command(const char *name);

#endif
