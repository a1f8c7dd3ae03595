/* analysis/build_facts.h - how a module was built: idents, module flags, compile units, CPUs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BUILD_FACTS_H
#define CMD_BUILD_FACTS_H

#include "base/text.h"

/* What merging two values of a flag does, as LLVM numbers it (Module::ModFlagBehavior). */
enum flag_behavior {
    FLAG_ERROR = 1,
    FLAG_WARNING,
    FLAG_REQUIRE,
    FLAG_OVERRIDE,
    FLAG_APPEND,
    FLAG_APPEND_UNIQUE,
    FLAG_MAX,
    FLAG_MIN,
};
const char *flag_behavior_name(uint64_t behavior);

struct module_flag {
    uint64_t behavior;
    struct bl_view name;
    char *value; /* as in LLVM assembly, whatever its number: "i32 4", "!{!\"a\", i32 1}" */
    bool is_integer;
    uint64_t integer;
    /* FLAG_REQUIRE: which flag must have which value; malloc'ed */
    struct bl_view required;
    char *required_value;
};

/* A compile unit of the debug information. */
struct build_unit {
    struct bl_view producer, directory, file;
};

/* A CPU, or features, and how many functions with a body are for it. */
struct build_target {
    struct bl_view value;
    uint32_t n;
};

/* Views are borrowed from the module. */
struct build_facts {
    struct module_flag *flags;
    struct bl_view *idents, *command_lines;
    struct build_unit *units;
    struct build_target *cpus, *features;
    uint32_t n_flags, cap_flags, n_idents, cap_idents, n_command_lines, cap_command_lines;
    uint32_t n_units, cap_units, n_cpus, cap_cpus, n_features, cap_features;
};

/* What MODULE has. Negative: not all could be read, and FACTS has the rest. */
int build_facts_read(struct build_facts *facts, struct bl_module *module, struct bl_error *err);
void build_facts_release(struct build_facts *facts);

#endif
