#!/usr/bin/env python3
# bench_page.py - a run of the benchmark as a page, in the style of `bitleap report`; or two runs, and their difference
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: bench_page.py RUN [BEFORE] >PAGE: what `bitleap-bench --json` printed.
import base64
import hashlib
import html
import json
import os
import sys

STYLE = """
svg { display: block; width: 100%; max-width: 60rem; height: auto; }
rect { fill: #3f7fc4; } .before rect, rect.before { fill: #b9772f; }
line { stroke: var(--front); } body { height: auto; } main { overflow: visible; padding: .5rem .8rem; }
"""


def read(path):
    """What is said of the machine, and results by row and engine."""
    machine, results = {}, {}
    with open(path, encoding='utf-8') as lines:
        for row in map(json.loads, lines):
            if row['type'] == 'machine':
                machine = row
            elif row['type'] == 'result':
                results[row['row'], row['engine']] = row
    return machine, results


def bar(row, longest, y, kind):
    """Of the median; a line from the low to the high end."""
    low, middle, high = (600 * row[key] / longest for key in ('seconds_low', 'seconds', 'seconds_high'))
    return (f'<rect class="{kind}" x="0" y="{y}" width="{middle:.1f}" height="9"/>'
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y + 4.5}" y2="{y + 4.5}" stroke-width="2"/>')


def cells(row, old, longest):
    """What is in the table of one result; OLD is that of before, or None."""
    high = 22 if old else 11
    bars = bar(row, longest, 1, 'after') + (bar(old, longest, 12, 'before') if old else '')
    text = f'{row["engine"]}: {row["seconds"] * 1e3:.3f} ms'
    yield f'<td>{html.escape(row["engine"])}</td>'
    yield f'<td class="number">{row["seconds"] * 1e3:.3f}</td>'
    yield f'<td class="number">{row["megabytes_per_second"]:.1f}</td>'
    if old:
        yield f'<td class="number">{old["seconds"] * 1e3:.3f}</td>'
        yield f'<td class="number">{(row["seconds"] / old["seconds"] - 1) * 100:+.1f}%</td>'
    yield f'<td><svg viewBox="0 0 620 {high}" role="img" aria-label="{html.escape(text)}">{bars}</svg></td>'


def body(machine, results, before):
    yield f'<header><h1>bitleap-bench {html.escape(machine.get("version", ""))}</h1></header><main>'
    facts = [machine.get('cpu', ''), machine.get('compiler', '')]
    yield f'<p>{html.escape(", ".join(facts))}. Bars are medians, lines their intervals; shorter is faster.'
    yield ' Upper bars are this run, lower ones the run before.</p>' if before else '</p>'
    heads = ['Engine', 'ms', 'MB/s'] + (['ms before', 'change'] if before else []) + ['Time']
    number = ' class="number"'
    for name in dict.fromkeys(row for row, _ in results):
        rows = [(row, before.get(key)) for key, row in results.items() if key[0] == name]
        longest = max(r['seconds_high'] for pair in rows for r in pair if r)
        yield f'<h2>{html.escape(name)}</h2><div class="wide" tabindex="0" role="group" aria-label="{html.escape(name)}"><table><thead><tr>'
        for i, head in enumerate(heads):
            yield f'<th scope="col"{number if 0 < i < len(heads) - 1 else ""}>{head}</th>'
        yield '</tr></thead><tbody>'
        for row, old in rows:
            filled = list(cells(row, old, longest))
            if before and not old:
                filled[3:3] = ['<td class="number">-</td>'] * 2
            yield f'<tr>{"".join(filled)}</tr>'
        yield '</tbody></table></div>'
    yield '</main>'


def main():
    machine, results = read(sys.argv[1])
    before = read(sys.argv[2])[1] if len(sys.argv) > 2 else {}
    css = os.path.join(os.path.dirname(sys.argv[0]), '..', 'cmd', 'report', 'report.css')
    with open(css, encoding='utf-8') as file:
        style = file.read() + STYLE
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    print('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
          f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'sha256-{digest}\'">'
          '<meta name="viewport" content="width=device-width, initial-scale=1">'
          f'<meta name="color-scheme" content="light dark"><title>bitleap-bench</title><style>{style}</style>'
          '</head><body>')
    print('\n'.join(body(machine, results, before)))
    print('</body></html>')


main()
