// report.js - the page of a report: views of a tree of bytes, and of lists
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);

// ---- Cells: the nodes of the tree, in preorder ----

// In the order of enum node_kind.
const kinds = ['all', 'file', 'stream', 'module', 'block', 'record', 'functions', 'function',
  'rest', 'others'];
const ALL = 0, FILE = 1, MODULE = 3, BLOCK = 4, BODIES = 6, FUNCTION = 7, OTHERS = 9;
const isDiff = data.diff;

// Numbers that are differences to those before, odd where that is more.
const sums = numbers => numbers.map((last => d => last += d % 2 ? -(d + 1) / 2 : d / 2)(0));

function readCells() {
  const bits = sums(data.bits), counts = sums(data.count);
  const before = isDiff ? sums(data.bits_before) : bits;
  const open = []; // cells whose children are not complete
  let nNames = 0;
  return data.children.map((n, number) => {
    while (open.length && open.at(-1).left === 0) open.pop();
    const parent = open.at(-1) ?? null;
    if (parent) parent.left--;
    const back = data.name[number];
    const name = data.names[back ? nNames - back : nNames++];
    const cell = {
      number, parent, left: n, name, kind: data.kind[number], bits: bits[number],
      before: before[number], count: counts[number], children: [], family: null,
    };
    parent?.children.push(cell);
    open.push(cell);
    if (cell.kind === OTHERS && !name) cell.name = `${num(cell.count)} others`;
    return cell;
  });
}

const {format: num} = new Intl.NumberFormat('en');
function bytes(bits) { return num(Math.round(bits / 0.8) / 10); }
function signed(bits) { return (bits > 0 ? '+' : bits < 0 ? '−' : '') + bytes(Math.abs(bits)); }
function share(bits, whole) { return `${(bits * 100 / (whole || 1)).toFixed(2)}%`; }
// What takes room on the map: what was removed has some, too.
function area(cell) { return Math.max(cell.bits, cell.before); }

const cells = readCells();
// Names as people write them. Functions of one name share it, unless that may be cut.
const ofCell = new Map(data.demangled);
const demangled = new Map(data.demangled.map(([number, name]) => [cells[number].name, name])
  .filter(([name]) => name.length <= 200));
for (const c of cells) {
  c.linkerName = c.name;
  if (c.kind === FUNCTION)
    c.name = ofCell.get(c.number) ?? demangled.get(c.name) ?? c.name;
}
// What all files are in is said once.
const files = cells.filter(c => c.kind === FILE);
const common = files.reduce((path, c) => {
  while (!c.name.startsWith(path)) path = path.replace(/[^/]*\/?$/, '');
  return path;
}, files[0]?.name.replace(/[^/]*$/, '') ?? '');
for (const c of files) c.name = c.name.slice(common.length);
cells[0].name = common || 'all files';
const details = new Map(data.functions.map(f => [f.cell, f]));

const pathOf = cell => cell ? [...pathOf(cell.parent), cell] : [];
const placeOf = cell => pathOf(cell).slice(1, -1).map(c => c.name).join(' › ');

function changeOf(cell) {
  if (!cell.before) return 'added';
  if (!cell.bits) return 'removed';
  return cell.bits > cell.before ? 'grew' : cell.bits < cell.before ? 'shrank' : 'same size';
}

function describe(cell) {
  const change = isDiff ? [`${signed(cell.bits - cell.before)}, ${changeOf(cell)}`] : [];
  return [cell.name, ...cell.kind === ALL ? [] : [kinds[cell.kind]], `${bytes(cell.bits)} bytes`,
    ...change, share(cell.bits, cells[0].bits), `count ${num(cell.count)}`].join(' · ');
}

// ---- Small parts of the page ----

function element(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) e.setAttribute(key, value === true ? '' : value);
  e.append(...children);
  return e;
}

const $ = id => document.getElementById(id);
const main = $('main');
function say(text) { $('status').textContent = text; }

// Names are others': each is kept apart from the text around it, whatever way it is written.
function bdi(text) { return element('bdi', {}, text); }

// ---- State: what the fragment of the address says ----

const state = {view: 'map', at: 0, q: '', sort: ''};

