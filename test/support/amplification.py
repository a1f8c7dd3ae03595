# amplification.py - files with one thing N times and 4 N times through every command: what they cost grows as they do
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: amplification.py BITLEAP FOLDER [SCALE]

Memory and output of the larger file are at most GROWTH times those of the smaller one, beside a floor: of what is
quadratic they are 16 times as much. Processor time, which depends on the machine, may grow more, and counts where it
is seconds. Memory of the larger one is bounded by its size, too. Prints what is beyond, and how much was compared; the
status is 1 where something was. SCALE multiplies N.
"""
import os
import resource
import subprocess
import sys

import hostile
from hostile import FUNCTION, METADATA, STRTAB, TYPES, Writer, module

CONSTANTS, ATTRIBUTES, GROUPS, KINDS, OLD_SYMTAB, USELIST = 11, 9, 10, 22, 14, 18
GROWTH = 6
TIME_GROWTH = 10
# Of names that are all the same a join is quadratic by what it says.
DISTINCT_NAMES = {'call-ring'}
JOIN = 'sql SELECT+count(*)+FROM+symbols+a+JOIN+symbols+b+USING(name) @'
FLOORS = {'memory': 24 << 20, 'output': 1 << 20, 'seconds': 2}
MEMORY_PER_BYTE = 600  # of the larger file, beside twice the floor
LIMIT_SECONDS = 60
# Patterns that go back and forth.
POLICY = b'include default\nforbid-call str*\nforbid-call /^_ZN.*(foo|bar)+.*baz$/\nsecret ([a-z]+[0-9]*)+secret\n' \
         b'secret (a|aa)*b\nallow absolute-path */x/*y*\n'
LEAST_BYTES = 1 << 20  # of all commands together
STATUSES = 0, 1, 2, 3  # 2 also of what cannot be, as two global values of one new name

# Of these output has each of N names or types of N parts N times, up to the limit of bytes for each byte of input.
QUADRATIC_OUTPUT = {('parameters', 'attrs'), ('parameters', 'dis'), ('parameters', 'llvm-dis')}

COMMANDS = """
ls --depth=all @
dump --json @
dump --bits @
bcanalyzer --dump @
stats --all --abbrevs @
verify @
has --all @
info --all --deep @
nm -a @
types @
attrs @
meta @
summary @
funcs --all --opcodes @
globals @
callers --transitive f @
callees --unreached f @
strings /./ @
find --all * @
top --by=functions @
top --by=namespace @
top --by=directory @
top --by=section,symbol @
find --unresolved * @
find --guid=5 @
audit @
audit --policy=POLICY --format=sarif @
summary --imports @
meta --functions @
meta --from=!0 --depth=9999 @
meta --from=!0 --depth=9999 --dot @
report -o OUT @
dups -al @
diff --all @ @
diff --patch @ SMALL
diff --only=/x./ @ SMALL
dis @
dis --annotate @
dis --closed --only=/./ @
llvm-dis --show-annotations -o - @
index -q --bodies -o OUT @
edit --prefix-symbols=x_ -f -o OUT @
strip -g -f -o OUT @
strip --unneeded -f -o OUT @
repack -f -o OUT @
lower --for=15 -f -o OUT @
lower --for=13 --explain @
slice --each --format=tar -o - @
slice --split=8 --directory=OUTS @
extract -f --directory=OUTS @
sql SELECT+*+FROM+functions;SELECT+*+FROM+instructions;SELECT+*+FROM+types;SELECT+*+FROM+metadata @
sql SELECT+*+FROM+summaries;SELECT+*+FROM+strings @
"""


def types(w, *records):
    w.enter(TYPES, 4)
    w.record(1, len(records))
    for record in records:
        w.record(*record)
    w.leave()


I32, POINTER, VOID, NO_ARGUMENTS = (7, 32), (25, 0), (2,), (21, 0, 2)
FOUR = I32, POINTER, VOID, NO_ARGUMENTS


def repeated(w, n, *literals):
    """Records of literals, three or four bits each."""
    w.define(*literals)
    for _ in range(n):
        w.fixed(4, w.width)


def of_module(*literals):
    def make(n):
        def body(w):
            types(w, *FOUR)
            repeated(w, n, *literals)
        return module(body, b'f', False)
    return make


def in_block(block, *literals, before=()):
    def make(n):
        def body(w):
            types(w, *FOUR)
            w.enter(block, 3)
            for record in before:
                w.record(*record)
            repeated(w, n, *literals)
            w.leave()
        return module(body, b'f', False)
    return make


def struct_chain(n):
    """Each of the one before, twice: a text of all of the last would double with each."""
    def body(w):
        types(w, I32, *[(18, 0, i, i) for i in range(n // 50)])
        w.record(7, 0, 1, n // 50, 3, 0, 0, 0, 0)
    return module(body, b'f', False)


def constant_chain(n):
    def body(w):
        types(w, *FOUR)
        w.record(7, 0, 1, 0, 3, 2, 0, 0, 0)
        w.enter(CONSTANTS, 4)
        w.record(1, 0)
        for i in range(n // 20):
            w.record(11, 0, 0, i + 2)
        w.record(4, 2)
        w.leave()
    return module(body, b'f', False)


def node_chain(n):
    def body(w):
        types(w, *FOUR)
        w.enter(METADATA, 4)
        for i in range(n // 20):
            w.record(3, i + 2 if i < n // 20 - 1 else 0)
        w.record(4, *b'root')
        w.record(10, 0)
        w.leave()
    return module(body, b'f', False)


def attribute_lists(n):
    def body(w):
        w.enter(GROUPS, 4)
        for i in range(n // 80):
            w.record(3, i + 1, 0xFFFFFFFF, 3, 97, 0)
        w.leave()
        w.enter(ATTRIBUTES, 4)
        for i in range(n // 80):
            w.record(2, i + 1)
        w.leave()
        types(w, *FOUR)
        for i in range(n // 80):
            w.record(8, 0, 1, 3, 0, 1, 0, i + 1, 0, 0)
    return module(body, b'f', False)


def call_ring(n):
    """Functions that each call the next one."""
    n //= 80
    def body(w):
        types(w, *FOUR)
        for i in range(n):
            w.record(8, i * 5, 5, 3, 0, 0, 0, 0, 0, 0)
        for i in range(n):
            w.enter(FUNCTION, 4)
            w.record(1, 1)
            w.record(34, 0, 1 << 15, 3, n - (i + 1) % n)
            w.record(10)
            w.leave()
    return module(body, b''.join(b'f%04x' % (i & 0xFFFF) for i in range(n)), False)


def same_names(n):
    def body(w):
        types(w, *FOUR)
        for _ in range(n // 40):
            w.record(7, 0, 6, 0, 3, 0, 0, 0, 0)
    return module(body, b'f' * 8, False)


def modules(n):
    w = Writer()
    for _ in range(n // 200):
        w.enter(8, 3)
        w.record(1, 2)
        types(w, *FOUR)
        w.record(8, 0, 1, 3, 0, 1, 0, 0, 0, 0)
        w.leave()
    w.enter(STRTAB, 3)
    w.define(1, ('blob',))
    w.fixed(4, 3)
    w.blob(b'f')
    w.leave()
    return bytes(w.data)


def with_text(code, *literals):
    """Variables that are each somewhere the same text leads to."""
    def make(n):
        def body(w):
            types(w, *FOUR)
            w.record(code, *b'/', *b'a' * (3 * n), *b'/x.c')
            repeated(w, n, *literals)
            w.enter(CONSTANTS, 4)
            w.record(1, 0)
            w.record(4, 2)
            w.leave()
        return module(body, b'f', False)
    return make


def root_of_many(n):
    """A node of nodes that have a thousand operands each."""
    def body(w):
        w.enter(METADATA, 4)
        w.record(3, *range(2, n // 10 + 3))
        w.define(3, *[1] * 1000)
        for _ in range(n // 10):
            w.fixed(4, 4)
        w.record(3)
        w.record(4, *b'root')
        w.record(10, 0)
        w.leave()
    return module(body, b'f')


def thin_module(names, n_before, *records, literals=()):
    """Functions with names of one byte, of which N_BEFORE are declared alone; records of summaries."""
    def body(w):
        types(w, *FOUR)
        w.record(7, 0, 1, 0, 0 if n_before else 3, 0, 0, 0, 0, 0)
        for i in range(1, len(names)):
            w.record(8, i, 1, 3, 0, i < n_before, 0, 0, 0, 0, 0)
        w.enter(hostile.SUMMARY, 4)
        w.record(10, 9)
        w.record(20, 0)
        for record in records:
            w.record(*record)
        for _, *literal in literals:
            w.define(*literal)
        for i, (count, *_) in enumerate(literals):
            for _ in range(count):
                w.fixed(4 + i, w.width)
        w.leave()
    return module(body, names, False)


def copies(n):
    """Of a variable and of a function that must not be imported; another module refers to them."""
    no_import = 16
    definitions = thin_module(b'vg', 0, literals=[(n, 3, 0, no_import, 0), (n, 1, 1, no_import, 50, 0, 0, 0, 0)])
    user = thin_module(b'vgh', 2, literals=[(n // 4, 1, 2, 0, 1, 0, 10, 0, 0, *[0] * 10, 1)])
    return hostile.archive([(b'a', definitions), (b'b', user)])


def instructions(*records, one_in=1, blocks=0, **how):
    return lambda n: module(hostile.many_instructions(n // one_in, *records, n_blocks=1 + blocks * n, **how), b'f', False)


GENERATORS = {
    'variables': of_module(7, 0, 1, 0, 3, 0, 0, 0, 0),
    'functions': of_module(8, 0, 1, 3, 0, 1, 0, 0, 0),
    'aliases': of_module(14, 0, 1, 0, 0, 0, 0, 0),
    'comdats': of_module(12, 0, 1, 0),
    'types': in_block(TYPES, 7, 32),
    'constants': in_block(CONSTANTS, 2, before=[(1, 0)]),
    'nodes': in_block(METADATA, 3, 1, 1),
    'thousand-operands': in_block(METADATA, 3, *[1] * 1000, before=[(3,)]),
    'kinds': in_block(KINDS, 6, 40, 97),
    'struct-chain': struct_chain,
    'constant-chain': constant_chain,
    'node-chain': node_chain,
    'attribute-lists': attribute_lists,
    'parameters': lambda n: module(hostile.parameters(n // 40), b'f', False),
    'call-ring': call_ring,
    'same-names': same_names,
    'modules': modules,
    'overlapping-names': lambda n: module(hostile.functions(n // 40, n // 4, 1), b'A' * (n // 2)),
    'metadata-strings': lambda n: module(hostile.metadata_strings(n // 400, 400), b'f'),
    'summaries': lambda n: module(hostile.summaries(n // 500, 50, 8), b'Z' * 8),
    'members': lambda n: hostile.archive([(b'm%d' % i, hostile.SMALL) for i in range(n // 400)]),
    'blocks': instructions([15], blocks=1, is_open=False),
    'sums': instructions([2, 1, 1, 0], width=8, one_in=4),
    'cases': instructions([12, 0, 1, 1, *[1, 0] * 500], blocks=1),
    'bundles': instructions([55, 0, *[1] * 100], [34, 0, 1 << 15, 2, 2, 1], one_in=4),
    'unknown': instructions([99, *[0] * 100]),
    'long-source': with_text(16, 7, 0, 1, 0, 3, 2, 0, 0, 0, 0),
    'long-section': with_text(5, 7, 0, 1, 0, 3, 2, 0, 0, 1, 0),
    'undefined': of_module(7, 0, 1, 0, 0, 0, 0, 0, 0),
    'root-of-many': root_of_many,
    'summary-literals': lambda n: thin_module(b'vg', 0, literals=[(n, 1, 1, 0, 1, 0, 1000, 0, 0, *[0] * 1000)]),
    'summary-copies': copies,
    'locations': instructions([2, 1, 1, 0], [35, 1, 1, 1, 0, 0], one_in=4),
}


class Runs:
    def __init__(self, bitleap, folder):
        self.bitleap, self.folder = bitleap, folder
        self.is_bad = False
        self.out, self.text, self.policy = (os.path.join(folder, name) for name in ('OUT', 'text', 'policy'))
        with open(self.policy, 'wb') as policy:
            policy.write(POLICY)

    def run(self, line, file):
        """What the command took, by the names of FLOORS."""
        subprocess.run(['rm', '-rf', self.out, self.out + 'S'], check=True)
        places = {'@': file, 'OUT': self.out, '--directory=OUTS': '--directory=' + self.out + 'S',
                  'SMALL': os.path.join(self.folder, 'small'), '--policy=POLICY': '--policy=' + self.policy}
        words = [places.get(word, word.replace('+', ' ')) for word in line.split()]
        with open(self.text, 'wb') as text:
            process = subprocess.Popen([self.bitleap, *words], stdout=text, stderr=text, stdin=subprocess.DEVNULL,
                                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_SECONDS,) * 2))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        said = self.said()
        if not os.WIFEXITED(status) or os.WEXITSTATUS(status) not in STATUSES or b"--help'" in said:
            print(f'{os.path.basename(file)}: {line}: status {status}, {said}', flush=True)
            self.is_bad = True
        output = sum(os.path.getsize(path) for path in (self.text, self.out) if os.path.isfile(path))
        return {'memory': usage.ru_maxrss * 1024, 'output': output, 'seconds': usage.ru_utime}

    def said(self):
        with open(self.text, 'rb') as text:
            return text.read(300)


def main():
    bitleap, folder = sys.argv[1:3]
    n = 12000 * int(sys.argv[3] if len(sys.argv) > 3 else 1)
    runs, n_compared, n_bytes = Runs(bitleap, folder), 0, 0
    with open(os.path.join(folder, 'small'), 'wb') as small:
        small.write(hostile.SMALL)
    for name, make in GENERATORS.items():
        files = [os.path.join(folder, name + ending) for ending in ('', '-4')]
        for path, count in zip(files, (n, 4 * n)):
            with open(path, 'wb') as file:
                file.write(make(count))
        for line in COMMANDS.split('\n')[1:-1] + [JOIN] * (name in DISTINCT_NAMES):
            once, again = (runs.run(line, path) for path in files)
            for what, floor in FLOORS.items():
                growth = TIME_GROWTH if what == 'seconds' else GROWTH
                allowed = what == 'output' and (name, line.split()[0]) in QUADRATIC_OUTPUT
                if again[what] > growth * once[what] and again[what] > floor and not allowed:
                    print(f'{name}: {line}: {what} {once[what]} -> {again[what]}', flush=True)
                    runs.is_bad = True
            most = 2 * FLOORS['memory'] + MEMORY_PER_BYTE * os.path.getsize(files[1])
            if again['memory'] > most:
                print(f'{name}: {line}: memory {again["memory"]}, not {most}', flush=True)
                runs.is_bad = True
            n_compared += 1
            n_bytes += again['output']
        for path in files:
            os.remove(path)
    print(f'{n_compared} compared')
    sys.exit(runs.is_bad or n_bytes < LEAST_BYTES)


if __name__ == '__main__':
    main()
