// client_functions.mjs - functions that files, archives or objects define: client_functions.mjs FILE...
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import {readFileSync} from 'node:fs';
import {Bitleap} from 'bitleap';

const files = Object.fromEntries(process.argv.slice(2).map(path => [path, readFileSync(path)]));
const bitleap = await Bitleap.load();
const table = bitleap.table('functions', files, {columns: ['file', 'name']});
for (const {file, name} of table) console.log(`${file}\t${name}`);
for (const {file, cause} of table.problems) console.error(`${file}: ${cause}`);
process.exitCode = table.problems.length > 0 ? 1 : 0;