function hashOf(changes) {
  const next = {view: state.view, at: state.at, q: '', sort: '', ...changes};
  const parts = new URLSearchParams({view: next.view});
  for (const key of ['at', 'q', 'sort']) if (next[key]) parts.set(key, next[key]);
  return `#${parts}`;
}

function go(changes) { location.hash = hashOf(changes); }

// Without a step back: what is typed.
function note(changes) {
  Object.assign(state, changes);
  history.replaceState(null, '', hashOf(state));
}

function readHash() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const at = Number(parts.get('at'));
  state.view = Object.hasOwn(views, parts.get('view')) ? parts.get('view') : 'map';
  state.at = cells[at] ? at : 0;
  state.q = parts.get('q') ?? '';
  state.sort = parts.get('sort') ?? '';
}

// Where a cell is looked at: a function has a page, what has parts is a map, a part is in one.
function hashOfCell(cell) {
  if (details.has(cell.number)) return hashOf({view: 'function', at: cell.number});
  const at = cell.children.length || !cell.parent ? cell : cell.parent;
  return hashOf({view: 'map', at: at.number});
}

// ---- Tables that sort and filter ----

// COLUMNS: {title, get, put (text or node), number, optional}. The first text column is filtered.
function table(rows, columns, caption, first) {
  const body = element('tbody'), head = element('tr');
  const more = element('button',
    {class: 'more', type: 'button', onclick: () => show(shown + 1000)});
  const filter = element('input', {type: 'search', 'aria-label': `Filter: ${caption}`,
    placeholder: 'Filter', value: state.q, oninput: () => {
      note({q: filter.value});
      update();
    }});
  const found = element('span', {class: 'note', role: 'status'});
  const classes = new Map(columns.map(c =>
    [c, `${c.number ? 'number' : ''} ${c.optional ? 'optional' : ''}`]));
  let sorted = [], shown = 0;

  function show(n) {
    body.replaceChildren(...sorted.slice(0, n).map(row => element('tr', {}, ...columns.map(c =>
      element('td', {class: classes.get(c)}, c.put ? c.put(row) : c.number ? num(c.get(row)) :
        bdi(c.get(row)))))));
    shown = n;
    more.hidden = sorted.length <= n;
    more.textContent = `Show more of ${num(sorted.length)} rows`;
  }
  function update() {
    const q = filter.value.toLowerCase();
    const texts = columns.filter(c => !c.number);
    const sort = state.sort || first;
    const column = columns[Math.abs(sort) - 1] ?? columns[0];
    const sign = Number(sort) < 0 ? -1 : 1;
    sorted = rows.filter(r => !q || texts.some(c => c.get(r).toLowerCase().includes(q)));
    sorted.sort((a, b) => {
      const x = column.get(a), y = column.get(b);
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    });
    head.replaceChildren(...columns.map((c, i) => {
      const is = Math.abs(sort) === i + 1;
      const next = is ? -sort : c.number ? -(i + 1) : i + 1;
      return element('th', {scope: 'col', class: classes.get(c),
        'aria-sort': is ? (sign < 0 ? 'descending' : 'ascending') : null},
      element('button', {type: 'button', onclick: () => {
        note({sort: String(next)});
        update();
        head.children[i].firstChild.focus();
      }}, c.title + (is ? (sign < 0 ? ' ▾' : ' ▴') : '')));
    }));
    found.textContent = `${num(sorted.length)} of ${num(rows.length)} rows`;
    show(200);
  }
  update();
  return [element('div', {class: 'bar'}, filter, found), element('div', {class: 'wide'},
    element('table', {'aria-label': caption}, element('thead', {}, head), body)), more];
}

