/* cmd/commands.h - the commands, one file each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each takes its own name as argv[0] and returns the exit status.
 */
#ifndef CMD_COMMANDS_H
#define CMD_COMMANDS_H

#include "base/options.h"

int cmd_ls(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_stats(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_extract(int argc, char **argv);
int cmd_cat(int argc, char **argv);
int cmd_has(int argc, char **argv);
int cmd_nm(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_types(int argc, char **argv);
int cmd_attrs(int argc, char **argv);
int cmd_meta(int argc, char **argv);
int cmd_funcs(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_callers(int argc, char **argv);
int cmd_callees(int argc, char **argv);
int cmd_strings(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_summary(int argc, char **argv);
int cmd_index(int argc, char **argv);
int cmd_find(int argc, char **argv);
int cmd_dups(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_bcanalyzer(int argc, char **argv);
int cmd_completions(int argc, char **argv);

/* Their options, for the table in main.c. */
extern const struct option_spec ls_options[];
extern const struct option_spec dump_options[];
extern const struct option_spec stats_options[];
extern const struct option_spec extract_options[];
extern const struct option_spec types_options[];
extern const struct option_spec attrs_options[];
extern const struct option_spec meta_options[];
extern const struct option_spec cat_options[];
extern const struct option_spec nm_options[];
extern const struct option_spec info_options[];
extern const struct option_spec funcs_options[];
extern const struct option_spec show_options[];
extern const struct option_spec callers_options[];
extern const struct option_spec callees_options[];
extern const struct option_spec strings_options[];
extern const struct option_spec top_options[];
extern const struct option_spec index_options[];
extern const struct option_spec find_options[];
extern const struct option_spec dups_options[];
extern const struct option_spec diff_options[];
extern const struct option_spec bcanalyzer_options[];

/* NULL where there is none of that name. */
const struct command *find_command(const char *name);

#endif
