#!/usr/bin/env python3
"""enumerated.py - texts for table.py: what LLVM's headers list, each once, and combinations that are counted through

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Attributes, tags, languages and operations of DWARF, flags of debug information and kinds of attachments are read from
the headers of each version (packages llvm-N-dev), so that none is left out; they are kept in table/listed.ll, so that
table.py needs no headers. Constants and combinations of words, counted through or drawn with a fixed seed, are not kept.

usage: enumerated.py >table/listed.ll
"""
import contextlib
import functools
import io
import itertools
import random
import re
import struct

VERSIONS = [13, 14, 15, 16, 19, 22]
UNVERIFIED = "-disable-verify"


def header(version, name):
    with open(f"/usr/include/llvm-{version}/llvm/{name}", encoding="utf-8") as file:
        return file.read()


def span(versions):
    """Versions as table.py takes them: 15-, -16, 19; empty for all."""
    first, last = min(versions), max(versions)
    if first == last and first not in (VERSIONS[0], VERSIONS[-1]):
        return str(first)
    return f"{'' if first == VERSIONS[0] else first}-{'' if last == VERSIONS[-1] else last}".replace("-", "-", 1)


def by_versions(read):
    """Items that READ(version) gives, in order of first appearance, each with the versions that have it."""
    found = {}
    for version in VERSIONS:
        for item in read(version):
            found.setdefault(item, []).append(version)
    return found.items()


def only_for(versions, line):
    words = span(versions)
    return line if words == "-" else f"[{words}] {line}"


def snippet(name, lines, versions="-", *options):
    words = [name, *([versions] if versions != "-" else []), *options]
    print("\n;;; " + " ".join(words))
    print("\n".join(lines))


# ---- Attributes ----

def attributes(kind, version):
    """(name, place) of the attributes of one kind, EnumAttr for example."""
    text = re.sub(r"//.*", "", header(version, "IR/Attributes.td"))
    for name, places in re.findall(rf":\s*{kind}<\s*\"([^\"]+)\",[^\[]*\[([^\]]*)\]", text):
        for place in re.findall(r"\w+", places):
            yield name, place


# What is no pointer there; the reader drops attributes that do not fit the type.
TYPES = {"signext": "i32", "zeroext": "i32", "noext": "i32", "swifterror": "ptr<ptr<i8>>", "allocalign": "i64"}
# They want more of the module than a declaration, or are written by other means.
ELSEWHERE = {"hybrid_patchable", "returned", "immarg", "builtin", "jumptable", "nocapture"}


def enum_attributes():
    lines = {"FnAttr": [], "ParamAttr": [], "RetAttr": []}
    for (name, place), versions in by_versions(functools.partial(attributes, "EnumAttr")):
        if name in ELSEWHERE:
            continue
        kind, symbol = TYPES.get(name, "ptr<i8>"), f"@{place[0].lower()}_{name}"
        line = {"FnAttr": f"declare void {symbol}() {name}", "ParamAttr": f"declare void {symbol}({kind} {name})",
                "RetAttr": f"declare {name} {kind} {symbol}()"}[place]
        lines[place].append(only_for(versions, line))
    for place, declarations in lines.items():
        snippet(f"attributes_{place}", declarations, "-", UNVERIFIED)


def type_attributes():
    lines = []
    for (name, place), versions in by_versions(functools.partial(attributes, "TypeAttr")):
        if place == "ParamAttr":
            for kind in "i32", "{ i8, [3 x i64] }", "%named":
                lines.append(only_for(versions, f"declare void @{name}_{len(lines)}(ptr<{kind}> {name}({kind}))"))
    snippet("attributes_types", ["%named = type { i32, i32 }", *lines], "-", UNVERIFIED)


