"""schemas.py - the schemas of cmd/schema: what they promise, and how they are made of what commands print

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Usage: schemas.py promises         prints each promise of the schemas: command, number, type and key, what it may be
       schemas.py check FILE       compares them with those of FILE: with the same number none may be missing or weaker
       schemas.py renew DIRECTORY  widens the schemas by the outputs that outputs.sh has put there

What is renewed keeps what it says already. Its number goes up where a promise is broken: a key that has always been
there is missing, or a value has a kind that it never had. New types of objects and new keys break nothing.
"""
import copy
import glob
import json
import os
import sys
import textwrap

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
SCHEMAS = os.path.join(ROOT, 'cmd', 'schema')
# Objects whose keys are names that differ from input to input.
MAPS = ('opcodes', 'properties', 'facts')
COLUMNS = 110
# What any command may report, and in which cases a key is there is a matter of what went wrong.
ERROR = {
    'type': 'object',
    'properties': {'type': {'const': 'error'}, 'schema': {}, 'file': {'type': 'string'},
                   'bit_pos': {'type': 'integer', 'minimum': 0}, 'file_byte': {'type': 'integer', 'minimum': 0},
                   'path': {'type': 'string'}, 'kind': {'type': 'string'}, 'cause': {'type': 'string'}, 'system': {'type': 'string'}},
    'required': ['type', 'file', 'kind', 'cause'],
}

# What --columns prints has whatever columns it names.
ROW = {
    'type': 'object',
    'properties': {
        'type': {'const': 'row'},
        'file': {'type': 'string'},
        'module': {'type': 'integer', 'minimum': 0},
    },
    'required': ['type', 'file', 'module'],
    'additionalProperties': {},
}


def kind_of(value):
    """The schema's name of the kind of one value."""
    if value is None:
        return 'null'
    for kind, name in ((bool, 'boolean'), (int, 'integer'), (str, 'string'), (list, 'array')):
        if isinstance(value, kind):
            return name
    return 'object'


def schema_of(value, key=None):
    """The narrowest schema of VALUE, which is that of KEY."""
    kind = kind_of(value)
    schema = {'type': kind}
    if kind == 'integer' and value >= 0:
        schema['minimum'] = 0
    elif kind == 'array':
        items = None
        for item in value:
            items = joined(items, schema_of(item))
        schema.update({'items': items} if items else {})
    elif kind == 'object' and key in MAPS:
        values = None
        for item in value.values():
            values = joined(values, schema_of(item))
        schema['additionalProperties'] = values or {}
    elif kind == 'object':
        schema['properties'] = {name: schema_of(item, name) for name, item in value.items()}
        schema['required'] = list(value)
    return schema


def kinds(schema):
    """The kinds of value that SCHEMA allows."""
    kind = schema.get('type', [])
    return [kind] if isinstance(kind, str) else kind


def joined(a, b):
    """What allows all that A and B do; each may be None, or an empty schema: nothing is known of it."""
    if not a or not b:
        return a or b
    if a == b:
        return a
    both = list(dict.fromkeys(kinds(a) + kinds(b)))
    result = {**b, **a, 'type': both[0] if len(both) == 1 else both}
    integers = [s for s in (a, b) if 'integer' in kinds(s)]
    if any('minimum' not in s for s in integers):
        result.pop('minimum', None)
    for key in ('items', 'additionalProperties'):
        if key in a or key in b:
            result[key] = joined(a.get(key), b.get(key)) or {}
    if 'properties' in a and 'properties' in b:
        names = dict.fromkeys([*a['properties'], *b['properties']])
        result['properties'] = {n: joined(a['properties'].get(n), b['properties'].get(n)) for n in names}
        result['required'] = [n for n in names if n in a['required'] and n in b['required']]
    return result


