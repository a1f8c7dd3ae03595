// drop_test.mjs - the page that files are dropped on, in a browser: views, no requests, pictures
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: BITLEAP=… node drop_test.mjs MODULES OUT PAGE: node modules are in MODULES, pictures go to
// OUT. To be looked at: OUT/drop-*.png.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism, loadavg} from 'node:os';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {axe, browser, checker, end, out, third as page} from './browser.mjs';

const check = checker('drop');
const small = name => resolve('corpora/small', name);
const url = pathToFileURL(page).href;
async function open(scheme) {
  const tab = await browser.newPage();
  tab.on('console', message => check('there is no message', false, message.text()));
  tab.on('pageerror', error => check('there is no error', false, error.message));
  tab.on('request', request => {
    const asked = request.url();
    check('nothing is requested', asked === url || asked.startsWith('blob:'), asked);
  });
  await tab.setViewport({width: 1280, height: 800});
  await tab.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
  await tab.goto(url);
  return tab;
}
const settled = tab => tab.waitForFunction(() => document.getElementById('said').value !== 'Reading…');
async function give(tab, ...names) {
  await (await tab.$('#files')).uploadFile(...names.map(small));
  await tab.waitForSelector('#views:not([hidden])');
  await tab.waitForSelector('#shown > iframe, #shown > p');
  await settled(tab);
}
async function view(tab, name) {
  await tab.click(`button[data-view=${name}]`);
  await settled(tab);
  check(`${name} is the current view`,
    await tab.$eval(`button[data-view=${name}]`, button => button.hasAttribute('aria-current')));
}
async function isAccessible(tab, what) {
  await tab.evaluate(axe);
  const {violations} = await tab.evaluate(() => window.axe.run({iframes: false}));
  check(`${what} is accessible`, violations.length === 0, JSON.stringify(violations.map(v => v.id)));
}

const file = 'cxx-g-O2.clang22.bc';
for (const scheme of ['light', 'dark']) {
  const tab = await open(scheme);
  await isAccessible(tab, 'the empty page');
  await give(tab, file);
  const frame = await (await tab.waitForSelector('iframe')).contentFrame();
  await frame.waitForSelector('#map, svg, canvas, main');
  await new Promise(done => setTimeout(done, 500));
  await tab.screenshot({path: `${out}/drop-map-${scheme}.png`});

  await view(tab, 'assembly');
  const text = await tab.$eval('pre', pre => pre.textContent);
  const printed = String(execFileSync(process.env.BITLEAP, ['dis', small(file)]));
  check('the assembly is that of the command', text === printed.replaceAll(small(file), file));
  await view(tab, 'tables');
  const rows = await tab.$$eval('tbody tr', lines => lines.length);
  const counted = execFileSync(process.env.BITLEAP, ['sql', '--format=csv', 'SELECT count(*) FROM functions', small(file)]);
  check('so many functions', rows === Number(String(counted).split('\n')[1]), rows);
  await isAccessible(tab, 'a table');
  await tab.screenshot({path: `${out}/drop-tables-${scheme}.png`});
  await tab.select('#table', 'symbols');
  await tab.waitForFunction(() => [...document.querySelectorAll('th')].some(th => th.textContent === 'binding'));
  await view(tab, 'records');
  check('records', (await tab.$eval('pre', pre => pre.textContent)).includes('MODULE_BLOCK'));
  await isAccessible(tab, 'a text');
  await tab.close();
}

const tab = await open('light');
await give(tab, 'ar-mixed.llvm22.a', 'elf-x86_64.clang22.o');
await view(tab, 'tables');
const found = await tab.$$eval('tbody td:first-child', cells => [...new Set(cells.map(c => c.textContent))]);
check('an archive and an object', found.some(name => name.startsWith('ar-mixed')) &&
  found.some(name => name.startsWith('elf-x86_64')), found);

// An archive of 100 MB, of one file again and again: what is seen first, and that text ends early.
const member = readFileSync(small(file)), n = Math.ceil(100e6 / member.length);
const header = i => `${`m${i}.o/`.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${
  String(member.length).padEnd(10)}\`\n`;
const archive = resolve(out, 'large.a');
writeFileSync(archive, Buffer.concat(['!<arch>\n', ...Array.from({length: n}, (_, i) => i)].flatMap(each =>
  typeof each === 'string' ? [Buffer.from(each)] : [Buffer.from(header(each)), member, Buffer.alloc(member.length % 2, '\n')])));
const began = performance.now();
await (await tab.$('#files')).uploadFile(archive);
await tab.waitForSelector('tbody tr:nth-child(500)');
const taken = performance.now() - began;
check('a table is what is shown first of 100 MB', await tab.$('button[data-view=tables][aria-current]') !== null);
check('an archive of 100 MB is open in 3 s', taken < 3000 || loadavg()[0] > availableParallelism(), `${taken} ms`);
for (const name of ['assembly', 'records']) {
  await view(tab, name);
  check(`${name} end early`, (await tab.$eval('#shown', shown => shown.innerText)).endsWith('there is more.'));
}
console.log(`100 MB: ${Math.round(taken)} ms to the first table`);
await give(tab, 'MANIFEST.tsv');
check('what is no bitcode is said to be none', /bitcode/.test(await tab.$eval('body', body => body.innerText)));
await end();
