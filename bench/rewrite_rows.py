#!/usr/bin/env python3
# rewrite_rows.py - how fast bitcode is written again, against the tools of LLVM that do the like; with what is promised
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=… rewrite_rows.py [--rounds N] [--json] FILE…: modules of IR, each with its LLVM's tools installed
# (opt-N and so on, N as `bitleap info` has it). Each round runs ours and LLVM's in turn; ratios are medians of the
# rounds' ratios, of processor time; --no-check and the check, which is on by default, are rows of their own. Memory is
# the most that was resident. Status 1: a promise is not kept.
import argparse, json, os, re, statistics, subprocess, sys, tempfile

parser = argparse.ArgumentParser()
parser.add_argument('--rounds', type=int, default=5)
parser.add_argument('--json', action='store_true')
parser.add_argument('files', nargs='+')
options = parser.parse_args()
bitleap = os.environ['BITLEAP']
broken = 0

# Seconds of processor time and kB of WORDS, which may be a shell's line.
def measure(words):
    process = subprocess.Popen(words, shell=isinstance(words, str), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    status, usage = os.wait4(process.pid, 0)[1:]
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss, status

def report(file, name, peer, ours, theirs, promise):
    global broken
    ratio = statistics.median(b[0] / a[0] for a, b in zip(ours, theirs)) if theirs else None
    best = min(seconds for seconds, *_ in ours)
    size = os.path.getsize(file)
    value, unit = (ratio, 'times') if promise and promise[1] == 'times' else (size / best / 1e6, 'MB/s')
    is_kept = promise is None or value is not None and value >= promise[0]
    broken += not is_kept
    row = {'type': 'rewrite', 'file': file, 'row': name, 'peer': peer, 'milliseconds': round(best * 1e3, 1),
           'megabytes_a_second': round(size / best / 1e6, 1), 'ratio': ratio and round(ratio, 2),
           'kilobytes': max(kilobytes for _, kilobytes, _ in ours),
           'peer_kilobytes': max((kilobytes for _, kilobytes, _ in theirs), default=None),
           'promise': promise and f'{promise[0]} {promise[1]}', 'kept': is_kept}
    if options.json:
        print(json.dumps(row), flush=True)
        return
    against = f'{ratio:7.1f} × {peer}' if ratio else ''
    says = f'{row["promise"]}: {"kept" if is_kept else "NOT KEPT"}' if promise else ''
    print(f'  {name:22}{row["milliseconds"]:9} ms {row["megabytes_a_second"]:8} MB/s {row["kilobytes"] // 1024:5} MB '
          f'{against:26} {says}', flush=True)

# The functions that FILE defines, largest first.
def largest_function(file):
    lines = subprocess.run([bitleap, 'funcs', '--json', '--sort=bytes', '-n', '1', file], capture_output=True).stdout
    return next((row['name'] for row in map(json.loads, lines.splitlines()) if row.get('type') == 'function'), None)

def rows_of(file, llvm, scratch):
    out, theirs = os.path.join(scratch, 'out.bc'), os.path.join(scratch, 'theirs.bc')
    opt, extract = f'opt-{llvm}', f'llvm-extract-{llvm}'
    through_text = f'llvm-dis-{llvm} <{file} | llvm-as-{llvm} -o {theirs}'
    function = largest_function(file)
    name = function or 'main'
    ours = lambda command, *words: [bitleap, command, '--no-check', '-f', *words, file, '-o', out]
    checked = lambda command, *words: [bitleap, command, '-f', *words, file, '-o', out]
    yield 'edit', ours('edit', '--source-filename=x'), 'llvm-dis | llvm-as', through_text, (20, 'times')
    yield 'edit, to opt', ours('edit', '--source-filename=x'), 'opt -o', [opt, file, '-o', theirs], None
    yield 'edit, checked', checked('edit', '--source-filename=x'), 'llvm-dis | llvm-as', through_text, None
    yield 'strip -g', ours('strip', '-g'), 'opt -strip-debug', [opt, '-strip-debug', file, '-o', theirs], (15, 'times')
    yield 'strip -g, checked', checked('strip', '-g'), None, None, None
    if llvm > 16:
        for option, a_pass in ('--lines', 'strip-nonlinetable-debuginfo'), ('--unneeded', 'globaldce'):
            yield f'strip {option}', ours('strip', option), f'opt {a_pass}', [opt, f'-passes={a_pass}', file, '-o', theirs], None
    yield 'repack', ours('repack', '-j1'), 'opt -o', [opt, file, '-o', theirs], (20, 'MB/s')
    yield 'repack, checked', checked('repack', '-j1'), 'opt -o', [opt, file, '-o', theirs], None
    if function:
        yield 'slice', ours('slice', f'--only={name}'), 'llvm-extract', [extract, f'--func={name}', file, '-o', theirs], (20, 'times')
        yield 'slice, checked', checked('slice', f'--only={name}'), None, None, None
    for older in (16, 15):
        if llvm > older:
            yield f'lower --for {older}', ours('lower', f'--for={older}'), None, None, (20, 'MB/s')
            yield f'lower --for {older}, checked', checked('lower', f'--for={older}'), None, None, None
            break

for file in options.files:
    info = subprocess.run([bitleap, 'info', '--json', file], capture_output=True, check=True).stdout
    producer = next(row['producer'] for row in map(json.loads, info.splitlines()) if row.get('producer'))
    llvm = int(re.search('[0-9]+', producer).group())
    if not options.json:
        print(f'{file}: LLVM {llvm}, {os.path.getsize(file) / 1e6:.1f} MB')
    with tempfile.TemporaryDirectory() as scratch:
        for name, words, peer, peer_words, promise in rows_of(file, llvm, scratch):
            rounds = [(measure(words), peer_words and measure(peer_words)) for _ in range(options.rounds + 1)][1:]
            if any(ours[2] for ours, _ in rounds):
                print(f'  {name}: {" ".join(words)} fails', file=sys.stderr)
                broken += 1
                continue
            if any(peers and peers[2] for _, peers in rounds):
                print(f'  {name}: {peer_words} fails', file=sys.stderr)
                broken += 1
                continue
            report(file, name, peer, [ours for ours, _ in rounds], [peers for _, peers in rounds if peers], promise)
sys.exit(broken > 0)
