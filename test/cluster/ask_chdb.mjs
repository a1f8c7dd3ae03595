// ask_chdb.mjs - asks the questions on standard input of what was exported, by chdb
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: ask_chdb.mjs MODULES OUT: OUT/symbols-*.native and OUT/modules-*.native. A question is a line; each answer is
// printed as a line, an array of its rows.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const [modules, out] = process.argv.slice(2).map(path => resolve(path));
const {Session} = createRequire(`${modules}/package.json`)('chdb');
const session = new Session();
session.query('CREATE DATABASE corpora');
session.query('USE corpora');
for (const table of ['symbols', 'modules'])
  session.query(`CREATE VIEW ${table} AS SELECT * FROM file('${out}/${table}-*.native', 'Native')`);
for (const question of readFileSync(0, 'utf8').split('\n').filter(line => line)) {
  const settings = ' SETTINGS output_format_json_quote_64bit_integers = 0';
  const text = session.query(question.replace(/;$/, '') + settings, 'JSONCompactEachRow');
  console.log(`[${text.trim().split('\n').filter(line => line).join(',')}]`);
}
session.cleanup?.();