def combined_attributes():
    kinds = ["none", "read", "write", "readwrite"]
    memory = [f"declare void @m{i}() memory({default}, argmem: {argument}, inaccessiblemem: {inaccessible})"
              for i, (default, argument, inaccessible) in enumerate(itertools.product(kinds, repeat=3))]
    snippet("attributes_memory", memory, "16-")
    snippet("attributes_memory_of_22", [f"declare void @m{i}() memory({a}, errnomem: {b}, target_mem0: {c}, target_mem1: {d})"
                                        for i, (a, b, c, d) in enumerate(itertools.product(kinds[:3], repeat=4))], "22")
    classes = ["snan", "qnan", "ninf", "nnorm", "nsub", "nzero", "pzero", "psub", "pnorm", "pinf"]
    snippet("attributes_nofpclass", [f"declare nofpclass({' '.join(c for j, c in enumerate(classes) if mask >> j & 1)}) float @n{mask}()"
                                     for mask in list(range(1, 1024, 7)) + [1023 & ~1, 3, 516, 96, 60, 963]], "19-")
    parts = ["address", "address_is_null", "provenance", "read_provenance"]
    captures = []
    for n in range(1, 4):
        for words in itertools.combinations(parts, n):
            for other in ["", *parts, "none"]:
                words_of_result = f", ret: {other}" if other else ""
                captures.append(f"declare void @c{len(captures)}(ptr captures({', '.join(words)}{words_of_result}))")
    snippet("attributes_captures", captures, "22")
    kinds = ["alloc", "realloc", "free", "uninitialized", "zeroed", "aligned"]
    words = [",".join(w for j, w in enumerate(kinds) if mask >> j & 1) for mask in range(1, 64)]
    snippet("attributes_allockind", [f'declare void @a{i}() allockind("{w}")' for i, w in enumerate(words)], "15-", UNVERIFIED)
    numbers = [1, 2, 4, 8, 64, 4096, 1 << 20, 1 << 29]
    snippet("attributes_align", [f"declare align {n} ptr<i8> @a{n}(ptr<i8> align {n})" for n in numbers] +
            [f"declare void @s{n}() alignstack({n})" for n in numbers[:7]])
    bytes_ = [1, 7, 255, 4294967296, (1 << 63) - 1, (1 << 64) - 1]
    snippet("attributes_dereferenceable", [f"declare dereferenceable({n}) ptr<i8> @d{i}(ptr<i8> dereferenceable_or_null({n}))"
                                           for i, n in enumerate(bytes_)])
    pairs = [(1, 0), (1, 1), (1, 16), (2, 8), (4, 4), (8, 0), (16, 16)]
    snippet("attributes_vscale_range", [f"declare void @v{i}() vscale_range({a},{b})" for i, (a, b) in enumerate(pairs)])
    ranges = [("i1", -1, 0), ("i8", 0, 10), ("i8", -128, 127), ("i8", 100, -100), ("i32", -2147483648, 5), ("i64", 1, 9223372036854775807),
              ("i128", -5, 170141183460469231731687303715884105727), ("i65", 1, 36893488147419103231 >> 1), ("i7", 63, -64)]
    snippet("attributes_range", [f"declare range({t} {a}, {b}) {t} @r{i}({t} range({t} {a}, {b}))" for i, (t, a, b) in enumerate(ranges)], "19-")


# ---- DWARF ----

def dwarf(kind, version):
    return re.findall(rf"^\s*HANDLE_DW_{kind}\(\s*0x[0-9a-fA-F]+,\s*(\w+)", header(version, "BinaryFormat/Dwarf.def"), re.M)


def named(*numbers):
    return "!numbered = !{" + ", ".join(f"!{n}" for n in numbers) + "}"


def nodes(name, items, write, *options):
    """A snippet whose node I is WRITE(item I); what not all versions have is another node there."""
    lines, n = [], 0
    for item, versions in items:
        others = sorted(set(VERSIONS) - set(versions))
        lines.append(only_for(versions, f"!{n} = {write(item)}"))
        for version in others:
            lines.append(f"[{version}] !{n} = !{{i32 {n}}}")
        n += 1
    snippet(name, [named(*range(n)), *lines], "-", *options)


def of_dwarf(kind):
    return by_versions(functools.partial(dwarf, kind))


def dwarf_names():
    for node in "DICompositeType", "DIDerivedType", "DIBasicType", "GenericDINode":
        end = {"DIDerivedType": ", baseType: null", "GenericDINode": ', header: "h"'}.get(node, "")
        nodes(f"tags_{node}", of_dwarf("TAG"), lambda tag, end=end, node=node: f"!{node}(tag: DW_TAG_{tag}{end})", UNVERIFIED)
    nodes("encodings", of_dwarf("ATE"), lambda e: f'!DIBasicType(name: "{e}", encoding: DW_ATE_{e})', UNVERIFIED)
    nodes("conventions_of_dwarf", of_dwarf("CC"), lambda c: f"!DISubroutineType(cc: DW_CC_{c}, types: null)", UNVERIFIED)
    nodes("virtuality", of_dwarf("VIRTUALITY"), lambda v: f'distinct !DISubprogram(name: "{v}", virtuality: DW_VIRTUALITY_{v}, spFlags: DISPFlagDefinition)' if v != "none" else "!{}", UNVERIFIED)
    nodes("macinfo", of_dwarf("MACRO"), lambda m: f'!DIMacro(type: DW_MACINFO_{m}, line: 3, name: "M", value: "1")' if m in ("define", "undef") else "!{}", UNVERIFIED)
    nodes("operations", of_dwarf("OP"), lambda o: f"!DIExpression(DW_OP_{o})", UNVERIFIED)
    nodes("languages", of_dwarf("LANG"), lambda x: f'distinct !DICompileUnit(language: DW_LANG_{x}, file: !{{}}, emissionKind: LineTablesOnly)', UNVERIFIED)


