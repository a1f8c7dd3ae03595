// check_package.mjs - the package for npm: its answers against the command's, what it refuses, its example
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: check_package.mjs PACKAGE COMMAND DIRECTORY, from the top of the tree; the package is copied below DIRECTORY.
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';

const [source, command, directory] = process.argv.slice(2);
rmSync(`${directory}/node_modules`, {recursive: true, force: true});
cpSync(source, `${directory}/node_modules/bitleap`, {recursive: true});
const {Bitleap, BitleapError} = await import(
  `${process.cwd()}/${directory}/node_modules/bitleap/index.js`
);

const native = (...words) => spawnSync(command, words, {maxBuffer: 1 << 30});
const files = readdirSync('corpora/small')
  .filter(name => /^(?!ar-thin).*\.(bc|a|o|dia)$/.test(name))
  .map(name => `corpora/small/${name}`);
const wasm = readFileSync(`${source}/bitleap.wasm`);
const bitleap = await Bitleap.load();
let passed = 0;
/** One more answer that is right. */
function equal(got, expected, what) {
  assert.deepEqual(got, expected, what);
  passed++;
}

// ---- The module ----

assert(gzipSync(wasm, {level: 9}).length < 1.5e6, 'the module is too large');
equal(`bitleap ${bitleap.version}\n`, String(native('--version').stdout), 'the version');
equal((await Bitleap.load(wasm)).version, bitleap.version, 'from bytes');
equal((await Bitleap.load(await WebAssembly.compile(wasm))).version, bitleap.version, 'compiled');

// ---- Answers ----

/** Both as JSON has them: numbers that are not exact in it, and text that is JSON. */
function asJson(value, column) {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(each => asJson(each, column));
  if (typeof value === 'boolean') return Number(value);
  return column.isJson && typeof value === 'string' ? JSON.parse(value) : value;
}
for (const [n, name] of Object.keys(bitleap.tables()).entries()) {
  const columns = bitleap
    .columns(name)
    .filter(column => !['assembly', 'demangled', 'mtime', 'scope', 'template'].includes(column.name));
  const listed = columns.map(column => `"${column.name}"`).join(', ');
  for (const file of files.filter((_, i) => i % 24 === n % 24)) {
    const asked = native('sql', '--format=ndjson', `SELECT ${listed} FROM ${name}`, file);
    if (asked.status !== 0) continue;
    const expected = String(asked.stdout).split('\n').filter(Boolean).map(JSON.parse);
    const table = bitleap.table(
      name,
      {[file]: readFileSync(file)},
      {columns: columns.map(column => column.name)},
    );
    const got = [...table].map(row =>
      Object.fromEntries(columns.map(column => [column.name, asJson(row[column.name], column)])),
    );
    const wanted = expected.map(row =>
      Object.fromEntries(
        columns.map(column => {
          const value = row[column.name];
          const isText = typeof value === 'string' && (column.isJson || column.type === 'numbers');
          return [column.name, isText ? JSON.parse(value) : asJson(value, column)];
        }),
      ),
    );
    equal(got.length, wanted.length, `${file}: rows of ${name}`);
    got.forEach((row, i) => assert.deepEqual(row, wanted[i], `${file}: row ${i} of ${name}`));
  }
}

const file = 'corpora/small/cxx-g-O2.clang22.bc',
  other = 'corpora/small/cxx-g-O0.clang22.bc';
const bytes = readFileSync(file),
  otherBytes = readFileSync(other);
equal(bitleap.dis({[file]: bytes}), String(native('dis', file).stdout), 'dis');
// Pages have names as people write them, and those of C++ need its library, which is not there.
const ofC = 'corpora/small/c-g-O2.clang22.bc';
equal(
  bitleap.report({[ofC]: readFileSync(ofC)}),
  String(native('report', ofC).stdout),
  'report',
);
equal(bitleap.diff(bytes, bytes), '', 'nothing is different');
equal(
  bitleap.diff(bytes, otherBytes).split('\n')[0],
  `${bytes.length} to ${otherBytes.length} bytes, +6.6 %`,
  'both are different',
);
equal(
  String(
    Buffer.from(bitleap.run(['diff', file, other], {[file]: bytes, [other]: otherBytes}).stdout),
  ),
  String(native('diff', file, other).stdout),
  'diff',
);
const names = bitleap
  .table('functions', bytes, {columns: ['name'], where: {name: '_ZN4shop*'}})
  .toColumns().name;
