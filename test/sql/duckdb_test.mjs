// duckdb_test.mjs - the extension in DuckDB: arguments, names of files, errors, threads, Parquet
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: duckdb_test.mjs MODULES EXTENSION SMALL OUT: node modules are in MODULES, test files in SMALL; an index of
// them is OUT/small.blx, and OUT is for what is written.
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const [modules, extension, small, out] = process.argv.slice(2).map(path => resolve(path));
const {DuckDBInstance} = createRequire(`${modules}/package.json`)('@duckdb/node-api');
const instance = await DuckDBInstance.create(':memory:', {allow_unsigned_extensions: 'true'});
const db = await instance.connect();
const thin = `${small}/thin-b.clang22.bc`;
let failed = 0;

function same(what, found, wanted) {
  const [a, b] = [found, wanted].map(x => JSON.stringify(x, (k, v) => (typeof v === 'bigint' ? Number(v) : v)));
  if (a === b) return;
  failed++;
  console.log(`FAIL  duckdb: ${what}: ${a.slice(0, 300)} is not ${b.slice(0, 300)}`);
}
async function ask(question, connection = db) {
  return (await connection.runAndReadAll(question)).getRows();
}
async function error(question) {
  try {
    await ask(question);
  } catch (e) {
    return e.message;
  }
  return 'no error';
}
async function matches(what, question, wanted) {
  const text = await error(question);
  if (wanted.test(text)) return;
  failed++;
  console.log(`FAIL  duckdb: ${what}: ${text}`);
}

const functions = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE regexp_matches(function_name, '^bit(code|leap)_') ORDER BY 1";
same('nothing before', await ask(functions), []);
await db.run(`LOAD '${extension}'`);
same('what is added', (await ask(functions)).flat(), [
  ...['attributes', 'blocks', 'calls', 'errors', 'files', 'functions', 'globals', 'instructions', 'metadata',
    'modules', 'records', 'remarks', 'streams', 'strings', 'summaries', 'symbols', 'types'].map(name => `bitcode_${name}`),
  'bitleap_demangle', 'bitleap_version']);

// Arguments: each asks for what the same condition asks for, of files and of an index.
for (const path of [small, `${out}/small.blx`])
  for (const [table, argument, condition] of [
    ['symbols', "name := 'from_b'", "name = 'from_b'"],
    ['symbols', "name := '_ZN4shop*'", "name GLOB '_ZN4shop*'"],
    ['symbols', "name := '*r?m[!x]*'", "name GLOB '*r?m[!x]*'"],
    ['symbols', "name := 'nonsense'", "name = 'nonsense'"],
    ['symbols', "name := ''", "name = ''"],
    ['symbols', 'name := NULL', 'true'],
    ['symbols', "name := 'main', module := 0", "name = 'main' AND module = 0"],
    ['functions', 'value := 3', 'value = 3'],
    ['functions', 'value := -1', 'false'],
    ['globals', "name := 'remember'", "name = 'remember'"],
    ['calls', "function := 'from_*'", "function GLOB 'from_*'"],
    ['calls', "callee := 'remember'", "callee = 'remember'"],
    ['attributes', "attribute := 'nounwind'", "attribute = 'nounwind'"],
    ['types', "name := 'struct*'", "name GLOB 'struct*'"],
    ['streams', `file := '${thin}'`, `file = '${thin}'`],
    ['instructions', `file := '${thin}', value := 3`, `file = '${thin}' AND value = 3`],
  ])
    same(`bitcode_${table}(${argument}) of ${path}`,
      await ask(`SELECT * FROM bitcode_${table}('${path}', ${argument})`),
      await ask(`SELECT * FROM bitcode_${table}('${path}') WHERE ${condition}`));

