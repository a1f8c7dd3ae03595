/* bench_json.c - results as one JSON object a line
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The keys are listed in bench/README.md. Keys may come; those that are there keep their meaning.
 */
#include "clock.h"
#include "report.h"

#include <stdio.h>
#include <string.h>

void json_string(const char *text)
{
    putchar('"');
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if (*p == '"' || *p == '\\')
            printf("\\%c", *p);
        else if (*p < 0x20 || *p >= 0x7F)
            printf("\\u%04x", *p);
        else
            putchar(*p);
    putchar('"');
}

static void text_key(const char *key, const char *text)
{
    printf(", \"%s\": ", key);
    json_string(text);
}

static void json_engine(const struct bench_engine *engine)
{
    fputs("{\"type\": \"engine\"", stdout);
    text_key("name", engine->name);
    text_key("about", engine->about);
    puts("}");
}

static void json_machine(const struct engines *engines)
{
    struct machine machine = machine_get();
    fputs("{\"type\": \"machine\"", stdout);
    text_key("cpu", machine.cpu);
    printf(", \"cores\": %ld, \"core\": %d, \"ticks_per_second\": %.0f, \"counts_cycles\": %s",
           machine.cores, machine.core, clock_ticks_per_second(),
           clock_counts_cycles() ? "true" : "false");
    text_key("version", bl_version());
    text_key("compiler", machine.compiler);
    puts("}");
    for (int i = 0; i < engines->n; i++)
        json_engine(engines->list[i]);
    for (const char *line = engines->absent; *line; line += strcspn(line, "\n") + 1) {
        char what[256];
        snprintf(what, sizeof what, "%.*s", (int)strcspn(line, "\n"), line);
        fputs("{\"type\": \"absent\"", stdout);
        text_key("what", what);
        puts("}");
    }
}

static void estimate_keys(const char *key, const struct estimate *e)
{
    printf(", \"%s\": %.9g, \"%s_low\": %.9g, \"%s_high\": %.9g", key, e->median, key, e->low, key,
           e->high);
}

static void json_result(const struct outcome *o, int i)
{
    static const char *const ratios[N_REFERENCES] = {"ratio_s", "ratio_g", "ratio_h",
                                                     "ratio_other"};
    const struct result *result = &o->results[i];
    if (result->state == STATE_ABSENT)
        return;
    printf("{\"type\": \"%s\"", result->state == STATE_MEASURED ? "result" : "left_out");
    text_key("row", o->row->name);
    text_key("engine", o->engines->list[i]->name);
    if (result->state == STATE_MEASURED) {
        printf(", \"unit\": \"%s\", \"units\": %llu, \"bytes\": %llu, \"streams\": %llu",
               way_unit(o->row->way), (unsigned long long)o->units, (unsigned long long)o->bytes,
               (unsigned long long)o->streams);
        printf(", \"rounds\": %d, \"disturbance\": %.4f", o->rounds, o->disturbance);
        if (o->cores_worth > 0)
            printf(", \"cores_worth\": %.3f", o->cores_worth);
        estimate_keys("seconds", &result->seconds);
        printf(", \"seconds_least\": %.9g, \"spread\": %.4f", result->least, result->spread);
        printf(", \"cycles_per_unit\": %.4f, \"units_per_second\": %.0f",
               cycles_per_unit(o, result), units_per_second(o, result));
        printf(", \"megabytes_per_second\": %.3f", megabytes_per_second(o, result));
        for (int k = 0; k < N_REFERENCES; k++)
            if (result->ratios[k].median > 0)
                estimate_keys(ratios[k], &result->ratios[k]);
        if (result->ratio_alone.median > 0)
            estimate_keys("ratio_alone", &result->ratio_alone);
    }
    puts("}");
}

static void json_outcome(const struct outcome *o)
{
    for (int i = 0; i < o->engines->n; i++)
        json_result(o, i);
    fflush(stdout);
}

const struct report report_json = {json_machine, json_outcome, NULL};