assert(names.length > 0 && names.every(name => name.startsWith('_ZN4shop')), 'names by a pattern');

const begun = bitleap.run(['dis', 'a'], {a: bytes}, undefined, {most: 1000});
equal(
  [begun.status, begun.stdout.length > 1000, begun.stdout.length < bitleap.dis(bytes).length],
  [0, true, true],
  'a command that ends early',
);

// Files that a command writes, and directories.
const written = bitleap.run(['repack', 'a/b/in.bc', '-o', 'a/out.bc'], {'a/b/in.bc': bytes});
native('repack', file, '-o', `${directory}/out.bc`, '--force');
equal(written.status, 0, written.stderr);
equal(
  Buffer.compare(written.files['a/out.bc'], readFileSync(`${directory}/out.bc`)),
  0,
  'what is written',
);
equal(Buffer.compare(written.files['a/b/in.bc'], bytes), 0, 'what is read');
const listed = bitleap.run(['find', '_ZN4shop*', '.'], {
  'x/one.bc': bytes,
  'x/y/two.bc': otherBytes,
  'x/no.txt': new Uint8Array(9),
});
equal(
  [listed.status > 1, String(Buffer.from(listed.stdout)).includes('two.bc') || listed.stderr],
  [false, listed.status === 0 || ''],
  'a tree of files',
);
equal(
  String(Buffer.from(bitleap.run(['nm', '-'], {}, bytes).stdout)),
  String(native('nm', file).stdout),
  'standard input',
);

// ---- What is refused ----

const cut = bytes.subarray(0, bytes.length / 2);
assert.throws(
  () => bitleap.dis(cut),
  error => error instanceof BitleapError && error.status === 3 && error.text.length > 1000,
);
const ofCut = bitleap.table('records', cut, {columns: ['code']});
assert(
  ofCut.toColumns().code.length > 100 &&
    ofCut.problems.length === 1 &&
    ofCut.problems[0].kind === 'damaged',
);
assert.throws(() => bitleap.table('no such', bytes), RangeError);
assert.throws(() => bitleap.table('functions', bytes, {columns: ['no such']}), RangeError);
assert.throws(() => bitleap.table('functions', bytes, {columns: []}), RangeError);
assert.throws(() => bitleap.table('functions', bytes, {where: {colour: 1}}), RangeError);
assert.throws(() => bitleap.table('types', bytes, {where: {callee: 'x'}}), BitleapError);
assert.throws(() => bitleap.dis({'no.txt': new Uint8Array(100)}), BitleapError);
equal(bitleap.run(['ls', '../etc/passwd'], {}).status, 2, 'outside of what there is');
equal(
  bitleap.run(['find', '/x/', 'a'], {a: bytes}).stderr.split('\n')[0],
  "bitleap find: '/x/': this was built without regular expressions",
  'a regular expression',
);
for (let at = 0; at < 400; at++) {
  // no damage is a trap
  const damaged = bytes.slice(0, 20000);
  damaged[(at * 4999) % damaged.length] ^= 1 << (at % 8);
  bitleap.run(['dis', 'a'], {a: damaged});
}
passed += 400;

// ---- The example ----

const example = /```js\n([^]*?)```/.exec(readFileSync('lib/js/README.md', 'utf8'))[1];
writeFileSync(`${directory}/example.mjs`, example);
equal(
  execFileSync('node', [`${directory}/example.mjs`], {encoding: 'utf8'})
    .split('\n')
    .slice(0, 3),
  ['from_b 14', 'remember 8', 'overridable 4'],
  'the example',
);
console.log(`${passed} passed, 0 failed, 0 skipped`);
