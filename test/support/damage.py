# damage.py - what commands print of a damaged file: lines of the whole file's output, or marked ones
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: damage.py BITLEAP STEP FILE...

Each file is cut at every STEP-th thousandth byte, and every STEP-th of its pages of 4096 bytes is zeroed. Each line
that a command then prints is one that it prints of the whole file, or has a mark; and where the output is another
one, the status is 3. Numbers that are given in order of use, !N, #N and ^N, may be others.
"""
import os
import re
import subprocess
import sys
import tempfile

PAGE = 4096
COMMANDS = {
    'dis': ['dis'],
    'meta': ['meta', '--functions'],
    'strings': ['meta', '--strings'],
    'attrs': ['attrs'],
    'globals': ['globals'],
    'funcs': ['funcs'],
    'nm': ['nm'],
    'types': ['types'],
    'dump': ['dump'],
    'metadata': ['sql', '--format=ndjson', 'SELECT number, kind, text FROM metadata'],
    'functions': ['sql', '--format=ndjson', 'SELECT value, name, linkage, bytes FROM functions'],
    'variables': ['sql', '--format=ndjson', 'SELECT value, name, linkage, text FROM globals'],
}
MARK = re.compile(r'<badref>|<no type>|; error: |that can be read|\\00|^ +-  |:null|"name":""|\.\.\.')
IN_ORDER_OF_USE = re.compile(r'(?<![\w.])[!#^]\d+')


def run(bitleap, command, path):
    done = subprocess.run([bitleap] + command + [path], capture_output=True)
    lines = done.stdout.decode('latin1').replace(path, 'FILE').split('\n')
    return done.returncode, [IN_ORDER_OF_USE.sub('!N', line) for line in lines]


def without_text(lines):
    """Records whose blob is another one are the same records."""
    return [re.sub(r'( blob of \d+ bytes at \d+).*', r'\1', line) for line in lines]


def damaged(data, step):
    for n, at in enumerate(range(1000, len(data), 1000)):
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
            whole = {key: without_text(run(bitleap, command, path)[1]) for key, command in COMMANDS.items()}
            for what, changed in damaged(data, step):
                with open(path, 'wb') as file:
                    file.write(changed)
                for key, command in COMMANDS.items():
                    # Records as they are, also one that runs into a page of zeros.
                    if key == 'dump' and 'zeroed' in what:
                        continue
                    status, lines = run(bitleap, command, path)
                    lines = without_text(lines)
                    n_lines += len(lines)
                    known = set(whole[key])
                    wrong = [line for line in lines if line not in known and not MARK.search(line)]
                    if status != 3 and lines != whole[key]:
                        wrong.append('status %d' % status)
                    n_wrong += len(wrong)
                    for line in wrong[:3]:
                        print('%s, %s, %s: %s' % (name, what, key, line[:300]))
    print('%d lines, %d of them wrong' % (n_lines, n_wrong))
    return n_wrong != 0 or n_lines == 0


sys.exit(main())
