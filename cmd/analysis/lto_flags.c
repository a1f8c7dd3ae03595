/* analysis/lto_flags.c - module flags merged as LLVM's IR linker merges them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As IRLinker::linkModuleFlagsMetadata() of LLVM 22 does: the first module with flags is copied,
 * those after it are merged one by one; what is required is looked at after each.
 */
#include "analysis/lto_flags.h"

#include "base/array.h"
#include "base/view.h"

#include <string.h>

/* Behaviors that LLVM changes as it reads a module (UpgradeModuleFlags). */
static uint64_t upgraded(const struct module_flag *flag)
{
    static const char signing[] = "sign-return-address";
    bool is_error = flag->behavior == FLAG_ERROR;
    if (bl_view_is(flag->name, "PIC Level"))
        return is_error || flag->behavior == FLAG_MAX ? FLAG_MIN : flag->behavior;
    if (bl_view_is(flag->name, "PIE Level"))
        return is_error ? FLAG_MAX : flag->behavior;
    bool is_signing = flag->name.size >= sizeof signing - 1 &&
                      memcmp(flag->name.data, signing, sizeof signing - 1) == 0;
    if (is_signing || bl_view_is(flag->name, "branch-target-enforcement"))
        return is_error ? FLAG_MIN : flag->behavior;
    return flag->behavior;
}

/* The flag called NAME, the last one of several; requirements have no name. */
static struct lto_flag *find(struct lto_flags *linked, const char *name)
{
    for (uint32_t i = linked->n; i > 0; i--)
        if (linked->flags[i - 1].behavior != FLAG_REQUIRE &&
            strcmp(linked->flags[i - 1].name, name) == 0)
            return &linked->flags[i - 1];
    return NULL;
}

static bool has_requirement(const struct lto_flags *linked, const struct lto_flag *flag)
{
    for (uint32_t i = 0; i < linked->n; i++)
        if (linked->flags[i].behavior == FLAG_REQUIRE &&
            strcmp(linked->flags[i].required, flag->required) == 0 &&
            strcmp(linked->flags[i].value, flag->value) == 0)
            return true;
    return false;
}

static struct lto_flag copy_flag(const struct module_flag *flag, const char *place)
{
    const char *value = flag->required_value ? flag->required_value : flag->value;
    return (struct lto_flag){
        .name = string_of(flag->name),
        .value = string_printf("%s", value),
        .required = string_of(flag->required),
        .place = string_printf("%s", place),
        .behavior = upgraded(flag),
        .integer = flag->integer,
        .is_integer = flag->is_integer,
    };
}

static void drop_flag(struct lto_flag *flag)
{
    free(flag->name);
    free(flag->value);
    free(flag->required);
    free(flag->place);
}

/* What is linked has the value of another flag, and keeps its own name. */
static void take_value(struct lto_flag *to, struct lto_flag *from)
{
    char *value = to->value, *place = to->place;
    to->value = from->value;
    to->place = from->place;
    to->integer = from->integer;
    to->is_integer = from->is_integer;
    from->value = value;
    from->place = place;
}

static void conflict(struct lto_flags *linked, const struct lto_flag *there,
                     const struct lto_flag *next, const char *what, bool is_refused)
{
    bool of_behavior = strcmp(what, "behaviors") == 0;
    linked->report(linked->data,
                   &(struct lto_conflict){
                       .is_refused = is_refused,
                       .name = next->name,
                       .what = what,
                       .first = of_behavior ? flag_behavior_name(there->behavior) : there->value,
                       .second = of_behavior ? flag_behavior_name(next->behavior) : next->value,
                       .first_place = there->place,
                       .second_place = next->place,
                   });
}

static bool one_is(const struct lto_flag *a, const struct lto_flag *b, uint64_t behavior)
{
    return a->behavior == behavior || b->behavior == behavior;
}

/* Lists that were put together are equal to no list that a module has. */
static void append(struct lto_flag *there, const struct lto_flag *next)
{
    char *both = string_printf("%s %s", there->value, next->value);
    free(there->value);
    there->value = both;
}

