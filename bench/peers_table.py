#!/usr/bin/env python3
# peers_table.py - who decodes how many values in a cycle: bench/README.md's table and bench/peers.svg, from a run
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: peers_table.py RUN.json, of `bitleap-bench --json` with the rows below.
import json, os, subprocess, sys

ROWS = (('array/vbr8/one', 'VBR8, one chunk'), ('array/vbr8/mix-32-bits', 'VBR8, mix'),
        ('array/vbr6/one', 'VBR6, one chunk'), ('array/vbr6/mix', 'VBR6, mix'))
HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.join(HERE, 'README.md')
BEGIN, END = '<!-- peers -->\n', '<!-- end of peers -->'

about, values, machine = {}, {}, {}
with open(sys.argv[1], encoding='utf-8') as run:
    for line in map(json.loads, run):
        if line['type'] == 'machine':
            machine = line
        elif line['type'] == 'engine':
            about[line['name']] = line['about']
        elif line['type'] == 'result':
            values[line['engine'], line['row']] = \
                line['units'] / (line['seconds_least'] * machine['ticks_per_second'])

engines = sorted({engine for engine, _ in values}, key=lambda e: -values.get((e, ROWS[1][0]), 0))
lines = [f'{machine["cpu"]}, {machine["compiler"]}; values in a cycle of the time stamp counter, by the least time of a run.', '',
         '| | ' + ' | '.join(name for _, name in ROWS) + ' | |', '|---|' + '---:|' * len(ROWS) + '---|']
for engine in engines:
    cells = (f'{values[engine, row]:.2f}' if (engine, row) in values else '' for row, _ in ROWS)
    lines.append(f'| `{engine}` | ' + ' | '.join(cells) + f' | {about[engine]} |')

with open(README, encoding='utf-8') as file:
    text = file.read()
before, after = text[:text.index(BEGIN) + len(BEGIN)], text[text.index(END):]
with open(README, 'w', encoding='utf-8') as file:
    file.write(before + '\n'.join(lines) + '\n' + after)

shown = ROWS[:2]
plot = '$data << EOD\nengine ' + ' '.join(f'"{name}"' for _, name in shown) + '\n'
for engine in engines:
    plot += f'"{engine}" ' + ' '.join(f'{values.get((engine, row), 0):.4f}' for row, _ in shown) + '\n'
plot += f'''EOD
set terminal svg noenhanced size 860,420 font 'sans,11'
set output '{os.path.join(HERE, "peers.svg")}'
set style data histogram
set style histogram clustered gap 1
set style fill solid 0.8 noborder
set logscale y
set ylabel 'values in a cycle'
set xtics rotate by -40
set grid ytics
set key outside top center horizontal
plot for [i=2:{len(shown) + 1}] $data using i:xtic(1) title columnheader(i)
'''
subprocess.run(['gnuplot'], input=plot.encode(), check=True)
