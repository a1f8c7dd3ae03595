# compare_peers.py - tables of a file against llvm-nm, llvm-bcanalyzer, and the text that bitleap dis prints
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=… compare_peers.py LLVM_SUFFIX FILE: tools are llvm-nm-LLVM_SUFFIX and so on. What differs is printed,
# and the status is 1; the last line counts what was compared.
import json, os, re, subprocess, sys
from collections import Counter

bitleap, (suffix, path) = os.environ['BITLEAP'], sys.argv[1:]
different, compared = [], Counter()

# None: the tool refuses the file.
def run(*command, accepts_damage=True):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode(errors='surrogateescape') if accepts_damage or done.returncode == 0 else None

def rows(question):
    return [tuple(json.loads(line).values()) for line in run(bitleap, 'sql', '--format', 'ndjson', question, path).splitlines()]

def compare(what, ours, theirs):
    ours, theirs = Counter(ours), Counter(theirs)
    compared[what] += sum(theirs.values())
    if ours != theirs:
        different.append(f'{what}: ours alone {list((ours - theirs).items())[:3]}, theirs alone {list((theirs - ours).items())[:3]}')

def compare_symbols():
    text = run(f'llvm-nm-{suffix}', path, accepts_damage=False)
    if text is None:
        return
    lines = [line.split(None, 2) if line[0] != ' ' else ['', *line.split(None, 1)] for line in text.splitlines()]
    theirs = [(int(letter not in 'Uwv'), name) for _, letter, name in lines]
    compare('symbols', rows('SELECT defined, name FROM symbols WHERE NOT format_specific'), theirs)

# Per block: instances, records, and how many records of each code, which llvm-bcanalyzer calls by name or number.
def compare_streams():
    text = run(f'llvm-bcanalyzer-{suffix}', path, accepts_damage=False)
    if text is None:
        return
    theirs, kinds, block = [], [], None
    for line in text.splitlines():
        words = line.split()
        if match := re.match(r'  Block ID #(\d+)', line):
            block = int(match[1])
        elif 'Num Instances:' in line:
            theirs.append((block, int(words[-1])))
        elif block is not None and re.match(r'\t\t +\d', line):
            kinds.append((block, int(words[0])))
    compare('blocks', rows('SELECT id, count(*) FROM blocks GROUP BY id'), theirs)
    compare('records', rows('SELECT block, count(*) FROM records GROUP BY block, code'), kinds)

# What is printed of one module.
def parse(text):
    types, nodes, named, groups, functions = [], [], [], {}, []
    for line in text.splitlines():
        if match := re.match(r'(%(?:"[^"]*"|[^ ]+)) = type (.*)', line):
            types.append(match.groups())
        elif match := re.match(r'!(\d+) = (.*)', line):
            nodes.append((int(match[1]), match[2]))
        elif match := re.match(r'!([^ ]+) = (.*)', line):
            named.append((re.sub(r'\\([0-9A-F]{2})', lambda m: chr(int(m[1], 16)), match[1]), match[2]))
        elif match := re.match(r'attributes #(\d+) = { (.*) }', line):
            groups[match[1]] = match[2]
        elif match := re.match(r'(?:define|declare) [^@]*@("[^"]*"|[^ (]+)\(', line):
            # what follows the parameters: neither a text nor a name has a number like that
            number = re.search(r'\)[^()]*? #(\d+)', re.sub(r'"[^"]*"', '', line))
            functions.append((match[1].strip('"'), number and number[1]))
    return types, nodes, named, [(name, groups[number]) for name, number in functions if number], {name for name, _ in functions}

def by_module(question):
    found = {}
    for file, module, *row in rows(question):
        found.setdefault((file, module), []).append(tuple(row))
    return found

def compare_texts():
    texts = run(bitleap, 'dis', path).split('; ModuleID')[1:]
    modules = rows('SELECT file, module FROM modules')
    types = by_module('SELECT file, module, text, body FROM types WHERE body IS NOT NULL')
    nodes = by_module('SELECT file, module, slot, text FROM metadata WHERE slot IS NOT NULL')
    named = by_module("SELECT file, module, name, text FROM metadata WHERE kind = 'named'")
    attributes = by_module("SELECT file, module, name, text FROM attributes WHERE place = 'function'")
    inner = by_module('SELECT file, 0, code FROM records WHERE block = 15 AND depth > 2')
    if len(texts) != len(modules):
        different.append(f'modules: {len(modules)} rows, {len(texts)} are printed')
    for module, text in zip(modules, texts):
        their_types, their_nodes, their_named, their_attributes, names = parse(text)
        # types that nothing uses are not printed
        compare('types', [row for row in types.get(module, []) if row in set(their_types)], their_types)
        compare('named nodes', named.get(module, []), their_named)
        # those of functions are no rows, and locations are instructions' own
        slots = {slot for slot, _ in nodes.get(module, [])}
        of_functions = [(slot, node) for slot, node in their_nodes if slot not in slots and not node.startswith('!DILocation(')]
        if len(of_functions) > len(inner.get((module[0], 0), [])):
            different.append(f'nodes: no rows for {of_functions[:3]}')
        compare('nodes', nodes.get(module, []), [node for node in their_nodes if node[0] in slots])
        ours = {}
        for name, attribute in attributes.get(module, []):
            ours.setdefault(name, []).append(attribute)
        compare('attributes', [(name, ' '.join(found)) for name, found in ours.items() if name in names], their_attributes)

compare_symbols()
compare_streams()
compare_texts()
for what in different:
    print(f'{path}: {what}')
print(', '.join(f'{n} {what}' for what, n in compared.items()))
sys.exit(bool(different))
