#!/usr/bin/env python3
"""intrinsic_table.py - lib/ir/intrinsic_table.h: what each LLVM gives declarations of its intrinsics, whatever a file says

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

usage: intrinsic_table.py BITLEAP [VERSION=IntrinsicImpl.inc]... > lib/ir/intrinsic_table.h

Asks the tools of each version (opt-N, llvm-as-N): every name in its library is declared, and opt prints what that version's
table puts there; a few names are upgraded unless they are declared with their own types, and a few have no attributes: these
are the names in the library that are intrinsics of an older version or the newest. From LLVM 20 on opt does so only for a
declaration of the right type; there the header IntrinsicImpl.inc of llvm-N-dev has the same facts. To renew the table: add
the version to VERSIONS, install llvm-N and llvm-N-dev, and run it again.
"""
import json
import re
import subprocess
import sys
import tempfile

VERSIONS = [13, 14, 15, 16, 19, 22]
MOST_PARAMETERS = 17
FUNCTION = 255


def run(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True, text=True).stdout


def names_of(version):
    libraries = run("ldd", run("readlink", "-f", f"/usr/lib/llvm-{version}/bin/opt").strip())
    library = re.search(r"(/\S*libLLVM\S*)", libraries).group(1)
    return set(re.findall(r"^llvm\.[a-z][\w.]*$", run("strings", "-n", "6", library), re.M))


def hash_of(name):
    h = 2166136261
    for c in name.encode():
        h = (h ^ c) * 16777619 & 0xFFFFFFFF
    return h


# ---- Shapes: texts by place, 0 for the result, FUNCTION ----

TYPE = r"(?:<[^>]*>|\{[^}]*\}|\w+)(?: addrspace\(\d+\))?\**"
RESULT = r"(?:(?:noundef|nonnull|noalias|signext|zeroext|range\([^)]*\)|align \d+|dereferenceable\(\d+\)) )*"


def shape_of_declaration(result, parameters, group):
    """((place, text), …) of a declaration that opt printed."""
    parts = re.split(r", (?![^(<{]*[)>}])", parameters)
    places = [(0, re.match(RESULT, result).group(0).strip())]
    places += [(i, re.sub(f"^{TYPE} ?", "", part)) for i, part in enumerate(parts, 1)]
    return tuple((place, text) for place, text in places + [(FUNCTION, group)] if text)


# Names that opt upgrades unless the result and the parameters are of these types.
OWN_TYPES = [
    (r"dbg\.(assign|declare|label|value)", lambda m: ("void", "metadata", {"assign": 6, "label": 1}.get(m[1], 3))),
    (r"nvvm\.(?:abs|neg)\.bf16(x2)?", lambda m: (bfloats(m[1]), bfloats(m[1]), 1)),
    (r"nvvm\.f(ma|max|min)\..*bf16(x2)?", lambda m: (bfloats(m[2]), bfloats(m[2]), 3 if m[1] == "ma" else 2)),
    (r"x86\.avx512\.broadcastmb\.(\d+)", lambda m: (f"<{int(m[1]) // 64} x i64>", "i8", 1)),
    (r"x86\.avx512\.broadcastmw\.(\d+)", lambda m: (f"<{int(m[1]) // 32} x i32>", "i16", 1)),
]


def bfloats(is_pair):
    return "<2 x bfloat>" if is_pair else "bfloat"


def declaration_of(name):
    for pattern, types in OWN_TYPES:
        m = re.fullmatch(r"llvm\." + pattern, name)
        if m:
            result, parameter, n = types(m)
            return f"declare {result} @{name}({', '.join([parameter] * n)})\n"
    return ""


def shapes_of_text(text):
    groups = dict(re.findall(r"^attributes #(\d+) = \{ (.*) \}$", text, re.M))
    return {m[2]: shape_of_declaration(m[1], m[3], groups.get(m[4], ""))
            for m in re.finditer(r"^declare (.*?)@([\w.]+)\((.*)\)(?: #(\d+))?$", text, re.M)}


def shapes_by_opt(version):
    names = names_of(version)
    tail = ".zz9"  # what no type is called
    parameters = ", ".join(["i32"] * MOST_PARAMETERS)
    text = "".join(f"declare i32 @{name}{end}({parameters})\n" for name in names for end in ("", tail))
    shapes = shapes_of_text(run(f"opt-{version}", "-S", "-disable-verify", "-", text=text))
    known = {n: (shapes[n], bool(shapes.get(n + tail))) for n in names if shapes.get(n)}
    for declared in set(shapes) - set(names):  # opt has corrected its type, and written it after the name
        base = declared
        while base not in names and "." in base:
            base = base.rpartition(".")[0]
        if not declared.endswith(tail) and base in names and shapes[declared]:
            known[base] = (known.get(base, (shapes[declared], True))[0], True)
    text = "".join(map(declaration_of, names - set(known)))
    shapes = shapes_of_text(run(f"opt-{version}", "-S", "-disable-verify", "-", text=text))
    known.update({n: (shape, False) for n, shape in shapes.items() if shape})
    return known