def written(value, indent=0, room=COLUMNS):
    """JSON with what fits in a line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= room or not isinstance(value, (dict, list)):
        return line
    inner = ' ' * (indent + 2)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        lines = textwrap.wrap(', '.join(json.dumps(item) for item in value), COLUMNS - len(inner))
        return '[\n' + '\n'.join(inner + line for line in lines) + '\n' + ' ' * indent + ']'
    if isinstance(value, list):
        parts = [inner + written(item, indent + 2) for item in value]
        return '[\n' + ',\n'.join(parts) + '\n' + ' ' * indent + ']'
    parts = [f'{inner}{json.dumps(key)}: {written(item, indent + 2, room - len(key) - 5)}' for key, item in value.items()]
    return '{\n' + ',\n'.join(parts) + '\n' + ' ' * indent + '}'


def read(command):
    """The number of a schema, and its types of objects by name."""
    with open(os.path.join(SCHEMAS, command + '.schema.json'), encoding='utf-8') as file:
        schema = json.load(file)
    return (int(schema['$id'].split(':')[-1]),
            {row['properties']['type']['const']: row for row in schema.get('anyOf', [])})


def write(command, number, rows):
    """The schema of a command as a file."""
    for row in rows.values():
        row['properties'] = {'type': row['properties']['type'], 'schema': {'const': number},
                             **{k: v for k, v in row['properties'].items() if k not in ('type', 'schema')}}
    schema = {
        '$schema': 'https://json-schema.org/draft/2020-12/schema',
        '$id': f'urn:bitleap:{command}:{number}',
        '$comment': 'SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception',
        'title': f'A line of bitleap {command} --json',
        'description': 'The first line states the number of this schema. Keys may be added without a new number.',
        'anyOf': [rows[name] for name in sorted(rows)],
    }
    with open(os.path.join(SCHEMAS, command + '.schema.json'), 'w', encoding='utf-8') as file:
        file.write(written(schema) + '\n')


def commands():
    """All commands that have a schema."""
    return sorted(os.path.basename(path).split('.')[0] for path in glob.glob(os.path.join(SCHEMAS, '*.json')))


def promises_of(schema, path):
    """Pairs of a path and the kinds of value that may be there, of what is in SCHEMA."""
    for name, value in schema.get('properties', {}).items():
        if (path, name) == ('', 'schema') or 'const' in value:
            continue
        where = f'{path}.{name}' if path else name
        absent = [] if name in schema.get('required', []) else ['absent']
        yield where, sorted(kinds(value)) + absent
        yield from promises_of(value, where)
    for key, mark in (('items', '[]'), ('additionalProperties', '{}')):
        if schema.get(key):
            yield path + mark, sorted(kinds(schema[key]))
            yield from promises_of(schema[key], path + mark)


def promises(command):
    """A dictionary of (command, number, type, path) to kinds."""
    number, rows = read(command)
    return {(command, str(number), kind, path): kinds_there
            for kind, row in rows.items() for path, kinds_there in [('-', ['object']), *promises_of(row, '')]}


def broken(old, new):
    """Those of OLD that NEW does not keep."""
    return [key for key, allowed in old.items() if not new.get(key) or set(new[key]) - set(allowed)]


def check(path):
    """Whether the schemas keep the promises of the same numbers in the file."""
    new, old = {}, {}
    for command in commands():
        new.update(promises(command))
    numbers = {(key[0], key[1]) for key in new}
    with open(path, encoding='utf-8') as file:
        for line in file:
            *key, allowed = line.split()
            old[tuple(key)] = allowed.split('|')
    bad = broken({key: allowed for key, allowed in old.items() if tuple(key[:2]) in numbers}, new)
    for key in bad:
        print(f'{" ".join(key)}: broken, so the number must go up', file=sys.stderr)
    for command, number in sorted(numbers):
        known = [int(key[1]) for key in old if key[0] == command]
        if known and int(number) < max(known):
            bad.append((command, number))
            print(f'{command} {number}: the number has gone down', file=sys.stderr)
    return not bad


def renew(directory):
    """Widens the schemas by all outputs."""
    seen = {}
    for path in sorted(glob.glob(os.path.join(directory, '*.json'))):
        rows = seen.setdefault(os.path.basename(path).split('.')[0], {})
        with open(path, encoding='utf-8') as file:
            for line in file:
                value = json.loads(line)
                value.pop('schema', None)
                rows[value['type']] = joined(rows.get(value['type']), schema_of(value))
    for command, rows in seen.items():
        number, old = read(command)
        before = promises(command)
        for kind, row in rows.items():
            row['properties']['type'] = {'const': kind}
            if kind in old:
                old[kind]['properties'].pop('schema', None)
                rows[kind] = joined(old[kind], row)
        rows = {**old, **rows, 'error': copy.deepcopy(ERROR)}
        if 'row' in rows:
            rows['row'] = copy.deepcopy(ROW)
        write(command, number, rows)
        weaker = broken(before, promises(command))
        for key in weaker:
            print(f'{" ".join(key)}: broken')
        if weaker:
            write(command, number + 1, rows)


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else ''
    if what == 'promises':
        for command in commands():
            for key, allowed in promises(command).items():
                print(*key, '|'.join(allowed))
    elif what == 'check' and len(sys.argv) == 3:
        return 0 if check(sys.argv[2]) else 1
    elif what == 'renew' and len(sys.argv) == 3:
        renew(sys.argv[2])
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == '__main__':
    sys.exit(main())
