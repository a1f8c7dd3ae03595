// index.js - reads LLVM bitcode in Node and in browsers: nothing leaves the machine
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each function takes and returns is in index.d.ts. Every call has an instance of the module
// of its own, so that nothing is to be closed, and what went wrong in one cannot harm the next.
import {layout} from './layout.js';
import {Exit, MemoryWasi} from './wasi.js';

const COLUMN_TYPES = ['integer', 'bool', 'text', 'numbers'];
const NAMED = {
  module: 'module',
  value: 'value',
  file: 'file',
  name: 'name',
  attribute: 'word',
  callee: 'word',
};
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
const strictDecoder = new TextDecoder('utf-8', {ignoreBOM: true, fatal: true});
const encoder = new TextEncoder();

/** What a command or a table could not do. */
export class BitleapError extends Error {
  constructor(message, status, text = '') {
    super(message);
    this.name = 'BitleapError';
    this.status = status;
    this.text = text;
  }
}

/** Bytes of a file as the only file, under a name that messages have. */
function asFiles(input, name) {
  if (input instanceof Uint8Array) return {[name]: input};
  return input instanceof ArrayBuffer ? {[name]: new Uint8Array(input)} : input;
}

/** undefined: the bytes are no UTF-8. */
function strictText(bytes) {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes that are no UTF-8 become U+0080 to U+00FF, as in the command's JSON. */
function textOf(bytes) {
  let text = strictText(bytes);
  if (text !== undefined) return text;
  text = '';
  for (let at = 0, n; at < bytes.length; at += n) {
    let part;
    for (n = 1; n <= 4 && part === undefined; n++) part = strictText(bytes.subarray(at, at + n));
    n = part === undefined ? 1 : n - 1;
    text += part ?? String.fromCharCode(bytes[at]);
  }
  return text;
}

/** Numbers that JavaScript has exactly; others stay BigInt. */
function plainNumber(value) {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;
}

/** An instance of the module, and structs in its memory. */
class Instance {
  constructor(module, words, files, stdin, most) {
    this.wasi = new MemoryWasi(['bitleap', ...words], files, stdin, most);
    this.exports = new WebAssembly.Instance(module, this.wasi.imports).exports;
    this.wasi.memory = this.exports.memory;
  }
  /** The command; its exit status. */
  start() {
    try {
      this.exports._start();
    } catch (error) {
      if (!(error instanceof Exit)) throw error;
      return error.status;
    }
    return 0;
  }
  /** Zeroed memory, which lives as long as the instance. */
  allocate(size) {
    const at = this.exports.malloc(size) >>> 0;
    if (at === 0) throw new BitleapError('no memory', 0);
    this.wasi.bytes(at, size).fill(0);
    return at;
  }
  struct(name) {
    return this.allocate(layout[name].size);
  }
  putText(text) {
    const bytes = encoder.encode(text);
    const at = this.allocate(bytes.length + 1);
    this.wasi.bytes(at, bytes.length).set(bytes);
    return at;
  }
  text(at) {
    const all = new Uint8Array(this.exports.memory.buffer);
    return at === 0 ? '' : decoder.decode(all.subarray(at, all.indexOf(0, at)));
  }
  u8(at) {
    return this.wasi.view.getUint8(at);
  }
  u32(at) {
    return this.wasi.view.getUint32(at, true);
  }
  putU32(at, value) {
    this.wasi.view.setUint32(at, value, true);
  }
  /** A list of 64-bit integers, which the next call may move: used at once. */
  longs(at, n, isSigned = true) {
    return new (isSigned ? BigInt64Array : BigUint64Array)(this.exports.memory.buffer, at, n);
  }
  check(status, err) {
    if (status >= 0) return status;
    const text = this.allocate(1024);
    this.exports.bl_error_format(err, 0, text, 1024);
    throw new BitleapError(this.text(text), status);
  }
}

/** Rows of a table, read as they are asked for. */
class Table {
  #instance;
  #inputs;
  #table;

  constructor(instance, inputs, table, name, columns) {
    this.#instance = instance;
    this.#inputs = inputs;
    this.#table = table;
    this.name = name;
    this.columns = columns;
  }
  *batches() {
    const it = this.#instance,
      {bl_table_batch, bl_vector} = layout;
    const batch = it.struct('bl_table_batch'),
      err = it.struct('bl_error');
    while (it.check(it.exports.bl_table_next_batch(this.#table, 0, batch, err), err) > 0) {
      const n = Number(it.longs(batch + bl_table_batch.n_rows, 1)[0]);
      const vectors = it.u32(batch + bl_table_batch.vectors);
      yield Object.fromEntries(
        this.columns.map((column, i) => [
          column.name,
          values(it, column.type, vectors + i * bl_vector.size, n),
        ]),
      );
    }
  }
  *[Symbol.iterator]() {
    for (const batch of this.batches()) {
      const columns = Object.entries(batch);
      for (let row = 0; row < columns[0][1].length; row++)
        yield Object.fromEntries(columns.map(([name, list]) => [name, list[row]]));
    }
  }
  toColumns() {
    const all = Object.fromEntries(this.columns.map(column => [column.name, []]));
    for (const batch of this.batches())
      for (const [name, list] of Object.entries(batch))
        for (const value of list) all[name].push(value);
    return all;
  }
  get problems() {
    const it = this.#instance,
      {bl_table_problem} = layout,
      found = [];
    const problem = it.struct('bl_table_problem');
    while (it.exports.bl_inputs_problem(this.#inputs, found.length, problem))
      found.push({
        file: it.text(it.u32(problem + bl_table_problem.file)),
        cause: it.text(it.u32(problem + bl_table_problem.cause)),
        kind: it.text(it.u32(problem + bl_table_problem.kind)),
        bit: it.u8(problem + bl_table_problem.has_pos)
          ? plainNumber(it.longs(problem + bl_table_problem.bit_pos, 1, false)[0])
          : null,
      });
    return found;
  }
}

/** The N values of a vector, a column of a batch. */
function values(it, type, vector, n) {
  const {bl_vector} = layout;
  const at = field => it.u32(vector + bl_vector[field]);
  const validity = at('validity');
  const isThere = validity === 0 ? () => true : i => (it.u8(validity + (i >> 3)) >> (i & 7)) & 1;
  let value;
  if (type === 'integer' || type === 'bool') {
    const integers = it.longs(at('integers'), n);
    value = i => (type === 'bool' ? integers[i] !== 0n : plainNumber(integers[i]));
  } else {
    const offsets = it.longs(at('offsets'), n + 1);
    const [bytes, numbers] = [at('bytes'), at('numbers')];
    value =
      type === 'text'
        ? i =>
            textOf(it.wasi.bytes(bytes + Number(offsets[i]), Number(offsets[i + 1] - offsets[i])))
        : i =>
            Array.from(
              it.longs(
                numbers + Number(offsets[i]) * 8,
                Number(offsets[i + 1] - offsets[i]),
                false,
              ),
              plainNumber,
            );
  }
  return Array.from({length: n}, (_, i) => (isThere(i) ? value(i) : null));
}

export class Bitleap {
  #module;

  constructor(module) {
    this.#module = module;
  }

  static async load(source = new URL('bitleap.wasm', import.meta.url)) {
    if (source instanceof WebAssembly.Module) return new Bitleap(source);
    if (source instanceof URL || typeof source === 'string')
      source = await read(new URL(source, import.meta.url));
    return new Bitleap(await WebAssembly.compile(source));
  }

  // ---- The command ----

  run(words, files = {}, stdin = undefined, {most} = {}) {
    const it = new Instance(this.#module, words, files, stdin, most);
    const status = it.start();
    const {stdout, stderr, files: after} = it.wasi;
    return {
      status,
      stdout: stdout.all(),
      stderr: decoder.decode(stderr.all()),
      files: Object.fromEntries([...after].map(([name, bytes]) => [name, bytes.all()])),
    };
  }
  #text(words, files) {
    const {status, stdout, stderr} = this.run(words, files);
    const text = decoder.decode(stdout);
    if (status > 1 || (status === 1 && stderr !== ''))
      // 1 alone: nothing was found, or something is different
      throw new BitleapError(stderr.trim() || `exit status ${status}`, status, text);
    return text;
  }
  dis(input, words = []) {
    const files = asFiles(input, 'input');
    return this.#text(['dis', ...words, ...Object.keys(files)], files);
  }
  diff(before, after, words = []) {
    return this.#text(['diff', ...words, 'before', 'after'], {
      ...asFiles(before, 'before'),
      ...asFiles(after, 'after'),
    });
  }
  report(input) {
    const files = asFiles(input, 'input');
    return this.#text(['report', ...Object.keys(files)], files);
  }

  // ---- Tables ----

  #library(files = {}) {
    const it = new Instance(this.#module, [], files);
    it.exports.__wasm_call_ctors();
    return it;
  }
  get version() {
    const it = this.#library();
    return it.text(it.exports.bl_version());
  }
  tables() {
    const it = this.#library(),
      {bl_table_info} = layout,
      found = {};
    const info = it.struct('bl_table_info');
    for (let i = 0; it.exports.bl_table_get(i, info); i++)
      found[it.text(it.u32(info + bl_table_info.name))] = it.text(
        it.u32(info + bl_table_info.summary),
      );
    return found;
  }
  columns(table) {
    const it = this.#library(),
      {bl_column} = layout,
      found = [];
    const column = it.struct('bl_column'),
      name = it.putText(table);
    while (it.exports.bl_table_column(name, found.length, column))
      found.push({
        name: it.text(column + bl_column.name),
        type: COLUMN_TYPES[it.u8(column + bl_column.type)],
        unit: it.text(it.u32(column + bl_column.unit)),
        isJson: it.u8(column + bl_column.is_json) !== 0,
        summary: it.text(it.u32(column + bl_column.summary)),
      });
    if (found.length === 0)
      throw new RangeError(
        `there is no table ${table}; there are: ${Object.keys(this.tables()).join(', ')}`,
      );
    return found;
  }
  table(name, input, {columns: wanted, where = {}} = {}) {
    const every = this.columns(name);
    const numbers = (wanted ?? every.map(column => column.name)).map(each => {
      const number = every.findIndex(column => column.name === each);
      if (number < 0) throw new RangeError(`${name} has no column ${each}`);
      return number;
    });
    if (numbers.length === 0) throw new RangeError('no columns');
    const files = asFiles(input, 'input'),
      it = this.#library(files),
      err = it.struct('bl_error'),
      opened = it.allocate(4);
    const list = items => {
      const at = it.allocate(items.length * 4);
      items.forEach((item, i) => it.putU32(at + i * 4, item));
      return at;
    };
    const paths = Object.keys(files).map(path => it.putText(path));
    it.check(it.exports.bl_inputs_open(opened, list(paths), paths.length, err), err);
    const inputs = it.u32(opened);
    const query = fillQuery(it, list(numbers), numbers.length, where);
    it.check(it.exports.bl_table_open(opened, it.putText(name), inputs, query, err), err);
    return new Table(
      it,
      inputs,
      it.u32(opened),
      name,
      numbers.map(number => every[number]),
    );
  }
}

function fillQuery(it, columns, nColumns, where) {
  const {bl_table_query} = layout;
  const query = it.struct('bl_table_query');
  it.putU32(query + bl_table_query.columns, columns);
  it.putU32(query + bl_table_query.n_columns, nColumns);
  for (const [key, value] of Object.entries(where)) {
    if (!(key in NAMED))
      throw new RangeError(`where has no ${key}; there are: ${Object.keys(NAMED).join(', ')}`);
    const isNumber = key === 'module' || key === 'value';
    it.putU32(query + bl_table_query[NAMED[key]], isNumber ? value : it.putText(value));
    if (isNumber) it.wasi.view.setUint8(query + bl_table_query[`has_${key}`], 1);
  }
  return query;
}

/** The bytes at a URL; Node cannot fetch() those of files. */
async function read(url) {
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url);
  return (await fetch(url)).arrayBuffer();
}