def operations():
    """Each operation with no more and no fewer than its operands, as they are printed when the expression is valid."""
    counts = {"plus_uconst": 1, "constu": 1, "consts": 1, "LLVM_fragment": 2, "LLVM_convert": 2, "LLVM_tag_offset": 1, "LLVM_entry_value": 1,
              "LLVM_arg": 1, "LLVM_implicit_pointer": 0, "deref_size": 1, "deref_type": 2, "regx": 1, "bregx": 2, "LLVM_extract_bits_sext": 2,
              "LLVM_extract_bits_zext": 2, "push_object_address": 0, "stack_value": 0, "swap": 0, "xderef": 0}
    plain = ["deref", "plus", "minus", "mul", "div", "mod", "or", "and", "xor", "shl", "shr", "shra", "dup", "over", "not", "neg",
             "eq", "ne", "lt", "gt", "le", "ge", "lit0", "lit31", "reg0", "reg31"]
    expressions = [f"DW_OP_{o}" + "".join(f", {7 * k + 1}" for k in range(n)) for o, n in counts.items() if not o.startswith("LLVM_e")]
    expressions = [re.sub(r"convert, 1, 8", "convert, 32, DW_ATE_signed", e) for e in expressions]
    expressions += [f"DW_OP_{o}" for o in plain] + [f"DW_OP_breg{n}, {v}" for n in (0, 5, 31) for v in (0, 9)]
    expressions += ["", "DW_OP_LLVM_fragment, 0, 32", "DW_OP_constu, 18446744073709551615", "DW_OP_consts, 18446744073709551612", "3", "1, 2",
                    "DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_convert, 32, DW_ATE_signed_char, DW_OP_stack_value",
                    "DW_OP_constu, 4, DW_OP_minus, DW_OP_stack_value, DW_OP_LLVM_fragment, 8, 8", "DW_OP_LLVM_entry_value, 1",
                    "DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value", "DW_OP_stack_value, DW_OP_deref", "DW_OP_plus_uconst",
                    "DW_OP_LLVM_convert, 8, 77", "DW_OP_LLVM_fragment, 1", "DW_OP_LLVM_tag_offset, 1, DW_OP_deref"]
    lines = [named(0), "!0 = !{" + ", ".join(f"!DIExpression({e})" for e in expressions if "extract" not in e) + "}"]
    snippet("operations_with_operands", lines, "-", UNVERIFIED)
    extra = [e for e in expressions if "extract" in e] + ["DW_OP_LLVM_extract_bits_sext, 8, 16, DW_OP_stack_value"]
    snippet("operations_of_19", [named(0), "!0 = !{" + ", ".join(f"!DIExpression({e})" for e in extra) + "}"], "19-", UNVERIFIED)


def debug_flags():
    def flags(kind, version):
        return [name for _, name in re.findall(rf"^HANDLE_DI{kind}FLAG\(\(?([^,]+), (\w+)\)", header(version, "IR/DebugInfoFlags.def"), re.M)]
    for kind, prefix, field in ("", "DIFlag", "flags"), ("SP", "DISPFlag", "spFlags"):
        nodes(f"{prefix}s", by_versions(functools.partial(flags, kind)),
              lambda f, prefix=prefix, field=field: f'distinct !DISubprogram(name: "{f}", {field}: {prefix}{f})' if "Indirect" not in f or "Base" in f or prefix != "DIFlag" else f'!DIDerivedType(tag: DW_TAG_member, baseType: null, {field}: {prefix}{f})', UNVERIFIED)


def flags_as_numbers():
    drawn = random.Random(3)
    numbers = [drawn.getrandbits(drawn.randint(2, 32)) & ~0x200000 for _ in range(60)] + [1, 2, 3, 1 << 16, 2 << 16, 3 << 16, 0x80000000, 0xffffffff]
    lines = [f'!{i} = !DIDerivedType(tag: DW_TAG_member, name: "{n}", baseType: null, flags: {n})' for i, n in enumerate(numbers)]
    spare = [f'!{i + len(numbers)} = distinct !DISubprogram(name: "{n}", spFlags: {n & 0xffff})' for i, n in enumerate(numbers)]
    snippet("flags_as_numbers", [named(*range(2 * len(numbers))), *lines, *spare], "-", UNVERIFIED)


# ---- Metadata ----

