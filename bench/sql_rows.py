#!/usr/bin/env python3
# sql_rows.py - how fast questions in SQL are answered: rows with what is promised, against the commands and tools that do the same
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=… sql_rows.py [--rounds N] [--json] DIRECTORY [SCRATCH]: an archive of DIRECTORY's bitcode, and an index
# of that, are made in SCRATCH. Each round runs all ways of a row, one after the other; ratios are medians of the rounds'
# ratios. Other times are what processors work for the process, whoever else is at work.
# Status 1: a promise is not kept.
import argparse, glob, json, os, shutil, statistics, subprocess, sys, tempfile, time

parser = argparse.ArgumentParser()
parser.add_argument('--rounds', type=int, default=5)
parser.add_argument('--json', action='store_true')
parser.add_argument('directory')
parser.add_argument('scratch', nargs='?')
options = parser.parse_args()
bitleap = os.environ['BITLEAP']
extension = os.path.join(os.path.dirname(bitleap), 'bitleap0')
scratch = options.scratch or tempfile.mkdtemp()
archive, index = os.path.join(scratch, 'all.a'), os.path.join(scratch, 'all.blx')
broken = 0

def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin

def command(*words):
    return lambda: subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

def sql(question, path, *words):
    return command(bitleap, 'sql', *words, question, path)

# Medians of each way, and of the first one's ratio to the second.
def measure(*ways):
    rounds = [[seconds(way) for way in ways] for _ in range(options.rounds + 1)][1:]
    medians = [statistics.median(times) for times in zip(*rounds)]
    return medians, statistics.median(times[0] / times[-1] for times in rounds)

def report(name, value, unit, promise, is_kept):
    global broken
    broken += not is_kept
    row = {'type': 'sql', 'row': name, 'value': round(value, 4), 'unit': unit, 'promise': promise, 'kept': is_kept}
    print(json.dumps(row) if options.json else f'{name:38} {value:12.4g} {unit:22} {promise:12} {"kept" if is_kept else "NOT KEPT"}', flush=True)

def processor_seconds(*words):
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usage = os.wait4(process.pid, 0)[2]
    return usage.ru_utime + usage.ru_stime

# The most that is the process's own; pages of files that are mapped come and go with the file.
def most_kilobytes(*words):
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0
    while process.poll() is None:
        with open(f'/proc/{process.pid}/status') as status:
            most = max([most, *(int(line.split()[1]) for line in status if line.startswith('RssAnon:'))])
        time.sleep(0.02)
    return most

files = sorted(f for f in glob.glob(os.path.join(options.directory, '**/*.bc'), recursive=True) if not f.endswith('.index.bc'))
if not files:
    sys.exit(f'sql_rows.py: no bitcode in {options.directory}')
if not os.path.exists(archive):
    ar = next(filter(None, (shutil.which(f'llvm-ar{suffix}') for suffix in ('-22', '-19', ''))), 'ar')
    for at in range(0, len(files), 500):
        subprocess.run([ar, 'qcS', archive, *files[at:at + 500]], check=True)
subprocess.run([bitleap, 'index', '-q', '-o', index, archive], check=True)

load = ['sqlite3', ':memory:', '-cmd', f".load '{extension}'"]

# The first row of QUESTION, and the seconds of processor time that it took in a shell that has asked it before.
def answer(question):
    text = f'{question};\n.timer on\n{question};\n'.encode()
    lines = subprocess.run(load, input=text, capture_output=True, check=True).stdout.decode().splitlines()
    words = next(line for line in lines if line.startswith('Run Time:')).split() # real 0.1 user 0.1 sys 0.0
    return lines[0], float(words[5]) + float(words[7])

def speed(question, n):
    return n / statistics.median(answer(question)[1] for _ in range(options.rounds))

n_symbols = int(answer(f"SELECT count(*) FROM bitcode_symbols('{index}')")[0])
name, _ = answer(f"SELECT name FROM bitcode_symbols('{index}') WHERE defined LIMIT 1 OFFSET {n_symbols // 2}")
n_records = int(subprocess.run([bitleap, 'sql', '--format', 'csv', 'SELECT count(*) FROM records', archive],
                               capture_output=True).stdout.split()[1])

_, ratio = measure(sql('SELECT count(*) FROM symbols', archive), command(bitleap, 'nm', archive))
report('count of symbols, to nm', ratio, 'times nm', 'at most 1', ratio <= 1)

by_name = f"SELECT file FROM bitcode_symbols('{index}') WHERE name = '{name}'"
ours, start = (statistics.median(processor_seconds(*load, text) for _ in range(4 * options.rounds)) for text in (by_name, 'SELECT 1'))
report('name = on an index', (ours - start) * 1e3, 'ms beside the shell', 'below 2', ours - start < 2e-3)

for what, columns in ('two numbers', 'sum(value), sum(defined)'), ('name and value', 'count(name), sum(value)'):
    rows_per_second = speed(f"SELECT {columns} FROM bitcode_symbols('{index}')", n_symbols)
    report(f'{what} of symbols', rows_per_second / 1e6, 'million rows a second', 'at least 5', rows_per_second >= 5e6)

opt = shutil.which('opt-22')
largest = max((f for f in files if 'libclc-22' in f), key=os.path.getsize, default=None)
if opt and largest:
    passes = ['-passes=print<func-properties>', '-enable-detailed-function-properties', '-disable-output', largest]
    options.rounds, rounds = min(options.rounds, 2), options.rounds
    times, ratio = measure(command(opt, *passes), sql('SELECT sum(BasicBlockCount), sum(TotalInstructionCount) FROM functions', largest))
    options.rounds = rounds
    report('properties of functions, to opt', ratio, 'times as fast', 'at least 100', ratio >= 100)

columns = 'name, role, defined, kind, binding, visibility, value, bit_pos, bytes, module'
for form in 'csv', 'ndjson', 'native', 'rowbinary':
    taken = statistics.median(processor_seconds(bitleap, 'sql', '--format', form, f'SELECT {columns} FROM symbols', index)
                              for _ in range(options.rounds))
    report(f'ten columns as {form}', n_symbols / taken / 1e6, 'million rows a second', 'at least 1', n_symbols / taken >= 1e6)

# The same rows as CSV by SQLite's own shell, in turn.
by_shell = [*load, '-csv', f"SELECT {columns} FROM bitcode_symbols('{index}')"]
by_us = [bitleap, 'sql', '--format', 'csv', f'SELECT {columns} FROM symbols', index]
ratio = statistics.median(processor_seconds(*by_shell) / processor_seconds(*by_us) for _ in range(options.rounds))
report("ten columns as csv, to SQLite's shell", ratio, 'times as fast', 'at least 1', ratio >= 1)

question = 'SELECT file, bit_pos, code FROM bitcode_records(\'{}\') LIMIT {}'
few, many = (most_kilobytes(bitleap, 'sql', '--format', 'csv', question.format(archive, n)) for n in (10 ** 6, 10 ** 7))
report(f'memory of {min(10 ** 7, n_records) / 1e6:.3g} M records', many / few, 'times that of 1 M', 'at most 1.1', many <= 1.1 * few)

if not options.scratch:
    shutil.rmtree(scratch)
sys.exit(broken > 0)