// Kinds of arguments.
same('a list', await ask(`SELECT count(*) FROM bitcode_modules(['${thin}', '${small}/thin-a.clang22.bc'])`), [[2]]);
writeFileSync(`${out}/o"d\\d.bc`, readFileSync(thin));
same('a list with odd names', await ask(`SELECT count(*) FROM bitcode_modules(['${out}/o"d\\d.bc', '${thin}'])`), [[2]]);
await db.run(`SET VARIABLE bytes = (SELECT content FROM read_blob('${thin}'))`);
same('bytes', await ask("SELECT count(*), count(DISTINCT name) FROM bitcode_symbols(getvariable('bytes'))"), [[7, 7]]);
const statement = await db.prepare('SELECT count(*) FROM bitcode_symbols($1, name := $2)');
for (const [name, n] of [['from_*', 2], ['from_b', 1], ['x', 0]]) {
  statement.bindVarchar(1, thin);
  statement.bindVarchar(2, name);
  same(`prepared, ${name}`, (await statement.runAndReadAll()).getRows(), [[n]]);
}
same("FROM 'x.bc'", await ask(`SELECT count(*) FROM '${thin}'`), [[7]]);
same("FROM 'x.blx'", await ask(`FROM '${out}/small.blx'`), await ask(`FROM bitcode_symbols('${out}/small.blx')`));
same('functions', await ask("SELECT bitleap_demangle('_ZN3foo3barEv'), bitleap_demangle('main'), bitleap_demangle(NULL)"),
  [['foo::bar()', null, null]]);
same('long and short texts', await ask(`SELECT bitleap_demangle(name) IS NOT DISTINCT FROM demangled, count(*)
  FROM bitcode_symbols('${small}') GROUP BY 1`), [[true, (await ask(`SELECT count(*) FROM bitcode_symbols('${small}')`))[0][0]]]);

// Columns that are not asked for are not computed, and none are asked for by count(*).
const plan = await ask(`EXPLAIN SELECT name FROM bitcode_functions('${thin}')`);
same('projection', [/name/.test(plan[0][1]), /BasicBlockCount|assembly/.test(plan[0][1])], [true, false]);
same('rows alone', await ask(`SELECT count(*) FROM bitcode_functions('${thin}')`), [[3]]);

// Errors.
await matches('no such file', "FROM bitcode_symbols('no-such-file')", /bitcode_symbols: no-such-file: cannot open: No such file/);
await matches('no argument', 'FROM bitcode_symbols()', /No function matches/);
for (const argument of ['NULL', '3', '[1]'])
  await matches(argument, `FROM bitcode_symbols(${argument})`, /its argument is the path of|1: cannot open/);
await matches('files are not bytes', "FROM bitcode_files(getvariable('bytes'))", /its argument is the path of/);
await matches('an empty path', "FROM bitcode_symbols('')", /a path is empty/);
await matches('no argument of that name', `FROM bitcode_strings('${thin}', name := 'x')`, /name/);
writeFileSync(`${out}/cut.bc`, readFileSync(thin).subarray(0, 3000));
same('rows before damage', (await ask(`SELECT count(*) > 0 FROM bitcode_records('${out}/cut.bc')`)), [[true]]);
same('a row of damage', (await ask(`SELECT count(*) > 0, bool_and(file = '${out}/cut.bc') FROM bitcode_errors(NULL)
  WHERE file LIKE '%cut.bc'`)), [[true, true]]);
same('verified', await ask(`SELECT count(*) > 0 FROM bitcode_errors('${out}/cut.bc')`), [[true]]);

// Joins of tables in one statement, and several connections at a time: each has the same rows.
const question = `SELECT count(*), sum(f.TotalInstructionCount)::BIGINT FROM bitcode_symbols('${out}/small.blx') s
  JOIN bitcode_functions('${small}') f ON f.name = s.name AND s.defined = 1`;
const once = await ask(question);
const connections = await Promise.all(Array.from({length: 6}, () => instance.connect()));
for (const rows of await Promise.all(connections.map(connection => ask(question, connection)))) same('in threads', rows, once);

// Parquet, by the line of the README.
const readme = readFileSync(new URL('../../lib/sql/README.md', import.meta.url), 'utf8');
const line = /^COPY .*PARQUET\);$/m.exec(readme)[0];
await db.run(line.replace("'lib/'", `'${small}'`).replace('symbols.parquet', `${out}/symbols.parquet`));
same('Parquet', await ask(`SELECT * FROM '${out}/symbols.parquet'`), await ask(`SELECT * FROM bitcode_symbols('${small}')`));

process.exitCode = failed ? 1 : 0;