def attachments():
    def kinds(version):
        return re.findall(r'^LLVM_FIXED_MD_KIND\(\w+, "([^"]+)"', header(version, "IR/FixedMetadataKinds.def"), re.M)
    # Their nodes are looked at when they are read, or upgraded.
    special = {"dbg", "prof", "tbaa", "loop", "llvm.loop", "DIAssignID", "tbaa.struct"}
    drawn = random.Random(5)
    known = [(name, versions) for name, versions in by_versions(kinds) if name not in special]
    drawn.shuffle(known)
    body = [only_for(versions, f"  store i32 {i}, ptr<i32> %p, !{name} !0") for i, (name, versions) in enumerate(known)]
    always = [name for name, versions in known if len(versions) == len(VERSIONS)]
    several = [f"  store i32 -1, ptr<i32> %p" + "".join(f", !{name} !{i % 3}" for i, name in enumerate(drawn.sample(always, 7)))
               for _ in range(8)]
    globals_ = [only_for(versions, f"@g{i} = global i32 {i}, !{name} !1") for i, (name, versions) in enumerate(known) if name != "absolute_symbol"]
    functions = [only_for(versions, f"declare !{name} !2 void @f{i}()") for i, (name, versions) in enumerate(known)]
    snippet("attachments", [*globals_, "define void @f(ptr<i32> %p) !zz !0 !kcfi !1 !aa !2 {", *body, *several, "  ret void", "}", *functions,
                            "!0 = !{}", '!1 = !{!"one"}', "!2 = distinct !{!2, !1}"], "-", UNVERIFIED)


RECORD_VALUES = ["i32 %x", "ptr %p", "i32 7", "i32 undef", "i32 poison", "ptr @g", "ptr getelementptr (i8, ptr @g, i64 4)", "i64 ptrtoint (ptr @g to i64)",
                 "!DIArgList()", "!DIArgList(i32 %x)", "!DIArgList(i32 %x, i32 3, ptr @g)", "!DIArgList(i32 %later, i32 poison)", "i32 %later",
                 "!9", "<2 x i32> zeroinitializer", "double 1.000000e-01", "%s { i32 1, ptr null }", "ptr blockaddress(@f, %there)"]


def debug_records():
    body = []
    for value in RECORD_VALUES:
        if value.startswith(("ptr", "i32", "i64", "!9")):
            body.append(f"    #dbg_declare({value}, !7, !DIExpression(DW_OP_deref), !8)")
        body += [f"    #dbg_value({value}, !7, !DIExpression(), !8)",
                 f"    #dbg_assign({value}, !7, !DIExpression(), !10, {value if 'ArgList' not in value else 'ptr %p'}, !DIExpression(), !8)",
                 "    #dbg_label(!11, !8)", "  store i32 1, ptr %p, align 4, !DIAssignID !10"]
    lines = ["%s = type { i32, ptr }", "@g = global i32 0", "define void @f(i32 %x, ptr %p) !dbg !4 {", *body, "  %later = add i32 %x, 1", "  br label %there",
             "there:", "    #dbg_value(i32 %x, !7, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value), !8)",
             "[22]     #dbg_declare_value(i32 %x, !7, !DIExpression(), !8)", "  ret void, !dbg !8", "}",
             "!llvm.module.flags = !{!0}", "!llvm.dbg.cu = !{!1}", '!0 = !{i32 2, !"Debug Info Version", i32 3}',
             "!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, emissionKind: FullDebug)", '!2 = !DIFile(filename: "a.c", directory: "")',
             '!4 = distinct !DISubprogram(name: "f", scope: !2, file: !2, line: 1, type: !5, unit: !1, spFlags: DISPFlagDefinition)',
             "!5 = !DISubroutineType(types: !6)", "!6 = !{}", '!7 = !DILocalVariable(name: "v", scope: !4, file: !2, line: 2, type: !12)',
             "!8 = !DILocation(line: 3, column: 4, scope: !4)", "!9 = !{}", "!10 = distinct !DIAssignID()", '!11 = !DILabel(scope: !4, name: "l", file: !2, line: 5)',
             '!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)']
    snippet("debug_records", lines, "19-")


# ---- Instructions ----

ORDERINGS = ["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"]
SCOPES = ["", 'syncscope("singlethread") ', 'syncscope("agent\\0A\\22") ']


def atomicrmw():
    def operations_of(version):
        found = re.search(r"enum BinOp.*?\{(.*?)BAD_BINOP", header(version, "IR/Instructions.h"), re.S).group(1)
        return [{"uincwrap": "uinc_wrap", "udecwrap": "udec_wrap", "usubcond": "usub_cond", "usubsat": "usub_sat"}.get(name.lower(), name.lower()) for name in re.findall(r"^\s+(\w+)(?: = \w+)?,\s*$", re.sub(r"//.*", "", found), re.M) if not name.startswith(("FIRST", "LAST"))]
    body = []
    for name, versions in by_versions(operations_of):
        kind = "float" if re.match(r"f(add|sub|max|min)", name) else "i32"
        for order, scope, volatile in zip(ORDERINGS[1:], itertools.cycle(SCOPES), itertools.cycle(["", "volatile "])):
            body.append(only_for(versions, f"  atomicrmw {volatile}{name} ptr<{kind}> %{kind[0]}, {kind} %{kind[0]}v {scope}{order}, align 4"))
    snippet("atomicrmw", ["define void @f(ptr<i32> %i, i32 %iv, ptr<float> %f, float %fv) {", *body, "  ret void", "}"])