function cellColumns(whole) {
  const name = {title: 'Name', get: c => c.name,
    put: c => element('a', {href: hashOfCell(c)}, bdi(c.name))};
  const kind = {title: 'Kind', get: c => kinds[c.kind], optional: true};
  const place = {title: 'In', get: placeOf, optional: true};
  const by = {title: 'By', number: true, get: c => Math.abs(c.bits - c.before), optional: true};
  if (!isDiff)
    return [name, kind, ...weight('Bytes', 'bits', whole), count('Count', 'count', true), place];
  return [name, kind,
    {title: 'Change', number: true, get: c => c.bits - c.before,
      put: c => signed(c.bits - c.before)},
    ...weight('Before', 'before', 1).slice(0, 1), ...weight('After', 'bits', 1).slice(0, 1),
    {title: 'What', get: changeOf, optional: true}, {...by, put: c => bytes(by.get(c))}, place];
}

const below = cell => cell.children.flatMap(c => [c, ...below(c)]);

// ---- The map ----

const families = [
  ['function bodies', /^function bodies/, [212, 70]], ['metadata', /^METADATA/, [275, 45]],
  ['constants', /^CONSTANTS/, [150, 45]], ['names', /STRTAB|SYMTAB/, [38, 80]],
  ['types and attributes', /^(TYPE|PARAMATTR)/, [330, 55]], ['other', /^/, [210, 8]],
];

// That of the outermost block whose name says it.
function familyOf(cell) {
  if (cell.family === null) {
    const above = cell.kind > MODULE ? familyOf(cell.parent) : families.length - 1;
    const own = cell.kind === BLOCK || cell.kind === BODIES ?
      families.findIndex(f => f[1].test(cell.name)) : above;
    cell.family = above < families.length - 1 ? above : own;
  }
  return cell.family;
}

function isDark() {
  return matchMedia('(prefers-color-scheme: dark)').matches && !matchMedia('print').matches;
}

function tone(hue, saturation, depth) {
  return `hsl(${hue} ${saturation}% ${isDark() ? 18 + 4 * depth : 93 - 4.5 * depth}%)`;
}

// Without arguments of templates; for a small cell the last part of a name.
function labelOf(cell, isWide) {
  if (cell.kind !== FUNCTION || cell.name === cell.linkerName) return cell.name;
  let name = cell.name, last = '';
  while (name !== last) [last, name] = [name, name.replace(/<[^<>]*>/g, '')];
  name = name.replace(/(?<!operator|operator<)<.*/, '');
  return isWide ? name : name.replace(/\((?!anonymous|\)).*/, '').split('::').at(-1) || name;
}

// Blue is smaller and orange larger, also to those who do not see red and green as two colours.
function fill(cell, depth) {
  if (!isDiff) return tone(...families[familyOf(cell)][2], Math.min(depth, 4));
  const change = cell.bits - cell.before, strength = Math.sqrt(Math.abs(change) / area(cell));
  return change ? tone(change > 0 ? 25 : 212, 30 + 60 * strength, 1 + 4 * strength) :
    tone(0, 0, 1);
}

function legend() {
  const rows = isDiff ? [['grew or added', tone(25, 90, 5)], ['same size', tone(0, 0, 1)],
    ['shrank or removed', tone(212, 90, 5)]] : families.map(f => [f[0], tone(...f[2], 3)]);
  return element('span', {class: 'legend'}, ...rows.map(([text, colour]) => {
    const mark = element('i');
    mark.style.background = colour;
    return element('span', {}, mark, text);
  }));
}

let redraw = () => {};