/* A flag that is THERE meets NEXT, of the same name. */
static void merge(struct lto_flags *linked, struct lto_flag *there, struct lto_flag *next)
{
    bool differ = strcmp(there->value, next->value) != 0;
    there->has_met |= next->behavior == FLAG_MIN;
    if (one_is(there, next, FLAG_OVERRIDE)) {
        if (there->behavior == next->behavior && differ)
            conflict(linked, there, next, "overrides", true);
        if (there->behavior != FLAG_OVERRIDE) {
            there->behavior = FLAG_OVERRIDE;
            take_value(there, next);
        }
        return;
    }
    bool of_size = one_is(there, next, FLAG_MAX) || one_is(there, next, FLAG_MIN);
    if (there->behavior != next->behavior && !(of_size && one_is(there, next, FLAG_WARNING))) {
        conflict(linked, there, next, "behaviors", true);
        return;
    }
    if (one_is(there, next, FLAG_WARNING) && differ)
        conflict(linked, there, next, "values", false);
    if (of_size && there->is_integer && next->is_integer) {
        bool is_min = one_is(there, next, FLAG_MIN);
        there->behavior = is_min ? FLAG_MIN : FLAG_MAX;
        if (is_min ? next->integer < there->integer : next->integer > there->integer)
            take_value(there, next);
    } else if (next->behavior == FLAG_ERROR && differ) {
        conflict(linked, there, next, "values", true);
    } else if (next->behavior == FLAG_APPEND || next->behavior == FLAG_APPEND_UNIQUE) {
        append(there, next);
    }
}

/* What only one side has is zero, where the least one counts. */
static void clear_unmet(struct lto_flags *linked)
{
    for (uint32_t i = 0; i < linked->n; i++) {
        struct lto_flag *flag = &linked->flags[i];
        if (flag->behavior != FLAG_MIN || flag->has_met || !flag->is_integer)
            continue;
        const char *number = strchr(flag->value, ' ');
        char *zero = string_printf("%.*s 0", number ? (int)(number - flag->value) : 0, flag->value);
        free(flag->value);
        flag->value = zero;
        flag->integer = 0;
    }
}

static void check_requirements(struct lto_flags *linked)
{
    for (uint32_t i = 0; i < linked->n; i++) {
        const struct lto_flag *needs = &linked->flags[i];
        if (needs->behavior != FLAG_REQUIRE)
            continue;
        const struct lto_flag *has = find(linked, needs->required);
        if (has && strcmp(has->value, needs->value) == 0)
            continue;
        linked->report(linked->data,
                       &(struct lto_conflict){.is_refused = true,
                                              .name = needs->required,
                                              .what = "a required value",
                                              .first = needs->value,
                                              .second = has ? has->value : "nothing",
                                              .first_place = needs->place,
                                              .second_place = has ? has->place : needs->place});
    }
}

static void add_flag(struct lto_flags *linked, const struct module_flag *flag, const char *place,
                     bool is_first)
{
    struct lto_flag next = copy_flag(flag, place);
    bool is_requirement = next.behavior == FLAG_REQUIRE;
    struct lto_flag *there = is_requirement || is_first ? NULL : find(linked, next.name);
    if (there)
        merge(linked, there, &next);
    if (there || (is_requirement && !is_first && has_requirement(linked, &next)))
        drop_flag(&next);
    else
        array_add(&linked->flags, &linked->n, &linked->cap, next);
}

void lto_flags_add(struct lto_flags *linked, const struct build_facts *facts, const char *place)
{
    bool is_first = linked->n == 0;
    for (uint32_t i = 0; i < linked->n; i++)
        linked->flags[i].has_met = false;
    for (uint32_t i = 0; i < facts->n_flags; i++)
        add_flag(linked, &facts->flags[i], place, is_first);
    if (is_first || facts->n_flags == 0)
        return;
    clear_unmet(linked);
    check_requirements(linked);
}

void lto_flags_release(struct lto_flags *linked)
{
    for (uint32_t i = 0; i < linked->n; i++)
        drop_flag(&linked->flags[i]);
    free(linked->flags);
    *linked = (struct lto_flags){.flags = NULL};
}