def orderings():
    body = [f"  cmpxchg {'weak ' if i % 2 else ''}{'volatile ' if i % 3 else ''}ptr<i64> %p, i64 1, i64 %v {SCOPES[i % 3]}{success} {failure}, align 16"
            for i, (success, failure) in enumerate(itertools.product(ORDERINGS[1:], ["monotonic", "acquire", "seq_cst"]))]
    for order in ORDERINGS:
        for scope in SCOPES:
            if order not in ("release", "acq_rel"):
                body.append(f"  load atomic i64, ptr<i64> %p {scope}{order}, align 8")
                body.append(f"  load atomic volatile i64, ptr<i64> %p {scope}{order}, align 32")
            if order not in ("acquire", "acq_rel"):
                body.append(f"  store atomic i64 %v, ptr<i64> %p {scope}{order}, align 8")
                body.append(f"  store atomic volatile i64 2, ptr<i64> %p {scope}{order}, align 64")
            if order not in ("unordered", "monotonic"):
                body.append(f"  fence {scope}{order}")
    snippet("orderings", ["define void @f(ptr<i64> %p, i64 %v) {", *body, "  ret void", "}"])


def arithmetic():
    flags = ["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"]
    sets = [" ".join(f for j, f in enumerate(flags) if mask >> j & 1) for mask in range(128)]
    body = [f"  {op}{' ' + words if words else ''} float %a, %b" for op, words in zip(itertools.cycle(["fadd", "fsub", "fmul", "fdiv", "frem"]), sets)]
    body += [f"  fcmp {words} {p} <2 x double> %v, %v" for words, p in zip(sets[::5], itertools.cycle("oeq une true false uno ord".split()))]
    body += [f"  select {words} i1 %c, float %a, float %b" for words in sets[::9]] + [f"  fneg {words} float %a" for words in sets[::11]]
    body += [f"  call {words} float @g(float %a)" for words in sets[::13]] + ["  fadd fast float %a, %b", "  call fast float @g(float %b)"]
    snippet("fast_math", ["declare float @g(float)", "define void @f(float %a, float %b, <2 x double> %v, i1 %c) {", *body, "  ret void", "}"])


def assembly():
    body = []
    for mask in range(16):
        words = [w for j, w in enumerate(["sideeffect", "alignstack", "inteldialect", "unwind"]) if mask >> j & 1]
        body.append(f'  call void asm {" ".join(words)} "nop {mask} \\22\\0A\\FF", "~{{memory}},~{{r1}}"()')
    snippet("assembly", ["define void @f() {", *body, "  ret void", "}"])


def gep_flags():
    body, constants = [], []
    for i, words in enumerate(["", "inbounds ", "nusw ", "nuw ", "nusw nuw ", "inbounds nuw "]):
        body.append(f"  getelementptr {words}i32, ptr %p, i64 {i}")
        constants.append(f"@c{i} = global ptr getelementptr {words}({{ i32, [4 x i8] }}, ptr @g, i64 {i}, i32 1, i64 {i})")
        constants.append(f"@r{i} = global ptr getelementptr {words}inrange(-{i}, {i + 9}) (i8, ptr @g, i64 {i})")
    snippet("getelementptr_flags", ["@g = external global i8", *constants, "define void @f(ptr %p) {", *body, "  ret void", "}"], "19-")


# ---- Globals ----

def conventions():
    numbers = list(range(0, 130)) + [255, 256, 1000, 1023]
    snippet("calling_conventions", [f"declare cc {n} void @f{n}()" for n in numbers] +
            ["define void @calls() {", *[f"  call cc {n} void @f{n}()" for n in numbers], "  ret void", "}"], "-", UNVERIFIED)


LINKAGES = ["private", "internal", "external", "weak", "weak_odr", "linkonce", "linkonce_odr", "common", "appending", "extern_weak", "available_externally", ""]


