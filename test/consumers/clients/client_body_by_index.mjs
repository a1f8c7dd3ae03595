// client_body_by_index.mjs - instructions of the functions of a name, by an index file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: client_body_by_index.mjs INDEX NAME FILE..., the files that the index is of
import {readFileSync} from 'node:fs';
import {Bitleap} from 'bitleap';

const [index, name, ...sources] = process.argv.slice(2);
const bitleap = await Bitleap.load();
const files = Object.fromEntries([index, ...sources].map(path => [path, readFileSync(path)]));
const columns = ['file', 'module', 'value'];
for (const where of bitleap.table('symbols', files, {columns, where: {name}})) {
  const {opcode} = bitleap
    .table('instructions', files, {columns: ['opcode'], where})
    .toColumns();
  if (opcode.length > 0)
    console.log(`${opcode.length} instructions, ${opcode.filter(o => o === 'load').length} loads`);
}
