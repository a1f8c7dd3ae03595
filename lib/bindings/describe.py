#!/usr/bin/env python3
"""describe.py - what bitleap.h declares, for bindings: bitleap.ffi.h and bitleap.api.json

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Usage: describe.py HEADERS ffi|json|rust|asserts|js, where HEADERS is the directory of bitleap.h; `make bindings` calls it.
Needs a C compiler and pycparser, which python3-cffi brings along.

  ffi      the declarations without comments and attributes, and macros as literals: what cffi's cdef() and other
           readers of plain C take
  json     functions, structs, enums, handles and macros, with the comments that they have in the headers
  rust     the module of bitleap-sys, with the comments
  js       sizes and offsets of the structs that follow, as WebAssembly has them, for lib/js
  asserts  C that compiles where structs and numbers are as the JSON says
"""
import copy
import json
import re
import subprocess
import sys
from pathlib import Path

from pycparser import c_ast, c_generator, c_parser

FIXED = {"char": 1, "_Bool": 1, "int": 4, "unsigned": 4, "unsigned int": 4, "double": 8}
FIXED |= {f"{u}int{bits}_t": bits // 8 for u in ("", "u") for bits in (8, 16, 32, 64)}
# Sizes that machines differ in: of an address, and the alignment of 64 bits. Both byte orders are the same.
ABIS = {"lp64": (8, 8), "ilp32": (4, 8), "i386": (4, 4)}


def preprocess(headers, text, *flags):
    return subprocess.run(["cc", "-E", "-P", f"-I{headers}", *flags, "-x", "c", "-"], input=text, text=True, check=True,
                          stdout=subprocess.PIPE).stdout


def declarations(headers):
    """All that is declared, without what the system's headers declare."""
    source = subprocess.run(["cc", "-E", "-D__attribute__(x)=", f"-I{headers}", "-x", "c", "-"], text=True, check=True,
                            input="#include <bitleap.h>\n", stdout=subprocess.PIPE).stdout
    lines, is_ours = [], False
    for line in source.splitlines():
        if line.startswith("#"):
            is_ours = "/bitleap" in line
        elif is_ours and line.strip():
            lines.append(line.rstrip())
    return "\n".join(lines)


def macros(headers):
    """Those that are numbers or texts, as literals."""
    defined = set(re.findall(r"^#define (BL_\w+)(?= )", preprocess(headers, "#include <bitleap.h>\n", "-dM"), re.M))
    defined -= {"BL_API", "BL_SLACK"}
    expanded = preprocess(headers, "#include <bitleap.h>\n" + "".join(f'\n@"{name}" = {name}\n' for name in sorted(defined)))
    return dict(re.findall(r'^ ?@ ?"(BL_\w+)" = (.*)$', expanded, re.M))


class Layout:
    """Sizes and offsets, as the ABIs of C lay structs out."""

    def __init__(self, structs, constants, abi):
        self.structs, self.constants, (self.address, self.align64) = structs, constants, ABIS[abi]

    def of(self, node):
        """Size and alignment of a type."""
        if isinstance(node, c_ast.TypeDecl):
            return self.of(node.type)
        if isinstance(node, c_ast.PtrDecl):
            return self.address, self.address
        if isinstance(node, c_ast.ArrayDecl):
            size, align = self.of(node.type)
            return size * self.constants.value(node.dim), align
        if isinstance(node, c_ast.Enum):
            return 4, 4
        if isinstance(node, (c_ast.Struct, c_ast.Union)):
            size, align, _ = self.fields(node)
            return size, align
        name = " ".join(node.names)
        if name == "size_t":
            return self.address, self.address
        size = FIXED[name]
        return size, self.align64 if size == 8 else size

    def fields(self, node):
        """Size, alignment, and offset of each field of a struct or union; of fields without a name their own."""
        end = size = 0
        align, offsets = 1, {}
        for decl in (node.decls or self.structs[node.name].decls):
            field_size, field_align = self.of(decl.type)
            at = 0 if isinstance(node, c_ast.Union) else -(-end // field_align) * field_align
            if decl.name:
                offsets[decl.name] = at
            else:
                offsets.update({name: at + inner for name, inner in self.fields(decl.type)[2].items()})
            end = at + field_size
            size, align = max(size, end), max(align, field_align)
        return -(-size // align) * align, align, offsets


class Constants(dict):
    """Values of enumerators."""

    def value(self, node):
        if isinstance(node, c_ast.Constant):
            return int(node.value.rstrip("uUlL"), 0) if node.type != "char" else ord(eval(node.value))
        if isinstance(node, c_ast.ID):
            return self[node.name]
        if isinstance(node, c_ast.UnaryOp):
            value = self.value(node.expr)
            return {"-": -value, "~": ~value, "+": value}[node.op]
        left, right = self.value(node.left), self.value(node.right)
        return {"+": left + right, "-": left - right, "*": left * right, "<<": left << right if right >= 0 else 0,
                "|": left | right, "&": left & right}[node.op]


def comments(headers):
    """Of each function, struct and enum the comment before it, and its header."""
    found = {}
    pattern = re.compile(r"/\*((?:[^*]|\*(?!/))*)\*/\n((?:BL_API [^;]*;\n)+|(?:struct|enum|union) \w+ \{|(?:struct) \w+;|typedef [^;]*;)")
    for path in sorted(Path(headers).glob("bitleap*.h")):
        for match in pattern.finditer(path.read_text()):
            text = re.sub(r"\n \* ?", "\n", match[1]).strip()
            for name in re.findall(r"\b(bl_\w+)(?=\()|^(?:struct|enum|union) (\w+)|(bl_\w+_fn)\b", match[2], re.M):
                found.setdefault(next(filter(None, name)), (text, path.name))
    return found


class Rust:
    """What is declared, as Rust has it."""

    PLAIN = {"char": "c_char", "_Bool": "bool", "bool_": "bool", "int": "c_int", "unsigned": "c_uint", "unsigned int": "c_uint",
             "double": "f64", "size_t": "usize", "void": "c_void"}
    PLAIN |= {f"{u}int{bits}_t": f"{u or 'i'}{bits}" for u in ("", "u") for bits in (8, 16, 32, 64)}
    KEYWORDS = {"type", "ref", "in", "match", "move", "use", "where", "self", "fn", "mod", "loop", "impl", "final"}

    def __init__(self, api):
        self.api, self.unions = api, []

    def name(self, name):
        return f"r#{name}" if name in self.KEYWORDS else name

    def of(self, node, owner=""):
        """The type of a node; unions without a name are called after OWNER."""
        if isinstance(node, c_ast.TypeDecl):
            return self.of(node.type, owner)
        if isinstance(node, c_ast.IdentifierType):
            return self.PLAIN.get(" ".join(node.names), node.names[-1])
        if isinstance(node, c_ast.ArrayDecl):
            return f"[{self.of(node.type)}; {self.api.constants.value(node.dim)}]"
        if isinstance(node, c_ast.Enum):
            return "c_uint"
        if isinstance(node, c_ast.Union) or (isinstance(node, c_ast.Struct) and not node.name):
            self.unions.append(self.struct(f"{owner}_union" if isinstance(node, c_ast.Union) else f"{owner}_struct", node))
            return self.unions[-1][0]
        if isinstance(node, c_ast.Struct):
            return node.name
        target = node.type
        if isinstance(target, c_ast.FuncDecl):
            return f"Option<unsafe extern \"C\" fn{self.signature(target)}>"
        inner = self.of(target, owner)
        if inner in self.api.callbacks:
            return f"Option<{inner}>"
        quals = getattr(target, "quals", None) or []
        return f"*{'const' if 'const' in quals else 'mut'} {inner}"

    def signature(self, node):
        params = []
        for number, param in enumerate(node.args.params if node.args else []):
            kind = param.type
            if isinstance(kind, c_ast.ArrayDecl):
                kind = c_ast.PtrDecl([], kind.type)
            if self.of(kind) != "c_void":
                params.append(f"{self.name(param.name or f'p{number}')}: {self.of(kind)}")
        returned = self.of(node.type)
        return f"({', '.join(params)})" + ("" if returned == "c_void" else f" -> {returned}")

    def struct(self, name, node):
        kind = "union" if isinstance(node, c_ast.Union) else "struct"
        fields = []
        for number, decl in enumerate(node.decls):
            field = self.name(decl.name) if decl.name else f"u{number}"
            fields.append(f"    pub {field}: {self.of(decl.type, name)},\n")
        return name, f"#[repr(C)]\n#[derive(Clone, Copy)]\npub {kind} {name} {{\n{''.join(fields)}}}\n"

    def doc(self, name, indent=""):
        text = self.api.comments.get(name, ("", ""))[0]
        return "".join(f"{indent}/// {line}".rstrip() + "\n" for line in text.splitlines())

    def text(self):
        api = self.api
        lines = ["// bindings.rs - what bitleap.h declares; made by lib/bindings/describe.py\n"
                 "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n\n"
                 "use std::os::raw::{c_char, c_int, c_uint, c_void};\n"]
        for name, value in api.literals().items():
            lines.append(f"pub const {name}: {'u32' if int(value) < 1 << 32 else 'u64'} = {value};\n")
        for name, items in api.enums.items():
            kind = "c_int" if min(items.values()) < 0 else "c_uint"
            lines += [f"\n{self.doc(name)}pub type {name} = {kind};\n"]
            lines += [f"pub const {item}: {name} = {value};\n" for item, value in items.items()]
        for name in sorted(api.opaque):
            lines.append(f"\n{self.doc(name)}#[repr(C)]\npub struct {name} {{\n    _private: [u8; 0],\n}}\n")
        for name, node in api.callbacks.items():
            lines.append(f"\n{self.doc(name)}pub type {name} = unsafe extern \"C\" fn{self.signature(node)};\n")
        layout = Layout(api.structs, api.constants, "lp64")
        sizes = []
        for name, node in api.structs.items():
            found = self.struct(name, node)[1]
            lines += [f"\n{union[1]}" for union in self.unions] + [f"\n{self.doc(name)}{found}"]
            self.unions.clear()
            sizes.append(f"    assert!(size_of::<{name}>() == {layout.fields(node)[0]});\n")
        lines.append("\nextern \"C\" {\n")
        for name, node in api.functions.items():
            lines.append(f"{self.doc(name, '    ')}    pub fn {name}{self.signature(node)};\n")
        lines.append("}\n\n#[cfg(target_pointer_width = \"64\")]\nconst _: () = {\n    use std::mem::size_of;\n")
        return "".join(lines + sizes + ["};\n"])


class Api:
    def __init__(self, headers):
        self.generator = c_generator.CGenerator()
        self.text = declarations(headers)
        prelude = "typedef _Bool bool;" + "".join(f"typedef int {name};" for name in [*FIXED, "size_t"] if name.endswith("_t"))
        tree = c_parser.CParser().parse(prelude.replace("bool;", "bool_;") + self.text)
        tree.ext = [node for node in tree.ext if node.coord.line > 1 or not isinstance(node, c_ast.Typedef)]
        self.comments, self.macros = comments(headers), macros(headers)
        self.structs, self.enums, self.functions, self.callbacks, self.constants = {}, {}, {}, {}, Constants()
        self.opaque = set()
        for node in tree.ext:
            self.add(node)
        self.opaque -= self.structs.keys()

    def add(self, node):
        kind = node.type if isinstance(node, c_ast.Decl) else None
        if isinstance(kind, c_ast.Enum):
            value = -1
            self.enums[kind.name] = {}
            for item in kind.values.enumerators:
                value = self.constants.value(item.value) if item.value else value + 1
                self.constants[item.name] = self.enums[kind.name][item.name] = value
        elif isinstance(kind, c_ast.Struct):
            if kind.decls:
                self.structs[kind.name] = kind
            else:
                self.opaque.add(kind.name)
        elif isinstance(kind, c_ast.FuncDecl):
            self.functions[node.name] = kind
        elif isinstance(node, c_ast.Typedef):
            self.callbacks[node.name] = node.type

    def c_type(self, node, quals=()):
        """A type as C has it, without the name that is declared with it."""
        node = copy.deepcopy(node)
        inner = node
        while not isinstance(inner, c_ast.TypeDecl):
            inner = inner.type
        inner.declname = None
        text = self.generator.visit(c_ast.Typename(None, list(quals), None, node))
        return re.sub(r"\bbool_\b", "bool", re.sub(r"\s+", " ", text)).strip()

    def parameter(self, decl):
        """What a parameter is: its name, its type, and where it is written to, who owns what comes."""
        name = decl.name
        text = self.c_type(decl.type, decl.quals)
        entry = {"name": name, "type": text}
        handle = re.fullmatch(r"struct (\w+) \*\*", text)
        if handle and handle[1] in self.opaque:
            entry |= {"passes": "owned", "close": f"{handle[1]}_close"}
        elif re.fullmatch(r"const struct \w+ \*\*|const \w+ \*\*", text):
            entry["passes"] = "borrowed"
        elif re.fullmatch(r"(struct \w+|u?int\d+_t|size_t|bool|double|unsigned) \*", text):
            is_handle = re.fullmatch(r"struct (\w+) \*", text)
            entry["passes"] = "handle" if is_handle and is_handle[1] in self.opaque else "written"
        return entry

    def describe(self, name, node):
        text, header = self.comments.get(name, ("", ""))
        params = [self.parameter(p) for p in node.args.params if isinstance(p, c_ast.Decl)] if node.args else []
        entry = {"returns": self.c_type(node.type), "parameters": params, "header": header, "comment": text}
        errors = re.search(r"Errors?:(.*)", text, re.S)
        if errors:
            entry["errors"] = sorted(set(re.findall(r"BL_E_\w+", errors[1])))
        return entry

    def json(self):
        layouts = {abi: Layout(self.structs, self.constants, abi) for abi in ABIS}
        structs = {}
        for name, node in self.structs.items():
            all_fields = {abi: layout.fields(node) for abi, layout in layouts.items()}
            fields = []
            for decl in node.decls:
                for field in (decl.type.decls if not decl.name else [decl]):
                    typed = self.c_type(field.type, field.quals)
                    fields.append({"name": field.name, "type": typed,
                                   "offset": {abi: all_fields[abi][2][field.name] for abi in ABIS}})
            text, header = self.comments.get(name, ("", ""))
            structs[name] = {"size": {abi: all_fields[abi][0] for abi in ABIS}, "fields": fields, "header": header,
                             "comment": text}
        numbers = {name: int(text.rstrip("uUlL"), 0) if re.fullmatch(r"[0-9xXA-Fa-f]+[uUlL]*", text) else eval(text)
                   for name, text in self.literals().items()}
        functions = {name: self.describe(name, node) for name, node in self.functions.items()}
        handles = {name: {"close": f"{name}_close" if f"{name}_close" in functions else None,
                          "comment": self.comments.get(name, ("", ""))[0]} for name in sorted(self.opaque)}
        return {"version": "{BL_VERSION_MAJOR}.{BL_VERSION_MINOR}.{BL_VERSION_PATCH}".format(**numbers),
                "functions": functions, "structs": structs, "handles": handles, "enums": self.enums,
                "callbacks": {name: self.comments.get(name, ("", ""))[0] for name in self.callbacks}, "macros": numbers}

    def literals(self):
        """Macros that are numbers, as one literal each."""
        found = {}
        for name, text in sorted(self.macros.items()):
            plain = re.sub(r"\b(0[xX][0-9A-Fa-f]+|\d+)[uUlL]*\b", r"\1", text)
            if re.fullmatch(r"[0-9A-Fa-fxX()+*<|\- ]+", plain):
                found[name] = str(eval(plain))
        return found

    def ffi(self):
        head = ("/* bitleap.ffi.h - what bitleap.h declares, preprocessed, for cffi and other readers of plain C; made by\n"
                " * lib/bindings/describe.py: `make bindings`\n *\n"
                " * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n */\n")
        defines = "".join(f"#define {name} {value}\n" for name, value in self.literals().items())
        return head + defines + re.sub(r"[ \t]+", " ", re.sub(r"\b_Bool\b", "bool", self.text)) + "\n"

    def rust(self):
        return Rust(self).text()

    def js(self, names):
        described = self.json()["structs"]
        offsets = {name: {"size": described[name]["size"]["ilp32"]} |
                   {field["name"]: field["offset"]["ilp32"] for field in described[name]["fields"]} for name in names}
        return f"// Made by lib/bindings/describe.py.\nexport const layout = {json.dumps(offsets, indent=1)};\n"

    def asserts(self):
        described = self.json()
        lines = ["#include <bitleap.h>", "#ifdef __i386__", "#define N(lp64, ilp32, i386) (i386)", "#elif defined(__LP64__)",
                 "#define N(lp64, ilp32, i386) (lp64)", "#else", "#define N(lp64, ilp32, i386) (ilp32)", "#endif"]
        for name, struct in described["structs"].items():
            lines.append(f'_Static_assert(sizeof(struct {name}) == N({", ".join(map(str, struct["size"].values()))}), "{name}");')
            for field in struct["fields"]:
                offsets = ", ".join(map(str, field["offset"].values()))
                lines.append(f'_Static_assert(offsetof(struct {name}, {field["name"]}) == N({offsets}), "{name}.{field["name"]}");')
        for names in [*described["enums"].values(), described["macros"]]:
            lines += [f'_Static_assert({name} == {value}, "{name}");' for name, value in names.items()]
        return "\n".join(lines) + "\n"


def main():
    api = Api(sys.argv[1])
    if sys.argv[2] == "json":
        json.dump(api.json(), sys.stdout, indent=1)
        print()
    else:
        sys.stdout.write(api.js(sys.argv[3:]) if sys.argv[2] == "js" else getattr(api, sys.argv[2])())


if __name__ == "__main__":
    main()
