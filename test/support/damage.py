# damage.py - what commands print of a damaged file: lines of the whole file's output, or marked ones
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: damage.py BITLEAP STEP FILE...

Each file is cut at each 1,000th byte and at each 101st of its last 1,500, and each of its pages of 4,096 bytes is
zeroed; of all these every STEP-th is tried. Each line that a command then prints is one that it prints of the whole
file; or it has marks, and what is not marked is in one such line, in that order. Where the output is another one, the
status is 3. Lines that count what there is only have to keep the rule for the status. Numbers that are given in order
of use, !N, #N and ^N, may be others.
"""
import os
import re
import subprocess
import sys
import tempfile

PAGE = 4096
SQL = {
    'modules': 'module, producer, epoch, version, source, triple, data_layout, bit_pos',
    'symbols': 'module, value, name, role, kind, binding, visibility, bit_pos, bytes',
    'functions': 'module, value, name, linkage, function_type, bit_pos, bytes, blocks, instructions, body_hash',
    'globals': 'module, value, name, linkage, value_type, alignment, section, initializer, bytes, text',
    'instructions': 'module, value, function, instruction, bit_pos, opcode, result, line, source, operands',
    'calls': 'module, value, function, instruction, callee, how, line, "column", source, places, argument_text',
    'types': 'module, number, kind, name, text',
    'attributes': 'module, value, name, place, parameter, attribute, argument',
    'metadata': 'module, number, kind, text',
    'strings': 'kind, text, bit_pos',
    'blocks': 'name, bit_pos, bytes, records, damaged',
    'records': 'bit_pos, bits, code, name, ops',
}
LINES = {
    'dis': ['dis'],
    'dis --annotate': ['dis', '--annotate'],
    'dis --as-llvm': ['dis', '--as-llvm'],
    'dis --only': ['dis', '--closed', '--only', '{function}'],
    'show': ['show', '{names}'],
    'meta': ['meta', '--functions'],
    'meta --strings': ['meta', '--strings'],
    'meta --json': ['meta', '--functions', '--json'],
    'attrs': ['attrs'],
    'attrs --groups': ['attrs', '--groups'],
    'globals': ['globals', '--all', '--whole'],
    'funcs': ['funcs', '--all'],
    'funcs --json': ['funcs', '--json'],
    'nm': ['nm'],
    'nm --no-symtab': ['nm', '--no-symtab', '--size'],
    'types': ['types'],
    'summary': ['summary'],
    'strings': ['strings', '--all', '*'],
    'find': ['find', '--all', '*'],
    'callees': ['callees', '{function}'],
    'callers': ['callers', '--places', '{callee}'],
    'dump': ['dump'],
    'dump --bits': ['dump', '--bits'],
    'bcanalyzer': ['bcanalyzer', '--dump'],
    'ls': ['ls', '--depth=all'],
}
COUNTS = {
    'info': ['info', '--deep', '--all'],
    'has': ['has'],
    'stats': ['stats', '--all'],
    'top': ['top', '--all'],
    'top globals': ['top', '--by=globals', '--all'],
    'funcs --opcodes': ['funcs', '--opcodes', '--all'],
    'verify': ['verify'],
    'dups': ['dups'],
}
for table, columns in SQL.items():
    LINES['sql ' + table] = ['sql', '--format=ndjson', 'SELECT %s FROM %s' % (columns, table)]

# Any of these stands for what is not known. A zero that is printed as such is what is there.
MARK = re.compile(r'\(<badref>\)|(?:, )?!?<badref> ?|<unknown kind [^>]*>|<no type>| ?; error: .*|\bnull\b|\.\.\.'
                  r'| that can be read|^; record \S+, .* to: |^ +-(?=  )|^function:|  ; no number: nothing that can be read has it'
                  r'|-{8,}(?: \?)?|"ref":\d+|(?<= )symbol(?= )|(?:\\?\\00)+|(?:\\u0000)+')
# What is in such a line counts what there is.
COUNTED = re.compile(r'\(damaged\)|"damaged":1|^\{"type":"error"|^(?:FILE\S*: )?\d+ .* that can be read$|not read, for damage'
                     r'|^FILE\S*$|^FILE\S*: LLVM IR, \d+ bytes')
# Numbers that are given in order of use.
IN_ORDER = re.compile(r'(?<![\w.])[!#^]\d+|(?<="slot":)(?:\d+|null)')
# Entries are printed as they are, also one that runs into zeros; a file whose last blocks are zeros is a sound one.
RAW = ('dump', 'dump --bits', 'bcanalyzer', 'ls', 'stats', 'strings', 'sql blocks', 'sql records', 'sql strings')


class Output:
    """What a command printed of the whole file."""

    def __init__(self, lines):
        self.lines = lines
        self.known = set(lines)
        self.printed = lines

    def has(self, line):
        if line not in self.known and not COUNTED.search(line) and not (MARK.search(line) and self.has_marked(line)):
            return False
        self.known.add(line)
        return True

    def has_marked(self, line):
        first, *others = MARK.split(line)
        return any(known.startswith(first) and known.endswith(others[-1]) and has_in_order(known, len(first), others)
                   for known in self.lines)


def has_in_order(text, at, parts):
    for part in parts:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def run(bitleap, command, path):
    done = subprocess.run([bitleap] + command + [path], capture_output=True)
    text = re.sub(r'"schema":\d+,', '', done.stdout.decode('latin1').replace(path, 'FILE'))
    # Where the other modules are lost, one has no number.
    text = re.sub(r'FILE\[module \d+\]', 'FILE', text)
    # What follows a label stands in a column of its own.
    text = re.sub(r' +; preds = ', '  ; preds = ', text)
    # Records whose blob is another one are the same records.
    lines = [re.sub(r'( blob of \d+ bytes at \d+).*', r'\1', IN_ORDER.sub('!N', line)) for line in text.split('\n')]
    return done.returncode, lines


def names_of(bitleap, path):
    """Functions with a body, all names to show, and a function that others call."""
    rows = run(bitleap, ['funcs', '--columns=name'], path)[1]
    functions = [row for row in rows if row][:3]
    others = [row for row in run(bitleap, ['globals', '--columns=name'], path)[1] if row][:2]
    callees = run(bitleap, ['sql', '--format=csv', 'SELECT callee FROM calls WHERE callee > "" LIMIT 1'], path)[1]
    return functions, others, callees[1:2]


def commands(bitleap, path):
    functions, others, callees = names_of(bitleap, path)
    values = {
        '{names}': functions + others,
        '{function}': functions[:1],
        '{callee}': callees,
    }
    for key, command in list(LINES.items()) + list(COUNTS.items()):
        words = [word for part in command for word in values.get(part, [part])]
        if all(values.get(part, [part]) for part in command):
            yield key, words


def damaged(data, step):
    all_cuts = sorted(set(range(1000, len(data), 1000)) | set(range(max(len(data) - 1500, 8), len(data), 101)))
    for n, at in enumerate(all_cuts):
        if n % step == 0:
            yield 'cut at byte %d' % at, data[:at]
    # Without the first page a file is no bitcode.
    for n, at in enumerate(range(PAGE, len(data), PAGE)):
        changed = data[:at] + bytes(len(data[at:at + PAGE])) + data[at + PAGE:]
        if n % step == 0 and changed != data:
            yield 'page %d zeroed' % (at // PAGE), changed


def main():
    bitleap, step, files = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    n_lines = n_wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'damaged.bc')
        for name in files:
            with open(name, 'rb') as file:
                data = file.read()
            with open(path, 'wb') as file:
                file.write(data)
            of_file = list(commands(bitleap, path))
            whole = {key: Output(run(bitleap, command, path)[1]) for key, command in of_file}
            # What is not known to be an intrinsic stays as it is.
            for key in whole.keys() & {'dis --annotate', 'dis --as-llvm', 'dis --only', 'show'}:
                whole[key].lines = whole[key].lines + whole['dis'].lines
                whole[key].known |= whole['dis'].known
            for what, changed in damaged(data, step):
                with open(path, 'wb') as file:
                    file.write(changed)
                for key, command in of_file:
                    status, lines = run(bitleap, command, path)
                    n_lines += len(lines)
                    wrong = []
                    if key in RAW and 'zeroed' in what:
                        continue
                    if key in LINES:
                        wrong = [line for line in lines if not whole[key].has(line)]
                    if key != 'bcanalyzer' and status != 3 and lines != whole[key].printed:
                        wrong.append('status %d' % status)
                    n_wrong += len(wrong)
                    for line in wrong[:3]:
                        print('%s, %s, %s: %s' % (name, what, key, line[:300]))
    print('%d lines, %d of them wrong' % (n_lines, n_wrong))
    return n_wrong != 0 or n_lines == 0


sys.exit(main())
