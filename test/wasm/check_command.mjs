// check_command.mjs - the command as WebAssembly, by Node's WASI: prints what the native one prints, byte for byte
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: check_command.mjs MODULE COMMAND DIRECTORY, from the top of the tree; DIRECTORY is for what is printed. Of each
// command but dis a sixth of the files, unless WHOLE=1.
import {spawnSync} from 'node:child_process';
import {closeSync, mkdirSync, openSync, readFileSync, readdirSync} from 'node:fs';
import {WASI} from 'node:wasi';

const [modulePath, command, directory] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(modulePath));
const whole = process.env.WHOLE === '1';
const env = {LC_ALL: 'C.UTF-8', TZ: 'UTC'};
mkdirSync(directory, {recursive: true});

/** Runs the module as `bitleap WORDS`; what it printed, and its status. */
async function run(words) {
  const names = [`${directory}/out`, `${directory}/err`];
  const [stdout, stderr] = names.map(name => openSync(name, 'w'));
  const wasi = new WASI({
    version: 'preview1',
    args: ['bitleap', ...words],
    env,
    preopens: {'.': '.'},
    stdout,
    stderr,
    returnOnExit: true,
  });
  const status = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
  closeSync(stdout);
  closeSync(stderr);
  return [...names.map(name => readFileSync(name)), status];
}

const asked = [
  ['dis'],
  ['ls'],
  ['verify'],
  ['nm'],
  ['funcs', '--json'],
  ['stats'],
  ['info'],
  ['strings'],
  ['dump'],
  ['meta'],
  ['bcanalyzer'],
  ['report'],
  ['diff', 'corpora/small/c-O0.clang22.bc'],
];
const files = readdirSync('corpora/small')
  .filter(name => name !== 'MANIFEST.tsv')
  .map(name => `corpora/small/${name}`);
const calls = asked.flatMap((words, n) =>
  files
    .filter((_, i) => whole || n === 0 || i % 6 === n % 6)
    // Pages have names as people write them, and those of C++ need its library, which is not there.
    .filter(file => words[0] !== 'report' || !file.includes('cxx'))
    .map(file => [...words, file]),
);
calls.push(
  ['ls', 'corpora/small'],
  ['find', 'main', 'corpora/small'],
  ['dups', 'corpora/small'],
  ['top', 'functions', 'corpora/small'],
  // An index names the directory that it was made in, which WASI does not tell: its size is not compared.
  ['index', 'corpora/small', '--quiet', '-o', `${directory}/small.blx`],
  ['index', '--check', `${directory}/small.blx`],
  ['summary', 'corpora/small/thin-a.clang22.bc'],
  ['--help'],
  ['dis', 'no such file'],
);
let passed = 0;
for (const words of calls) {
  const native = spawnSync(command, words, {env, maxBuffer: 1 << 30});
  const expected = [native.stdout, native.stderr, native.status];
  const got = await run(words);
  if (
    got.some((part, i) =>
      i === 2 ? part !== expected[i] : Buffer.compare(part, expected[i]) !== 0,
    )
  ) {
    console.error(
      `check_command: bitleap ${words.join(' ')}: status ${got[2]}, not ${expected[2]}; see ${directory}`,
    );
    console.error(String(got[1]).slice(0, 1000));
    process.exitCode = 1;
    continue;
  }
  passed++;
}
console.log(`${passed} passed, ${calls.length - passed} failed, 0 skipped`);
