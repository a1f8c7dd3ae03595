// validate.mjs - holds what commands print with --json against their schemas
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: validate.mjs BITLEAP DIRECTORY, which has files COMMAND.NUMBER.json (outputs.sh); ajv is in node_modules below
// the working directory. Here a schema is closed: a key that it does not know is a failure, as it would go undescribed.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const Ajv = createRequire(join(process.cwd(), 'x.js'))('ajv/dist/2020').default;
const [bitleap, directory] = process.argv.slice(2);

// Every object has only the keys that are described, unless they are names from the input.
function close(schema) {
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.properties && !('additionalProperties' in schema)) schema.additionalProperties = false;
  Object.values(schema).forEach(close);
  return schema;
}

const schemas = new Map();
function schemaOf(command) {
  if (!schemas.has(command)) {
    const schema = close(JSON.parse(execFileSync(bitleap, [command, '--json-schema'], { encoding: 'utf8' })));
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    schemas.set(command, { validate, number: Number(schema.$id.split(':').pop()), types: new Set() });
  }
  return schemas.get(command);
}

let passed = 0;
let failed = 0;
let lines = 0;
for (const name of readdirSync(directory).filter((file) => file.endsWith('.json')).sort()) {
  const { validate, number, types } = schemaOf(name.split('.')[0]);
  const wrong = [];
  readFileSync(join(directory, name), 'utf8').split('\n').slice(0, -1).forEach((line, i) => {
    const row = JSON.parse(line);
    lines++;
    types.add(row.type);
    if (row.schema !== (i === 0 ? number : undefined)) wrong.push(`line ${i + 1}: schema is ${row.schema}`);
    if (!validate(row)) {
      const reasons = validate.errors.filter((e) => e.keyword !== 'const' && e.keyword !== 'anyOf');
      wrong.push(`line ${i + 1}: ${line.slice(0, 200)}: ` +
        reasons.map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`).join('; '));
    }
  });
  if (wrong.length === 0) passed++;
  else failed++;
  wrong.slice(0, 5).forEach((text) => console.error(`${name}: ${text}`));
}
// Nothing is described that no output has: who would know whether it is true?
for (const [command, { validate, types }] of schemas) {
  const unseen = validate.schema.anyOf.map((row) => row.properties.type.const).filter((type) => type !== 'error' && !types.has(type));
  if (unseen.length === 0) continue;
  failed++;
  console.error(`${command}: no output has ${unseen.join(', ')}`);
}
console.log(`check-schema: ${schemas.size} schemas, ${lines} lines`);
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exit(failed === 0 ? 0 : 1);