def globals_by_chance():
    drawn = random.Random(7)
    lines = ["$a = comdat any", "$b = comdat largest"]
    for i in range(240):
        linkage = drawn.choice(LINKAGES)
        local = linkage in ("private", "internal")
        declared = linkage in ("external", "extern_weak")
        words = [linkage, drawn.choice(["", "", "dso_local"]), "" if local else drawn.choice(["", "", "default", "hidden", "protected"]),
                 "" if local else drawn.choice(["", "", "", "dllexport", "dllimport"]),
                 drawn.choice(["", "", "", "thread_local", "thread_local(localdynamic)", "thread_local(initialexec)", "thread_local(localexec)"]),
                 drawn.choice(["", "unnamed_addr", "local_unnamed_addr"]), drawn.choice(["", "", "addrspace(3)", "addrspace(16777215)"]),
                 drawn.choice(["", "", "externally_initialized"]), drawn.choice(["global", "constant"])]
        if words[3] == "dllimport":
            words[1] = ""
        value = "[1 x i8]" + ("" if declared else " " + drawn.choice(["zeroinitializer", 'c"\\00"', "undef", "poison"]))
        if linkage == "common":
            value = "[1 x i8] zeroinitializer"
        tail = drawn.choice(["", "", ', section "s\\22 \\01"', ", comdat($a)" if not declared else "", ', partition "p"', ", align 4096"])
        lines.append(f"@g{i} = {' '.join(w for w in words if w)} {value}{tail}")
    for i in range(120):
        linkage = drawn.choice([x for x in LINKAGES if x not in ("common", "appending", "external", "extern_weak", "available_externally")])
        local = linkage in ("private", "internal")
        words = [linkage, drawn.choice(["", "dso_local"]), "" if local else drawn.choice(["", "default", "hidden", "protected"]),
                 "" if local else drawn.choice(["", "dllexport"]), "", drawn.choice(["", "", "fastcc", "cc 99"]), drawn.choice(["", "noundef", "signext"]), "i32"]
        tail = [drawn.choice(["", "unnamed_addr", "local_unnamed_addr"]), drawn.choice(["", "addrspace(0)"]), drawn.choice(["", "cold", "noinline"]),
                drawn.choice(["", 'section ".s"']), drawn.choice(["", 'partition "q"']), drawn.choice(["", "comdat($b)", "comdat($a)"]),
                drawn.choice(["", "align 8", "align 2048"]), drawn.choice(["", 'gc "a gc"']), drawn.choice(["", "prefix i32 5"]), drawn.choice(["", "prologue i8 1"]),
                drawn.choice(["", "personality ptr<i8> @p"])]
        lines.append(f"define {' '.join(w for w in words if w)} @f{i}(i32 %0, ...) {' '.join(w for w in tail if w)} {{\n  ret i32 %0\n}}")
    lines += ["@p = external global i8"]
    for i in range(60):
        linkage = drawn.choice(["", "private", "internal", "weak", "weak_odr", "linkonce", "linkonce_odr", "external"])
        local = linkage in ("private", "internal")
        words = [linkage, drawn.choice(["", "dso_local"]), "" if local else drawn.choice(["", "hidden", "protected"]), "" if local else drawn.choice(["", "dllexport"])]
        if i % 3 == 2:
            lines.append(f"@i{i} = {' '.join(w for w in words[:3] if w)} ifunc i32 (), ptr<ptr<i32 ()> ()> @resolver" + drawn.choice(["", ', partition "x"']))
        else:
            words += [drawn.choice(["", "thread_local", "thread_local(localexec)"]), drawn.choice(["", "unnamed_addr", "local_unnamed_addr"])]
            lines.append(f"@a{i} = {' '.join(w for w in words if w)} alias i32, ptr<i32> @target" + drawn.choice(["", ', partition "x"']))
    lines += ["@target = global i32 0", "define ptr<i32 ()> @resolver() {\n  ret ptr<i32 ()> null\n}"]
    snippet("globals_by_chance", lines, "-", UNVERIFIED)


def names():
    names_ = [f"\\{b:02X}" for b in range(1, 256)] + ["a b", "-dash-", "a.b", "$dollar", "under_score", "7seven", "a\\22", "a\\5C", "\\01mangled", "x" * 300,
                                                     "a:b", "<>", "null", "void", "i32", "\\C3\\A9"]
    lines = [f'@"n{n}" = global i32 {i}' for i, n in enumerate(names_)] + [f'@"{n}" = global i32 {i}' for i, n in enumerate(names_)]
    lines += [f'%"{n}" = type {{ i32 }}\n@"of type {i}" = external global %"{n}"' for i, n in enumerate(names_)]
    lines += [f'$"{n}" = comdat any\n@"comdat {i}" = global i32 0, comdat($"{n}")' for i, n in enumerate(names_)]
    snippet("names_of_globals_and_types", lines)
    body = [f'"{n}":\n  %"v{n}" = add i32 %"a{i % 5}", 1\n  br label %"{names_[i + 1] if i + 1 < len(names_) else "the end"}"' for i, n in enumerate(names_)]
    snippet("names_of_locals", ['define void @f(' + ", ".join(f'i32 %"a{i}"' for i in range(5)) + ') {\n  br label %"\\01"', *body, '"the end":\n  ret void\n}'])
    printable = [n for n in names_ if not re.match(r"\\[89A-F]", n)]
    lines = [f"!{name} = !{{!0}}" for name in [f"a\\{b:02X}" for b in range(1, 128)] + ["\\30digit", "a.b-c$d_e"]]
    snippet("names_of_nodes", [*lines, "!0 = !{" + ", ".join(f'!"{n}"' for n in names_) + "}"])
    # Quotes in keys are printed as they are, and not read again.
    snippet("string_attributes", [f'declare void @f{i}() "k{n}"="{n}" "{i}"' for i, n in enumerate(printable) if "22" not in n])


# ---- Constants ----

