#!/usr/bin/env python3
# repack_rows.py - what repack makes of modules of several kinds: size, compressed size, time to read; what is promised
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=… repack_rows.py [--rounds N] [--json] [KIND=GLOB]…: a row a kind, of the modules that GLOB matches.
# Readers are the tools of the LLVM that wrote a module, where they are installed, and ours: each round has them read the
# module before and after, in turn; a ratio is of the least processor times, after to before, and of a kind the
# geometric mean. --rounds=0: sizes alone. Status 1: a promise is not kept.
import argparse, glob, json, math, os, re, shutil, subprocess, sys, tempfile

KINDS = ['GPU libraries=corpora/large/libclc-22/nvptx64--.bc', 'C, thin LTO=corpora/large/postgresql-15/postgres/commands/[a-c]*.bc', 'C -O0 -g=corpora/small/c-g-O0.*.bc',
         'C -O2 -g=corpora/small/c-g-O2.*.bc', 'C++ -O0 -g=corpora/small/cxx-g-O0.*.bc', 'C++ -O2 -g=corpora/small/cxx-g-O2.*.bc']
SLOWER = 1.05  # times, at most, that LLVM may take for what is repacked; geometric mean of all

parser = argparse.ArgumentParser()
parser.add_argument('--rounds', type=int, default=3)
parser.add_argument('--json', action='store_true')
parser.add_argument('kinds', nargs='*', default=KINDS)
options = parser.parse_args()
bitleap = os.environ['BITLEAP']

def seconds(words):
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    status, usage = os.wait4(process.pid, 0)[1:]
    return None if status else usage.ru_utime + usage.ru_stime

def readers(file, scratch):
    info = subprocess.run([bitleap, 'info', '--json', file], capture_output=True).stdout
    producer = next((row['producer'] for row in map(json.loads, info.splitlines()) if row.get('producer')), '0')
    llvm = int(re.search('[0-9]+', producer).group())
    words = {'opt': [f'opt-{llvm}', '-disable-output'], 'llvm-dis': [f'llvm-dis-{llvm}', '-o', os.path.join(scratch, 'text')],
             'llvm-nm': [f'llvm-nm-{llvm}']}
    known = {name: line for name, line in words.items() if shutil.which(line[0])}
    return known | {'bitleap dis': [bitleap, 'dis'], 'bitleap dump': [bitleap, 'dump', '-j1'], 'bitleap stats': [bitleap, 'stats', '-j1']}

# The size that zstd makes of FILE.
def packed(file, level):
    return len(subprocess.run(['zstd', '-q', '-c', f'-{level}', file], capture_output=True, check=True).stdout)

def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None

def row_of(kind, files, scratch):
    sizes = {'before': [0, 0, 0], 'after': [0, 0, 0]}
    ratios = {}
    for file in files:
        out = os.path.join(scratch, 'out.bc')
        subprocess.run([bitleap, 'repack', '-f', '--no-check', file, '-o', out], check=True)
        for when, path in ('before', file), ('after', out):
            for i, size in enumerate((os.path.getsize(path), packed(path, 3), packed(path, 19))):
                sizes[when][i] += size
        for name, words in readers(file, scratch).items() if options.rounds else ():
            rounds = [(seconds(words + [file]), seconds(words + [out])) for _ in range(options.rounds)]
            if all(a and b for a, b in rounds):
                ratios.setdefault(name, []).append(min(b for _, b in rounds) / min(a for a, _ in rounds))
    row = {'type': 'repack', 'kind': kind, 'files': len(files), 'bytes': sizes['before'][0]}
    for i, name in enumerate(('size', 'zstd_3', 'zstd_19')):
        row[name] = round(sizes['after'][i] / sizes['before'][i], 3)
    row['readers'] = {name: round(mean(all_of), 3) for name, all_of in ratios.items()}
    return row, ratios

everything = {}
if not options.json:
    print('kind | files | kB | % of it | zstd -3 | zstd -19 | readers, times')
with tempfile.TemporaryDirectory() as scratch:
    for kind in options.kinds:
        name, pattern = kind.split('=', 1)
        files = sorted(f for f in glob.glob(pattern, recursive=True) if os.path.isfile(f))
        if not files:
            continue
        row, ratios = row_of(name, files, scratch)
        for reader, all_of in ratios.items():
            everything.setdefault(reader, []).extend(all_of)
        if options.json:
            print(json.dumps(row), flush=True)
        else:
            print(f'{name} | {len(files)} | {row["bytes"] // 1000:,} | {row["size"] * 100:.1f} | {row["zstd_3"] * 100:.1f} | '
                  f'{row["zstd_19"] * 100:.1f} | ' + ', '.join(f'{r} {v:.2f}' for r, v in row['readers'].items()), flush=True)
means = {reader: mean(all_of) for reader, all_of in everything.items()}
llvm = mean([ratio for reader in ('opt', 'llvm-dis', 'llvm-nm') for ratio in everything.get(reader, [])])
if options.json:
    print(json.dumps({'type': 'mean', 'readers': {r: round(v, 3) for r, v in means.items()}, 'llvm': llvm and round(llvm, 3)}))
else:
    print('all: ' + ', '.join(f'{r} {v:.3f}' for r, v in means.items()) +
          (f'; LLVM {llvm:.3f}, at most {SLOWER}: {"kept" if llvm <= SLOWER else "NOT KEPT"}' if llvm else ''))
sys.exit(bool(llvm and llvm > SLOWER))
