# compare_commands.py - rows of tables against the JSON of the commands that list the same
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=... compare_commands.py FILE...; an index file of the directory SMALL is small.blx.
import json, os, subprocess, sys

bitleap = os.environ['BITLEAP']

def run(*args):
    return subprocess.run([bitleap, *args], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()

def objects(kind, keys, *args):
    found = [o for o in map(json.loads, run(*args).splitlines()) if o['type'] == kind]
    return [tuple(o.get(key) for key in keys) for o in found if 'function' not in o or kind != 'metadata']

# Several questions in one process: rows are distinguished by their keys.
def rows(questions, *paths):
    text = run('sql', '--format', 'ndjson', ';'.join(
        f"SELECT '{i}' AS question, {', '.join(keys)} FROM {table}" for i, (table, keys) in enumerate(questions)), *paths)
    answers = [[] for question in questions]
    for line in text.splitlines():
        question, *values = json.loads(line).values()
        answers[int(question)].append(tuple(values))
    return answers

tables = [
    ('functions', 'file module value name bit_pos body_pos bytes blocks instructions unknown', 'function', ['funcs', '--json']),
    ('types', 'file module number kind code bit_pos text', 'type', ['types', '--json']),
    ('blocks', 'file block parent depth id name bit_pos body_pos id_width words records blocks damaged', 'block',
     ['ls', '--depth=all', '--json']),
    ('records', 'file bit_pos bits block code abbrev', 'record', ['dump', '--json']),
    ('modules', 'file module producer epoch version source triple functions defined variables aliases comdats thin_lto '
     'symtab hash needs_llvm', 'module', ['info', '--json']),
    ('summaries', 'file module kind bit_pos code value linkage visibility', 'summary', ['summary', '--json']),
    ("metadata WHERE kind = 'node'", 'file module number text', 'metadata', ['meta', '--json']),
]

def different(what, ours, theirs):
    print(f'{what}: {len(ours)} rows, not {len(theirs)}; ours alone {list(set(ours) - set(theirs))[:3]}, '
          f'theirs alone {list(set(theirs) - set(ours))[:3]}')
    sys.exit(1)

n = 0
for path in sys.argv[1:]:
    answers = rows([(table, keys.split()) for table, keys, _, _ in tables], path)
    for (table, keys, kind, command), ours in zip(tables, answers):
        theirs = objects(kind, keys.split(), *command, path)
        # a node that others have in them is not listed by itself
        same = set(theirs) <= set(ours) if kind == 'metadata' else ours == theirs
        if not same:
            different(f'{table} of {path}', ours, theirs)
        n += len(theirs)

# Symbols are those of find, with an index and without, and each has a rowid of its own.
keys = 'file module name role kind binding visibility value bit_pos bytes'.split()
theirs = objects('symbol', keys, 'find', '--all', '--json', '*', os.environ['SMALL'])
for path in os.environ['SMALL'], 'small.blx':
    ours, rowids = rows([('symbols', keys), (f"bitcode_symbols('{path}')", ['rowid'])], path)
    if sorted(ours, key=str) != sorted(theirs, key=str):
        different(f'symbols of {path}', ours, theirs)
    if len(set(rowids)) != len(rowids):
        different(f'rowids of {path}', rowids, list(set(rowids)))
if n < 4000 or len(theirs) < 4000:
    sys.exit(f'only {n} rows, {len(theirs)} symbols')