def add_bare(tables):
    """Puts the names without attributes into TABLES: those in a version's library that an older one has, or the newest."""
    overloaded = {}
    for version in [VERSIONS[-1]] + VERSIONS[:-1]:
        table = tables[version]
        table.update({n: ((), overloaded[n]) for n in names_of(version) - set(table) if n in overloaded})
        overloaded.update({n: is_overloaded for n, (_, is_overloaded) in table.items() if n not in overloaded})


SPELLINGS = {"ReturnsTwice": "returns_twice", "NoCallback": "nocallback"}


def attribute_text(line):
    m = re.search(r"Attribute::get\(C, Attribute::(\w+)\)", line)
    if m:
        return SPELLINGS.get(m.group(1), m.group(1).lower())
    m = re.search(r"createFromIntValue\((\d+)\)", line)
    if m:
        kinds = ["none", "read", "write", "readwrite"]
        value = int(m.group(1))
        places = ["argmem", "inaccessiblemem", "errnomem", "", "target_mem0", "target_mem1"]
        of = {p: kinds[value >> 2 * i & 3] for i, p in enumerate(places)}
        other = of.pop("")
        listed = [f"{p}: {k}" for p, k in of.items() if k != other]
        return "memory(" + ", ".join(([other] if other != "none" or not listed else []) + listed) + ")"
    if "CaptureInfo::none()" in line:
        return "captures(none)"
    m = re.search(r"Attribute::(Alignment|Dereferenceable), (\d+)", line)
    if m:
        return f"align {m.group(2)}" if m.group(1) == "Alignment" else f"dereferenceable({m.group(2)})"
    m = re.search(r"Attribute::Range, .*APInt\(BitWidth, (-?\d+).*APInt\(BitWidth, (-?\d+)", line)
    if m:
        return f"range(i32 {m.group(1)}, {m.group(2)})"
    raise ValueError(line)


def cases(text):
    sets = {}
    for m in re.finditer(r"case (\d+):.*\n\s*return AttributeSet::get\(C, \{\n((?:.*\n)*?)\s*\}\);", text):
        lines = [x for x in m.group(2).split("\n") if x.strip() and not x.strip().startswith("//")]
        sets[int(m.group(1))] = " ".join(attribute_text(x) for x in lines)
    return sets


def pairs_of(text, name):
    table = text[text.index(name):]
    return [(int(a), int(b)) for a, b in re.findall(r"\{(\d+), (\d+)\}", table[:table.index("};")])]


