#!/usr/bin/env python3
# start_rows.py - how long the command takes to start, against an empty program; with what is promised
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=… start_rows.py [--rounds N] [--json] FILE: a small one. Programs are copied first, as by installing:
# the pages of a file that a linker has just written are mapped one by one. Each round starts all of them, on one core;
# ratios are medians of the rounds' ratios, times and page faults (minor ones) the least.
# Status 1: a promise is not kept.
import argparse, json, os, shutil, statistics, subprocess, sys, tempfile, time

parser = argparse.ArgumentParser()
parser.add_argument('--rounds', type=int, default=300)
parser.add_argument('--json', action='store_true')
parser.add_argument('--only', default='remember', help='a function that the file defines')
parser.add_argument('--index', help='an index file, in which `find` looks; else one of the file')
parser.add_argument('--find', default='remember', help='what it looks for')
parser.add_argument('file')
options = parser.parse_args()
broken = 0

with tempfile.TemporaryDirectory() as directory:
    empty, linked, bitleap = (os.path.join(directory, name) for name in ('empty', 'linked', 'bitleap'))
    cc = os.environ.get('CC', 'cc').split()
    subprocess.run([*cc, '-O2', '-x', 'c', '-', '-o', linked], input=b'int main(void) { return 0; }', check=True)
    shutil.copy(linked, empty)
    shutil.copy(os.environ['BITLEAP'], bitleap)
    index = options.index or os.path.join(directory, 'index.blx')
    if not options.index:
        subprocess.run([bitleap, 'index', '-o', index, options.file], check=True, stdout=subprocess.DEVNULL)
    rows = (('an empty program', None, [empty]), ('bitleap --version', 1.25, [bitleap, '--version']),
            ('bitleap ls of a small file', 1.4, [bitleap, 'ls', options.file]),
            ('bitleap dis --only, of a small file', 1.5, [bitleap, 'dis', '--only', options.only, options.file]),
            ('bitleap find, in an index', 1.6, [bitleap, 'find', options.find, index]))
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        pass # only that other work on the machine is felt more
    nothing = os.open(os.devnull, os.O_RDWR)
    output = [(os.POSIX_SPAWN_DUP2, nothing, 1)]
    times = [[] for _ in rows]
    faults = [[] for _ in rows]
    for _ in range(options.rounds + 5):
        for (name, _, words), all_times, all_faults in zip(rows, times, faults):
            begin = time.perf_counter()
            process = os.posix_spawn(words[0], words, os.environ, file_actions=output)
            _, status, used = os.wait4(process, 0)
            if status:
                sys.exit(f'start_rows.py: {name} fails')
            all_times.append(time.perf_counter() - begin)
            all_faults.append(used.ru_minflt)

    for (name, promise, _), all_times, all_faults in zip(rows, times, faults):
        ratio = statistics.median(ours / least for ours, least in zip(all_times[5:], times[0][5:]))
        is_kept = promise is None or ratio <= promise
        broken += not is_kept
        row = {'type': 'start', 'row': name, 'microseconds': round(min(all_times) * 1e6, 1), 'ratio': round(ratio, 3),
               'faults': min(all_faults), 'promise': promise, 'kept': is_kept}
        says = f'at most {promise}  {"kept" if is_kept else "NOT KEPT"}' if promise else ''
        counts = f'{row["microseconds"]:8} µs {ratio:8.2f} times {row["faults"]:6} faults'
        print(json.dumps(row) if options.json else f'{name:36}{counts}  {says}')
sys.exit(broken > 0)
