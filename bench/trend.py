#!/usr/bin/env python3
# trend.py - results of released versions: one line for each version and kind of machine, and a plot of them all
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: trend.py add RUN.json      of `bitleap-bench --targets --json`; replaces what the version has on such a machine
#        trend.py plot FILE.svg     how many times as fast as LLVM's reader, compiled in, each version is
import fnmatch, json, os, subprocess, sys

HISTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'results', 'history.jsonl')
SHOWN = ('vbr6 arrays, usual mix', 'unabbreviated records, 4 operands', 'abbreviated records', 'whole file, every operand',
         'whole file, skipping records', 'whole file, statistics', 'index, module records read')

def read_history():
    with open(HISTORY, encoding='utf-8') as file:
        return [json.loads(line) for line in file]

# By the least times, which others on the machine change less than medians: of each case the slowest row's ratio to S, G and H,
# and cycles of a row's unit, of the decoder that is chosen here.
def summary(path):
    with open(path, encoding='utf-8') as file:
        lines = [json.loads(line) for line in file]
    machine = next(line for line in lines if line['type'] == 'machine')
    results = [line for line in lines if line['type'] == 'result']
    ours = [line for line in results if line['engine'] == 'bitleap']
    least = {(line['engine'], line['row']): line['seconds_least'] for line in results}
    newest = max(engine[:-2] for engine, _ in least if engine.startswith('llvm'))

    def slowest(target, key):
        patterns = target['rows'].split(',')
        return min((least[f'{newest}-{key.upper()}', row] / seconds for (engine, row), seconds in least.items()
                    if engine == target['engine'] and (f'{newest}-{key.upper()}', row) in least and
                    any(fnmatch.fnmatchcase(row, pattern) for pattern in patterns)), default=None)

    return {'version': machine['version'], 'machine': machine['cpu'], 'compiler': machine['compiler'],
            'llvm': newest,
            'rows': len(ours), 'disturbed': sum(line['disturbance'] > 0.05 for line in ours),
            'cases': {line['case']: {key: round(slowest(line, key), 2) for key in 'sgh' if slowest(line, key)}
                      for line in lines if line['type'] == 'target'},
            'cycles': {line['row']: float('%.3g' % (line['seconds_least'] * machine['ticks_per_second'] / line['units']))
                       for line in ours}}

def add(path):
    new = summary(path)
    kept = [old for old in read_history() if (old['version'], old['machine']) != (new['version'], new['machine'])]
    with open(HISTORY, 'w', encoding='utf-8') as file:
        for line in [*kept, new]:
            file.write(json.dumps(line, ensure_ascii=False) + '\n')

def plot(path):
    history = read_history()
    versions = sorted({line['version'] for line in history}, key=lambda version: [int(part) for part in version.split('.')])
    machines = list(dict.fromkeys(line['machine'] for line in history))
    data, curves = '', []
    for machine in machines:
        of_machine = {line['version']: line['cases'] for line in history if line['machine'] == machine}
        for case in SHOWN:
            points = [(at, of_machine[version][case]['g']) for at, version in enumerate(versions)
                      if 'g' in of_machine.get(version, {}).get(case, {})]
            data += f'$curve{len(curves)} << EOD\n' + ''.join(f'{x} {y}\n' for x, y in points) + 'EOD\n'
            curves.append(f'$curve{len(curves)} using 1:2 with linespoints linetype {SHOWN.index(case) + 1} '
                          f'pointtype {2 * machines.index(machine) + 5} title "{case} ({machine})"')
    names = ', '.join(f'"{version}" {at}' for at, version in enumerate(versions))
    script = f'''{data}set terminal svg noenhanced size 900,600 font 'sans,11'
set output '{path}'
set logscale y
set ylabel 'times as fast as LLVM compiled in'
set xtics ({names})
set xrange [-0.5:{len(versions) - 0.5}]
set grid
set key outside bottom center vertical maxrows {len(SHOWN)}
plot {', '.join(curves)}
'''
    subprocess.run(['gnuplot'], input=script.encode(), check=True)

if len(sys.argv) != 3 or sys.argv[1] not in ('add', 'plot'):
    sys.exit('usage: trend.py add RUN.json | plot FILE.svg')
(add if sys.argv[1] == 'add' else plot)(sys.argv[2])
