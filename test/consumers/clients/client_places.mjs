// client_places.mjs - where in the source each instruction comes from: client_places.mjs FILE
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import {readFileSync} from 'node:fs';
import {Bitleap} from 'bitleap';

const bitleap = await Bitleap.load();
const columns = ['function', 'places'];
for (const row of bitleap.table('instructions', readFileSync(process.argv[2]), {columns}))
  if (row.places !== null) console.log(`${row.function}\t${row.places}`);