def integers():
    lines = []
    for bits in [*range(1, 70), 127, 128, 129, 255, 256, 512, 1000, 13000]:
        values = {0, 1, -1, (1 << bits - 1) - 1, -(1 << bits - 1), (1 << bits) // 3}
        if bits > 3000:
            values = {0, -1, (1 << bits - 1) - 1}
        for value in sorted(values):
            if -(1 << bits - 1) <= value < 1 << bits:
                text = ("true" if value else "false") if bits == 1 else str(value)
                lines.append(f"@i{bits}_{len(lines)} = global i{bits} {text}")
    lines += [f"@v{bits} = global <3 x i{bits}> <i{bits} 1, i{bits} 0, i{bits} 1>" for bits in range(2, 70)]
    lines += [f"@a{bits} = global [3 x i{bits}] [i{bits} -1, i{bits} undef, i{bits} 1]" for bits in (2, 8, 16, 32, 33, 64, 65)]
    lines += ['@s%d = constant [%d x i8] c"%s"' % (n, n, "".join(f"\\{b:02X}" for b in range(256))[:3 * n]) for n in (1, 100, 255, 256)]
    snippet("integers", lines)


def interesting_bits(drawn, exponent, mantissa, n):
    """Bits of numbers with these widths: the edges, and N more."""
    top = (1 << exponent) - 1
    for sign in 0, 1:
        for e in 0, 1, 2, top // 2, top // 2 + 1, top - 1, top:
            for m in 0, 1, 1 << mantissa - 1, (1 << mantissa) - 1, (1 << mantissa - 1) + 1:
                yield sign << exponent + mantissa | e << mantissa | m
    for _ in range(n):
        yield drawn.getrandbits(1 + exponent + mantissa)


def floats():
    drawn = random.Random(11)
    lines = [f"@h{i} = global half 0xH{b:04X}" for i, b in enumerate(interesting_bits(drawn, 5, 10, 60))]
    lines += [f"@b{i} = global bfloat 0xR{b:04X}" for i, b in enumerate(interesting_bits(drawn, 8, 7, 60))]
    singles = [struct.unpack(">f", struct.pack(">I", b))[0] for b in interesting_bits(drawn, 8, 23, 200) if b >> 23 & 255 != 255]
    lines += [f"@f{i} = global float 0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}" for i, x in enumerate(singles)]
    nans = [0x7FF0000020000000, 0x7FF8000000000000, 0xFFF8000020000000, 0x7FFFFFFFE0000000, 0x7FF0000000000000, 0xFFF0000000000000]
    lines += [f"@n{i} = global float 0x{b:016X}" for i, b in enumerate(nans)]
    lines += [f"@d{i} = global double 0x{b:016X}" for i, b in enumerate(interesting_bits(drawn, 11, 52, 300))]
    short = [drawn.randint(1, 10 ** drawn.randint(1, 7)) * 10.0 ** drawn.randint(-320, 300) for _ in range(300)] + [1e22, 1e23, 5e-324, 1.7976931348623157e308, 123456.5, 1234567.0]
    lines += [f"@s{i} = global double 0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}" for i, x in enumerate(short)]
    tiny = [x for x in short if 1e-37 < x < 1e38]
    lines += [f"@t{i} = global float 0x{struct.unpack('>Q', struct.pack('>d', struct.unpack('>f', struct.pack('>f', x))[0]))[0]:016X}" for i, x in enumerate(tiny)]
    for kind, letter, digits in ("x86_fp80", "K", 20), ("fp128", "L", 32), ("ppc_fp128", "M", 32):
        values = [0, 1, 1 << 4 * digits - 1, (1 << 4 * digits) - 1, 0x3FFF8000 << 4 * digits - 32] + [drawn.getrandbits(4 * digits) for _ in range(20)]
        lines += [f"@{letter}{i} = global {kind} 0x{letter}{v:0{digits}X}" for i, v in enumerate(values)]
    snippet("floats", lines)


def expressions():
    binary = [("add", "-"), ("sub", "-"), ("mul", "-19"), ("shl", "-16"), ("and", "-16"), ("or", "-16"), ("xor", "-"), ("lshr", "-16"), ("ashr", "-16"),
              ("udiv", "-14"), ("sdiv", "-14"), ("urem", "-14"), ("srem", "-14")]
    lines, value = ["@g = external global i8"], "i64 ptrtoint (ptr<i8> @g to i64)"
    for op, versions in binary:
        flags = [" nuw", " nsw", " nuw nsw"] if op in ("add", "sub", "mul", "shl") else [" exact"] if op in ("lshr", "ashr", "udiv", "sdiv") else []
        for i, words in enumerate(["", *flags]):
            prefix = "" if versions == "-" else f"[{versions}] "
            lines.append(f"{prefix}@{op}{i} = global i64 {op}{words} ({value}, i64 7)")
            lines.append(f"{prefix}@{op}{i}r = global i64 {op}{words} (i64 7, {value})")
    for p in "eq ne ugt uge ult ule sgt sge slt sle".split():
        lines.append(f"[-16] @icmp_{p} = global i1 icmp {p} ({value}, i64 77)")
    for p in "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split():
        lines.append(f"[-16] @fcmp_{p} = global i1 fcmp {p} (float bitcast (i32 ptrtoint (ptr<i8> @g to i32) to float), float 1.0)")
    for cast in ["trunc (%s to i7)", "inttoptr (%s to ptr<i16>)", "bitcast (%s to <2 x i32>)"]:
        kind = re.search(r"to (.*)\)$", cast).group(1)
        lines.append(f"@{cast.split()[0]} = global {kind} {cast % value}")
    for cast, kind in ("zext", "i99"), ("sext", "i99"), ("uitofp", "float"), ("sitofp", "double"):
        lines.append(f"[-16] @{cast} = global {kind} {cast} ({value} to {kind})")
    snippet("expressions", lines)


def types():
    drawn = random.Random(13)
    simple = ["i1", "i8", "i17", "i32", "i64", "i128", "i8388607", "half", "bfloat", "float", "double", "fp128", "x86_fp80", "ppc_fp128", "ptr<i8>", "ptr3<i32>"]

    def draw(depth):
        n = drawn.randint(0, 7 if depth else 2)
        if n < 3:
            return drawn.choice(simple)
        if n == 3:
            return f"[{drawn.choice([0, 1, 7, 18446744073709551615])} x {draw(depth - 1)}]"
        if n == 4:
            return f"<{drawn.choice([1, 4, 1024])} x {drawn.choice(simple[:-2])}>"
        if n == 5:
            return "<{ " + ", ".join(draw(depth - 1) for _ in range(drawn.randint(1, 3))) + " }>"
        if n == 6:
            return drawn.choice(["{}", "<{}>", "%n1", "%1", '%"a b"', "ptr<%n1>"])
        return "{ " + ", ".join(draw(depth - 1) for _ in range(drawn.randint(1, 4))) + " }"
    lines = ["%n1 = type { i32, [2 x i8] }", '%"a b" = type <{ i8, %n1 }>', "%0 = type { i9 }", "%1 = type { ptr<%n1>, %0 }", "%opaque = type opaque"]
    lines += [f"@g{i} = external global {draw(4)}" for i in range(120)]
    lines += [f"declare {drawn.choice(simple)} @f{i}({', '.join(drawn.choice(simple) for _ in range(drawn.randint(0, 5)))})" for i in range(30)]
    lines += [f"declare <vscale x {n} x {t}> @v{n}_{t.strip('<>*')[:3]}(<vscale x {n} x {t}>)" for n in (1, 2, 16) for t in ("i1", "i8", "float", "half", "i64", "double")]
    snippet("types_by_chance", lines)


# Of each family of targets that LLVM completes layouts of, and of those that it leaves alone.
TRIPLES = ["x86_64-pc-linux-gnu", "i686-pc-windows-msvc", "i686-pc-win32", "i686-pc-windows-gnu", "i586-intel-elfiamcu", "amdgcn-amd-amdhsa", "r600--",
           "spir", "spirv64", "spirv1.6-vulkan", "arm64_32-apple-watchos", "riscv64", "loongarch64", "sparc", "mips64el", "ppc64", "powerpc-ibm-aix", "wasm32",
           "s390x", "i6868", ""]
LAYOUTS = ["", "e", "G1", "e-m:e-i64:64-f80:128-n8:16:32:64-S128", "e-m:x-p:32:32-i64:64-f80:32-n8:16:32-a:0:32-S32", "e-m:m-i8:8:32-i64:64-n64-S128",
           "E-m:a-i64:64-v16:16-n32:64", "e-p:64:64-p1:64:64-i64:64-S32-A5-G1-ni:7", "e-p:64:64-p8:128:128-ni:7:8:9-A5", "e-i8:8-m:e-i64:64-i128:128"]


def data_layouts():
    for triple, layout in itertools.product(TRIPLES, LAYOUTS):
        lines = [f'target datalayout = "{layout}"'] * bool(layout) + [f'target triple = "{triple}"'] * bool(triple)
        snippet(f"layout_{triple or 'none'}_{layout.replace(':', '.')}", lines)


# Those that need LLVM's headers, and those that do not.
LISTED = [enum_attributes, type_attributes, dwarf_names, debug_flags, attachments, atomicrmw]
COUNTED = [combined_attributes, operations, flags_as_numbers, debug_records, orderings, arithmetic, assembly, gep_flags, conventions, globals_by_chance, names,
           integers, floats, expressions, types, data_layouts]


def counted():
    """The texts that are not kept in a file."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        for write in COUNTED:
            write()
    return out.getvalue()


def main():
    print("; listed.ll - what LLVM's headers list, each once; written by enumerated.py")
    print("; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")
    for write in LISTED:
        write()


if __name__ == "__main__":
    main()
