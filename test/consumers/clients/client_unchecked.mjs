// client_unchecked.mjs - calls of malloc and fopen whose results are never compared
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A result is followed through phis, selects, casts, and variables on the stack.
//
// Usage: client_unchecked.mjs FILE
import {readFileSync} from 'node:fs';
import {Bitleap} from 'bitleap';

const COPIES = ['phi', 'select', 'bitcast', 'addrspacecast', 'freeze'];
const CALLS = ['call', 'invoke', 'callbr'];

const input = readFileSync(process.argv[2]);
const bitleap = await Bitleap.load();
const key = row => [row.file, row.module, row.value].join();

/** Of each body its rows, the one that makes a value, and where values are operands. */
const bodies = new Map();
const columns = ['file', 'module', 'value', 'function', 'opcode', 'result_value', 'operand_values'];
for (const row of bitleap.table('instructions', input, {columns})) {
  const body = bodies.get(key(row)) ?? {...row, definition: new Map(), uses: new Map()};
  bodies.set(key(row), body);
  body.definition.set(row.result_value, row);
  row.operand_values.forEach((value, place) => {
    if (!body.uses.has(value)) body.uses.set(value, []);
    body.uses.get(value).push({user: row, place});
  });
}

function isCompared({definition, uses}, value) {
  const flow = new Set([value]);
  for (const reached of flow) // which grows
    for (const {user, place} of uses.get(reached) ?? []) {
      if (user.opcode === 'icmp') return true;
      if (COPIES.includes(user.opcode)) flow.add(user.result_value);
      const variable = definition.get(user.operand_values[1]);
      if (user.opcode === 'store' && place === 0 && variable?.opcode === 'alloca')
        for (const {user: load} of uses.get(variable.result_value))
          if (load.opcode === 'load') flow.add(load.result_value);
    }
  return false;
}

const callees = bitleap.table('globals', input, {columns: ['file', 'module', 'value', 'name']});
const named = [...callees].filter(({name}) => name === 'malloc' || name === 'fopen');
named.sort((a, b) => (a.name < b.name ? 1 : -1));
for (const body of bodies.values())
  for (const {name, value} of named.filter(n => n.file === body.file && n.module === body.module))
    for (const {user, place} of body.uses.get(value) ?? [])
      if (CALLS.includes(user.opcode) && place === 0 && !isCompared(body, user.result_value))
        console.log(`${body.function}: ${name}`);