def shapes_by_header(path):
    text = open(path).read()
    arguments = cases(text[text.index("AttributeSet getIntrinsicArgAttributeSet"):text.index("AttributeSet getIntrinsicFnAttributeSet")])
    functions = cases(text[text.index("AttributeSet getIntrinsicFnAttributeSet"):text.index("IntrinsicsToAttributesMap[]")])
    names = re.findall(r"^    (\d+) << (\d+) \| (\d+), // (llvm\.\S+)$", text, re.M)
    pairs, infos = (pairs_of(text, name) for name in ("ArgAttrIdTable[]", "ArgAttributesInfoTable[]"))
    table = text[text.index("OTable[]"):]
    table = table[table.index("{") + 1:table.index("};")].split(",")
    bits = [{int(x) for x in re.findall(r"1<<(\d+)", entry)} for entry in table]
    last = max(int(f) for f, _, _, _ in names)
    none = last if last not in functions else None
    known = {}
    for number, (function, _, argument, name) in enumerate(names, 1):
        first, n = infos[int(argument)]
        places = [(place, arguments[s]) for place, s in pairs[first:first + n]]
        if int(function) != none:
            places.append((FUNCTION, functions[int(function)]))
        known[name] = (tuple(places), number % 8 in bits[number // 8])
    return known


# ---- Records of groups, as the version's own writer makes them ----

def groups_of(bitleap, version, sets):
    """The operands after id and place of a PARAMATTR_GROUP entry, of each of SETS, (is of a function, text)."""
    lines, groups = [], []
    for i, (is_function, text) in enumerate(sets):
        kind = "i32" if "range" in text else "ptr" if version >= 15 else "i8*"
        lines.append(f"declare void @f{i}() #{i}" if is_function else f"declare void @f{i}({kind} {text})")
        groups += [f"attributes #{i} = {{ {text} }}"] if is_function else []
    with tempfile.NamedTemporaryFile(suffix=".bc") as file:
        run(f"llvm-as-{version}", "-disable-verify", "-o", file.name, text="\n".join(lines + groups) + "\n")
        rows = [json.loads(x) for x in run(bitleap, "dump", "--json", file.name).splitlines()]
    made, block = [], None
    for row in rows:
        block = row.get("id") if row["type"] == "block" else block
        if row["type"] == "record" and block == 10:
            made.append(tuple(int(x) for x in row["ops"][2:]))
    assert len(made) == len(sets), (version, len(made), len(sets))
    return dict(zip(sets, made))


# ---- The table ----

def numbered(items):
    return {item: i for i, item in enumerate(items)}


def put_array(kind, name, values):
    print(f"static const {kind} {name}[] = {{")
    line = ""
    for value in values:
        if len(line) + len(str(value)) + 2 > 98:
            print(line.rstrip())
            line = ""
        line += f"{value}, "
    print(line.rstrip() + "\n};")


def put_table(tables):
    """TABLES: by version, by name, the shape, as ((place, operands), …), and whether it is overloaded."""
    shapes = sorted({shape for table in tables.values() for shape, _ in table.values()})
    sets = sorted({ops for shape in shapes for _, ops in shape})
    shape_numbers, set_numbers = numbered(shapes), numbered(sets)
    rows = {}
    for version in VERSIONS:
        for name, (shape, is_overloaded) in tables[version].items():
            row = rows.setdefault(name, [0] * len(VERSIONS))
            row[VERSIONS.index(version)] = shape_numbers[shape] + 1 << 1 | is_overloaded
    kinds = sorted({tuple(row) for row in rows.values()})
    kind_numbers = numbered(kinds)
    hashes = {hash_of(name): kind_numbers[tuple(row)] for name, row in rows.items()}
    assert len(hashes) == len(rows), "two names of one hash"
    assert max(map(len, (kinds, shapes, sets))) < 1 << 15
    print("""/* ir/intrinsic_table.h - attributes that each LLVM gives its intrinsics; made by intrinsic_table.py
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_INTRINSIC_TABLE_H
#define BL_IR_INTRINSIC_TABLE_H

#include <stdint.h>

/* clang-format off */""")
    print(f"enum {{\n    N_VERSIONS = {len(VERSIONS)},\n    N_NAMES = {len(rows)},\n    N_SHAPES = {len(shapes)}\n}};")
    put_array("uint8_t", "versions", VERSIONS)
    print("/* Of names, in order, and by name the number of its row in shapes_of. */")
    put_array("uint32_t", "name_hashes", sorted(hashes))
    put_array("uint16_t", "name_rows", [hashes[h] for h in sorted(hashes)])
    print("/* By row and version: 2 * (shape + 1), plus 1 if types may follow the name; 0: no such intrinsic. */")
    print(f"static const uint16_t shapes_of[][N_VERSIONS] = {{")
    for kind in kinds:
        print("{" + ", ".join(map(str, kind)) + "},")
    print("};")
    starts, places = [0], []
    for shape in shapes:
        places += [f"{{{place}, {set_numbers[ops]}}}" for place, ops in shape]
        starts.append(len(places))
    print("/* Of shapes: pairs of a place, 255 for the function, and a set. */")
    put_array("uint16_t", "shape_starts", starts)
    print("struct shape_place {\n    uint8_t place;\n    uint16_t set;\n};")
    put_array("struct shape_place", "shape_places", places or ["{0, 0}"])
    starts, operands = [0], []
    for ops in sets:
        operands += ops
        starts.append(len(operands))
    print("/* Of sets: operands of PARAMATTR_GROUP entries, after the place. */")
    put_array("uint16_t", "set_starts", starts)
    put_array("uint64_t", "set_operands", [f"{op}u" for op in operands])
    print("/* clang-format on */\n\n#endif")
    print(f"{len(rows)} names, {len(kinds)} rows, {len(shapes)} shapes, {len(sets)} sets: "
          f"{6 * len(rows) + 2 * len(VERSIONS) * len(kinds) + 4 * len(places) + 8 * len(operands)} bytes", file=sys.stderr)


def main():
    bitleap = sys.argv[1]
    headers = dict(x.split("=", 1) for x in sys.argv[2:])
    found = {version: shapes_by_header(headers[str(version)]) if str(version) in headers else shapes_by_opt(version)
             for version in VERSIONS}
    add_bare(found)
    tables = {}
    for version, known in found.items():
        sets = sorted({(place == FUNCTION, text) for shape, _ in known.values() for place, text in shape})
        groups = groups_of(bitleap, version, sets)
        tables[version] = {name: (tuple((place, groups[place == FUNCTION, text]) for place, text in shape), is_overloaded)
                           for name, (shape, is_overloaded) in known.items()}
    put_table(tables)


if __name__ == "__main__":
    main()
