// make_parquet.mjs - writes corpora/samples/parquet and test/golden/parquet.tsv with DuckDB
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   npm install @duckdb/node-api && node test/tools/make_parquet.mjs NODE_MODULES
//
// From the top of the tree; NODE_MODULES is the folder with @duckdb. The table has a row for each row of each file that
// is not compressed: file, number, SHA-256 of the content, and what the other columns have, as JSON.
import { createHash } from 'crypto';
import fs from 'fs';
import { createRequire } from 'module';
import path from 'path';

const require = createRequire(path.resolve(process.argv[2]) + '/');
const { DuckDBInstance } = require('@duckdb/node-api');
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const out = 'corpora/samples/parquet';

await connection.run(`create table modules as
    select id, content, language, 'Apache-2.0' as license_expression, source, size, size % 8 = 0 as is_even,
           size / 3.0::double as third, (size / 7.0)::float as seventh, if(size % 3 = 0, null, size::int) as maybe,
           [source, language] as sources
    from (select row_number() over (order by filename) as id, content, size,
                 if(filename like '%index%', 'summary', 'ir') as language,
                 regexp_replace(filename, '.*/', '') as source
          from read_blob(['corpora/small/uselist.*.bc', 'corpora/small/index.llvm22.bc']))`);
const some = 'select * from modules order by id';
const often = 'select m.* from modules m, range(5) r(r) order by r, id';
const sparse = `select id, if(id % 3 = 1, null, content) as content, language from modules, range(345) r(r) order by r, id`;
const files = {
    'plain-v1': [some, "compression 'uncompressed', parquet_version v1"],
    'delta-v2': [some, "compression 'uncompressed', parquet_version v2"],
    'dictionary-v1': [often, "compression 'uncompressed', parquet_version v1"],
    'dictionary-v2': [often, "compression 'uncompressed', parquet_version v2"],
    'nulls-v1': [sparse, "compression 'uncompressed', parquet_version v1, row_group_size 2048"],
};
for (const codec of ['zstd', 'snappy', 'gzip', 'lz4_raw', 'brotli'])
    files[codec] = [`${some} limit 1`, `compression '${codec}'`];
const table = [];
for (const [name, [query, options]] of Object.entries(files)) {
    const file = `${out}/${name}.parquet`;
    await connection.run(`copy (${query}) to '${file}' (format parquet, ${options})`);
    if (!options.includes('uncompressed'))
        continue;
    const rows = (await connection.runAndReadAll(`select * from '${file}'`)).getRowObjects();
    rows.forEach(({ content, sources, ...others }, i) => {
        const hash = content === null ? 'null' : createHash('sha256').update(content.bytes).digest('hex');
        const facts = JSON.stringify(others, (_, value) => typeof value === 'bigint' ? Number(value) : value);
        table.push([`${name}.parquet`, i + 1, hash, facts].join('\t'));
    });
}
fs.writeFileSync('test/golden/parquet.tsv', table.join('\n') + '\n');
