// ask_node.mjs - asks the questions on standard input by better-sqlite3, DuckDB or ClickHouse, in Node
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: ask_node.mjs MODULES better-sqlite3|duckdb EXTENSION | ask_node.mjs MODULES chdb
// Node modules are in MODULES. A question is a line; each row of its answer is printed as a JSON array.
import {readFileSync, writeSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const [modules, client, extension] = process.argv.slice(2);
const require = createRequire(`${resolve(modules)}/package.json`);
const questions = readFileSync(0, 'utf8').split('\n').filter(line => line);

function put(rows) {
  const cell = v => (typeof v === 'bigint' ? String(v) : JSON.stringify(v));
  const text = rows.map(row => `[${row.map(cell).join(',')}]\n`).join('');
  for (let left = Buffer.from(text); left.length;) left = left.subarray(writeSync(1, left));
}

if (client === 'better-sqlite3') {
  const db = new (require('better-sqlite3'))(':memory:');
  db.loadExtension(extension);
  for (const question of questions) put(db.prepare(question).raw().safeIntegers().all());
} else if (client === 'duckdb') {
  const {DuckDBInstance} = require('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {allow_unsigned_extensions: 'true'});
  const connection = await instance.connect();
  await connection.run(`LOAD '${extension}'`);
  for (const question of questions) put((await connection.runAndReadAll(question)).getRows());
} else {
  const {query} = require('chdb');
  for (const question of questions)
    for (const line of query(question, 'JSONCompactEachRow').split('\n').filter(l => l)) put([JSON.parse(line)]);
}