function showMap() {
  const root = cells[state.at];
  const canvas = element('canvas', {tabindex: 0, role: 'application', 'aria-label': `Map of ` +
    `${root.name}. Arrow keys move, Enter goes in, Escape goes out; the table has the same.`});
  main.append(canvas);
  const em = parseFloat(getComputedStyle(document.documentElement).fontSize);
  let shown = [], selected = null, laid = '';

  // The largest come first, as in the data, where others and the rest are last.
  function lay(width, height) {
    const start = performance.now();
    const tree = d3.hierarchy(root, c => c.children).sum(c => c.children.length ? 0 : area(c));
    d3.treemap().size([width, height]).round(true).paddingInner(1).paddingOuter(2)
      .paddingTop(n => n.depth ? Math.round(em * 1.45) : 0)(tree);
    shown = tree.descendants().filter(n => n.x1 - n.x0 >= 1 && n.y1 - n.y0 >= 1);
    for (const n of shown) n.fill = fill(n.data, n.depth + !n.children);
    laid = `${width} ${height}`;
    canvas.dataset.layout = (performance.now() - start).toFixed(1);
  }

  function draw() {
    const {width, height} = canvas.getBoundingClientRect(), scale = devicePixelRatio || 1;
    if (!width || !height) return;
    if (laid !== `${width} ${height}`) lay(width, height);
    const context = canvas.getContext('2d');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const style = getComputedStyle(document.body);
    context.scale(scale, scale);
    context.font = `${em * .92}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    context.strokeStyle = isDark() ? 'rgb(255 255 255 / .3)' : 'rgb(0 0 0 / .25)';
    for (const n of shown.slice(1)) {
      const w = n.x1 - n.x0, h = n.y1 - n.y0;
      context.fillStyle = n.fill;
      context.fillRect(n.x0, n.y0, w, h);
      if (w > 3 && h > 3) context.strokeRect(n.x0 + .5, n.y0 + .5, w - 1, h - 1);
      if (w < 3 * em || h < 1.2 * em) continue;
      context.save();
      context.beginPath();
      context.rect(n.x0, n.y0, w - 3, h);
      context.clip();
      context.fillStyle = style.color;
      const isWide = w > 14 * em, name = labelOf(n.data, isWide);
      const text = isWide ? `${name}  ${bytes(n.data.bits)}` : name;
      context.fillText(text.slice(0, 200), n.x0 + 4, n.y0 + Math.min(em * .75, h / 2));
      context.restore();
    }
    if (!selected) return;
    context.lineWidth = 3;
    context.strokeStyle = style.getPropertyValue('--focus');
    const {x0, y0, x1, y1} = selected;
    context.strokeRect(x0 + 1, y0 + 1, x1 - x0 - 2, y1 - y0 - 2);
  }

  const find = ({offsetX: x, offsetY: y}) =>
    shown.findLast(n => n.depth && x >= n.x0 && x < n.x1 && y >= n.y0 && y < n.y1);
  function select(n) {
    if (n === selected) return;
    selected = n;
    say(n ? describe(n.data) : describe(root));
    draw();
  }
  function enter(n) {
    let to = n?.data;
    if (!n || details.has(to.number)) return n && (location.hash = hashOfCell(to));
    while (!to.children.length) to = to.parent;
    go({at: to.number});
  }
  // The nearest cell whose middle is in that direction; of the same level where there is one.
  function move(dx, dy) {
    if (!selected) return select(shown.find(n => n.depth === 1));
    const middle = n => [(n.x0 + n.x1) / 2, (n.y0 + n.y1) / 2];
    const [x, y] = middle(selected);
    let best = null, least = Infinity;
    for (const n of shown) {
      const [u, v] = middle(n), along = (u - x) * dx + (v - y) * dy;
      const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (n === selected || n.depth !== selected.depth || along <= 0) continue;
      if (along + 2 * across < least) [best, least] = [n, along + 2 * across];
    }
    if (best) select(best);
  }
  const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  canvas.addEventListener('keydown', event => {
    if (arrows[event.key]) move(...arrows[event.key]);
    else if (event.key === 'Enter') enter(selected);
    else if (event.key === ' ' && selected?.children) select(
      shown.find(n => n.parent === selected) ?? selected);
    else if (event.key === 'Escape' || event.key === 'Backspace') {
      if (selected?.depth > 1) select(selected.parent);
      else if (root.parent) go({at: root.parent.number});
      else return;
    } else return;
    event.preventDefault();
  });
  canvas.addEventListener('mousemove', event => select(find(event)));
  canvas.addEventListener('mouseleave', () => select(null));
  canvas.addEventListener('click', event => enter(find(event)));
  (redraw = () => draw(laid = ''))();
}

// ---- The other views ----

function showCells(root, title, rows) {
  main.append(element('h2', {}, title, bdi(root.name)),
    ...table(rows, cellColumns(root.bits), title + root.name, isDiff ? -7 : -3));
}

const text = (title, i, optional) => ({title, get: r => r[i], optional});
const count = (title, i, optional) => ({title, get: r => r[i], optional, number: true});
const weight = (title, i, whole) => [
  {title, number: true, get: r => r[i], put: r => bytes(r[i])},
  {title: 'Share', number: true, get: r => r[i], put: r => share(r[i], whole)}];

// Views of lists, whose rows are arrays: title, note, rows, columns, the column to sort by first.
const lists = {
  kinds: ['Blocks, and records in them',
    'As stats counts them: a block without the blocks inside; its records are part of it.',
    data.kinds, [text('Block', 0), text('Record', 1), ...weight('Bytes', 3, cells[0].bits),
      count('Count', 2, true)], -3],
  strings: ['Names and strings, the heaviest',
    `${num(data.string_texts)} different texts outside of function bodies have ` +
      `${num(data.string_bytes)} bytes; long ones are cut.`,
    data.strings.map(r => [...r.slice(0, 3), r[3] * 8]), [text('Text', 0), text('Kind', 1),
      ...weight('Bytes', 3, data.string_bytes * 8), count('Count', 2, true)], -3],
  modules: ['Modules: producers and targets', `${num(data.modules.length)} modules are listed.`,
    data.modules, [text('Module', 0), text('Producer', 1), text('Target', 2),
      text('Source', 3, true), count('Bodies', 4, true), count('Symbols', 5, true),
      count('Bytes', 6)], -7],
  duplicates: ['Functions with equal bodies',
    `${num(data.duplicate_copies)} functions are ${num(data.duplicate_groups)} different ` +
      `bodies: ${num(data.duplicate_bytes)} bytes more than needed. Not compared were ` +
      `${num(data.duplicates_left_out)} smaller sets with the same bytes.`,
    data.duplicates.map(([name, ...numbers]) => [demangled.get(name) ?? name, ...numbers]),
    [text('Function', 0), count('Copies', 1), count('Bytes each', 2, true),
      count('Saved', 3)], -4],
  groups: ['What functions and variables belong to',
    'Bodies and constants; classes are namespaces.',
    ['crate', 'namespace', 'template', 'directory', 'section'].flatMap((by, i) =>
      data.groups[i].map(row => [by, ...row])), [text('Name', 1), text('By', 0),
      ...weight('Bytes', 3, cells[0].bits), count('Count', 2, true)], -3],
  ideal: ['Where bits need not go',
    `Records of ${num(data.ideal_streams)} streams: bytes by the abbreviations that repack ` +
      'chooses, and a bound, by adaptive coding of each operand. Not measured were ' +
      `${num(data.ideal_left_out)} streams after the first 64 MiB.`,
    data.ideal, [text('Block: record', 0), ...weight('Saved', 5, cells[0].bits),
      ...['Bytes', 'Best', 'Bound'].map((title, i) => weight(title, 2 + i, 0)[0]),
      count('Count', 1, true)], -2],
};

function showList(view) {
  const [title, about, rows, columns, first] = lists[view];
  main.append(element('h2', {}, title), element('p', {class: 'note'}, about),
    ...table(rows, columns, title, first));
}

function showFunction() {
  const cell = cells[state.at], detail = details.get(state.at);
  if (!detail)
    return showCells(cells[0], 'Functions in ', cells.filter(c => c.kind === FUNCTION));
  main.append(element('h2', {}, bdi(cell.name)), element('p', {},
    `${bytes(cell.bits)} bytes at bit ${num(detail.bit_pos)}, in `, bdi(placeOf(cell))),
  ...table(detail.records, [text('Record', 0), ...weight('Bytes', 2, cell.bits),
    count('Count', 1)], 'Records', -2));
  main.append(element('p', {class: 'note'}, detail.assembly === undefined ?
    'Its assembly is not in this page: bitleap dis --only prints it.' :
    detail.cut ? 'The beginning of its assembly:' : 'Its assembly:'));
  if (detail.assembly !== undefined)
    main.append(element('pre', {tabindex: 0, 'aria-label': 'Assembly'}, detail.assembly));
}

// By name in the address; each is called with that.
const views = {
  map: ['Map', showMap],
  table: ['Table', () => showCells(cells[state.at], 'What is in ', below(cells[state.at]))],
  kinds: ['Kinds', showList], function: ['Functions', showFunction],
  strings: ['Strings', showList], modules: ['Modules', showList],
  groups: ['Groups', showList], duplicates: ['Duplicates', showList], ideal: ['Ideal', showList],
};

function show() {
  const hadFocus = main.contains(document.activeElement);
  readHash();
  redraw = () => {};
  main.className = state.view;
  main.replaceChildren();
  $('views').replaceChildren(...Object.entries(views).map(([view, [title]]) => element('a',
    {href: hashOf({view, at: view === 'map' || view === 'table' ? state.at : 0}),
      'aria-current': view === state.view && 'page'}, title)));
  const path = ['map', 'table'].includes(state.view) || state.at ? pathOf(cells[state.at]) : [];
  $('crumbs').replaceChildren(...path.map(c => element('a', {href: hashOf({at: c.number,
    view: state.view === 'table' ? 'table' : c.number === state.at ? state.view : 'map'}),
  'aria-current': c.number === state.at && 'location'}, bdi(c.name))));
  say(describe(cells[state.at]));
  views[state.view][1](state.view);
  const about = [`bitleap ${data.version}`];
  if (data.hidden) about.push(`${num(data.hidden)} small ones are shown as “others”`);
  $('about').replaceChildren(about.join(' · '), ' ', state.view === 'map' ? legend() : '');
  if (hadFocus) (main.querySelector('canvas, input') ?? main).focus();
}

// ---- Search ----

const names = cells.filter(c => c.kind !== OTHERS)
  .map(c => [`${c.name}\n${c.linkerName}`.toLowerCase(), c])
  .sort((a, b) => area(b[1]) - area(a[1]));
const search = $('search'), hits = $('hits');
let hit = 0;

function closeHits() {
  hits.hidden = true;
  search.setAttribute('aria-expanded', 'false');
  search.removeAttribute('aria-activedescendant');
}

function mark(n) {
  const items = [...hits.children];
  hit = (n + items.length) % items.length;
  items.forEach((item, i) => item.setAttribute('aria-selected', i === hit));
  search.setAttribute('aria-activedescendant', items[hit].id);
  items[hit].scrollIntoView({block: 'nearest'});
}

function lookUp() {
  const q = search.value.trim().toLowerCase();
  const found = q ? names.filter(([name]) => name.includes(q)).slice(0, 40).map(n => n[1]) : [];
  hits.replaceChildren(...found.map((c, i) => element('li', {role: 'option', id: `hit-${i}`,
    'aria-selected': false, onmousedown: event => {
      event.preventDefault();
      pick(c);
    }}, element('span', {}, bdi(c.name)), element('span', {},
    `${kinds[c.kind]}, ${bytes(c.bits)}`))));
  hits.cells = found;
  if (!found.length) return closeHits();
  hits.hidden = false;
  search.setAttribute('aria-expanded', 'true');
  mark(0);
}

function pick(cell) {
  closeHits();
  search.value = '';
  location.hash = hashOfCell(cell);
  (main.querySelector('canvas, input') ?? main).focus();
}

search.addEventListener('input', lookUp);
search.addEventListener('blur', closeHits);
search.addEventListener('keydown', event => {
  const isOpen = !hits.hidden;
  if (event.key === 'ArrowDown' && isOpen) mark(hit + 1);
  else if (event.key === 'ArrowUp' && isOpen) mark(hit - 1);
  else if (event.key === 'Enter' && isOpen) pick(hits.cells[hit]);
  else if (event.key === 'Escape') {
    search.value = '';
    closeHits();
  } else return;
  event.preventDefault();
});
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.target.matches('input')) return;
  event.preventDefault();
  search.focus();
});

// ---- The beginning ----

$('title').textContent = `${num(cells[0].count)} file${cells[0].count === 1 ? '' : 's'}, ` +
  `${bytes(cells[0].bits)} bytes` +
  (isDiff ? ` (${signed(cells[0].bits - cells[0].before)})` : '');
document.title = `${$('title').textContent} - bitleap report`;
addEventListener('hashchange', show);
for (const event of ['resize', 'beforeprint', 'afterprint'])
  addEventListener(event, () => redraw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
show();
