// page_test.mjs - reports in a browser: views, search, keyboard, numbers, accessibility, pictures
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: BITLEAP=… node page_test.mjs MODULES OUT [SMALL]: node modules are in MODULES, pages and
// pictures go to OUT; SMALL is where the test files are. To be looked at: OUT/*.png.
import {execFileSync} from 'node:child_process';
import {copyFileSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {axe, browser, checker, end, out, third} from './browser.mjs';

const check = checker('page');
const small = third ?? 'corpora/small';
function same(what, found, wanted) {
  const [a, b] = [found, wanted].map(x => JSON.stringify(x));
  check(what, a === b, `${a.slice(0, 300)} is not ${b.slice(0, 300)}`);
}
function bitleap(...args) {
  return execFileSync(process.env.BITLEAP, args, {maxBuffer: 1 << 28});
}
function json(...args) {
  return bitleap(...args).toString().trim().split('\n').map(line => JSON.parse(line));
}
const num = n => new Intl.NumberFormat('en').format(n);
const bytes = bits => num(Math.round(bits / 0.8) / 10);

// A page of what was reported, where any message and any request except for itself is a failure.
async function open(name, hash = '', {width = 1280, height = 800, scheme = 'light'} = {}) {
  const page = await browser.newPage();
  const url = `${pathToFileURL(`${out}/${name}.html`)}#${hash}`;
  page.on('console', message => check(`${name} has no message`, false, message.text()));
  page.on('pageerror', error => check(`${name} has no error`, false, error.message));
  page.on('dialog', dialog => {
    check(`${name} opens no dialog`, false, dialog.message());
    dialog.dismiss();
  });
  page.on('request', request =>
    check(`${name} requests nothing`, request.url().replace(/#.*/, '') === url.replace(/#.*/, ''),
      request.url()));
  await page.setViewport({width, height});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]);
  await page.goto(url);
  return page;
}
const text = (page, selector) => page.$eval(selector, e => e.textContent);
const rows = page => page.$$eval('tbody tr', all => all.map(row =>
  [...row.cells].map(cell => cell.textContent)));
const hash = page => page.evaluate(() => decodeURIComponent(location.hash));
async function settle(page) {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))));
}
async function key(page, ...keys) {
  for (const k of keys) await page.keyboard.press(k);
  await settle(page);
}

// Scripts of other people run in a page only if its policy is set aside: in a page of its own.
async function accessible(name, hash, options) {
  const page = await browser.newPage();
  await page.setBypassCSP(true);
  await page.setViewport({width: options.width ?? 1280, height: options.height ?? 800});
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: options.scheme}]);
  await page.goto(`${pathToFileURL(`${out}/${name}.html`)}#${hash}`);
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run());
  same(`axe: ${name} ${hash} ${options.scheme}`,
    found.violations.map(v => [v.id, v.nodes[0].html]), []);
  await page.close();
}

// ---- What the pages are of ----

const file = `${small}/cxx-g-O2.clang22.bc`, older = `${small}/cxx-g-O2.clang19.bc`;
const hostile = '<script>alert(1)</script>"\'&\u202e\u2028';
const odd = `${out}/odd ${hostile.replaceAll('/', '!')}.bc`;
copyFileSync(file, odd);
bitleap('report', '-o', `${out}/small.html`, file);
bitleap('report', '-o', `${out}/diff.html`, '--diff', older, file);
bitleap('report', '-o', `${out}/odd.html`, odd, older);
rmSync(odd);
const all = ['small', 'diff', 'odd'];
const views = ['map', 'table', 'kinds', 'function', 'strings', 'modules', 'groups', 'duplicates'];

// ---- Each view opens, in light and dark, wide and narrow ----

for (const name of all)
  for (const view of views) {
    const page = await open(name, `view=${view}`, {width: view === 'kinds' ? 360 : 1280});
    const has = view === 'map' ? 'canvas' : 'tbody tr, .bar';
    check(`${name} ${view}`, await page.$(has));
    check(`${name} ${view} is not too wide`,
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    same(`${name} ${view} is current`, await page.$eval('#views a[aria-current]',
      a => new URLSearchParams(a.hash.slice(1)).get('view')), view);
    await page.close();
    if (name !== 'odd') {
      await accessible(name, `view=${view}`, {scheme: view === 'map' ? 'dark' : 'light'});
      await accessible(name, `view=${view}`, {scheme: 'dark', width: 360});
    }
  }

// ---- Numbers ----

let page = await open('small', 'view=function');
const top = json('top', '--json', '-C', '-n', '1000', file).filter(row => row.type === 'top');
for (const row of top) row.shown = row.demangled ?? row.name;
check('names of C++ are shown', top.filter(row => row.shown !== row.name).length > 20);
same('functions are as top has them', (await rows(page)).map(r => [r[0], r[2]]).sort(),
  top.map(row => [row.shown, bytes(row.bits)]).sort());
await page.goto(page.url().replace(/view=.*/, 'view=kinds'));
await settle(page);
const stats = json('stats', '--json', file).filter(row => row.type === 'block' ||
  row.type === 'record');
same('kinds are as stats has them', (await rows(page)).map(r => [r[0], r[1], r[2], r[4]]).sort(),
  stats.map(r => [r.name, r.record ?? '', bytes(r.bits), num(r.count)]).sort());
await page.goto(page.url().replace(/view=.*/, 'view=groups'));
await settle(page);
const scopes = json('top', '--json', '--by', 'namespace', '--depth', 'all', '-n', '1000', file)
  .filter(row => row.type === 'top');
same('namespaces are as top has them', (await rows(page)).filter(r => r[1] === 'namespace')
  .map(r => [r[0], r[2], r[4]]).sort(), scopes.map(r => [r.name, bytes(r.bits), num(r.count)]).sort());
await page.goto(page.url().replace(/view=.*/, 'view=modules'));
await settle(page);
const info = json('info', '--json', file)[0];
same('modules are as info has them', (await rows(page))[0].slice(1, 3),
  [info.producer, info.triple]);
await page.close();

page = await open('diff');
const sizes = [file, older].map(path => readFileSync(path).length);
check('the difference of the files', (await text(page, '#title')).includes(
  `${num(sizes[0])} bytes (+${num(sizes[0] - sizes[1])})`), await text(page, '#title'));
await page.close();

// ---- Search, keyboard, mouse ----

page = await open('small');
await key(page, '/');
await page.keyboard.type('try_all');
same('search finds', await page.$$eval('#hits li', all => all.length), 1);
await key(page, 'Escape');
await page.keyboard.type('shop::Ring<');
check('search finds names as people write them', (await page.$$('#hits li')).length > 1);
await key(page, 'Escape');
await page.keyboard.type('4shop4RingI');
check('and as linkers do', (await page.$$('#hits li')).length > 1);
await key(page, 'Escape');
check('Escape closes', await page.$eval('#hits', e => e.hidden));
await page.keyboard.type('metadata_');
check('several are found', (await page.$$('#hits li')).length > 1);
const second = await page.$eval('#hits li:nth-child(2) bdi', e => e.textContent);
await key(page, 'ArrowDown', 'Enter');
same('Enter goes to the second', await text(page, '#crumbs a:last-child'), second);
await key(page, 'Escape');
check('Escape goes out', !(await text(page, '#crumbs')).includes(second));
await page.click('#crumbs a:first-child');
await settle(page);
await page.focus('canvas');
await key(page, 'ArrowRight');
check('arrows select', (await text(page, '#status')).includes('file'), await text(page, '#status'));
await key(page, ' ', 'ArrowRight');
check('and move', (await text(page, '#status')).includes('SYMTAB_BLOCK'),
  await text(page, '#status'));
await key(page, 'Enter');
same('Enter goes in', await text(page, '#crumbs a:last-child'), 'SYMTAB_BLOCK');
await page.goBack();
await settle(page);
same('back', await page.$$eval('#crumbs a', all => all.length), 1);
const box = await (await page.$('canvas')).boundingBox();
await page.mouse.move(box.x + 60, box.y + 90);
const hovered = await text(page, '#status');
for (const part of [' bytes', '%', 'count ', top[0].shown])
  check(`hover says ${part}`, hovered.includes(part), hovered);
await page.mouse.click(box.x + 60, box.y + 90);
await settle(page);
same('a click goes in', await text(page, '#crumbs a:last-child'), top[0].shown);
check('its assembly is there', (await text(page, 'pre')).includes('\ndefine '));
same('as dis has it', (await text(page, 'pre')).trim(),
  bitleap('dis', '--only', top[0].name, file).toString().trim());
await page.close();

page = await open('small', 'view=table');
await page.type('main input', 'STRTAB');
check('a filter is in the address', (await hash(page)).includes('q=STRTAB'), await hash(page));
const shown = await rows(page);
check('a table filters', shown.length > 0 && shown.every(r => r.join().includes('STRTAB')));
await page.reload();
same('and after a reload', await rows(page), shown);
await page.click('thead th:first-child button');
same('a table sorts', await page.$eval('thead th:first-child', e => e.ariaSort), 'ascending');
await page.close();

page = await open('odd');
check('a hostile name is a name', (await page.$$eval('bdi', () => document.title)).length > 0);
await page.goto(page.url().replace(/#.*/, '#view=table'));
await settle(page);
check('and is shown as it is', (await rows(page)).some(r => r[0].includes('<script>alert(1)')));
await page.close();

// ---- The colours of the map: dark on dark, light on light, and cells told apart ----

for (const [scheme, isGood] of [['dark', l => l < 0.45], ['light', l => l > 0.55]]) {
  page = await open('small', '', {scheme});
  const [middle, n] = await page.$eval('canvas', canvas => {
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const all = Array.from({length: data.length / 4}, (_, i) => data[4 * i + 1] / 255);
    const line = all.slice(canvas.width * (canvas.height >> 1), canvas.width * ((canvas.height >> 1) + 1));
    return [all.sort((a, b) => a - b)[all.length >> 1],
      line.filter((l, i) => i && Math.abs(l - line[i - 1]) > 0.02).length];
  });
  check(`a ${scheme} map`, isGood(middle), String(middle));
  check(`its cells have borders (${scheme})`, n > 40, String(n));
  await page.close();
}

// ---- Pictures ----

const pictures = [['light', 'small', ''], ['dark', 'small', '', {scheme: 'dark'}],
  ['narrow', 'small', '', {width: 360, height: 740}],
  ['narrow-table', 'diff', 'view=table', {width: 360, height: 740, scheme: 'dark'}],
  ['4k', 'small', '', {width: 3840, height: 2160, scheme: 'dark'}], ['diff', 'diff', ''],
  ['diff-table', 'diff', 'view=table'], ['function', 'small', 'view=function&at=4'],
  ['map', 'small', '', {width: 960, height: 480}]];
for (const [picture, name, hash, options] of pictures) {
  page = await open(name, hash, options);
  await page.screenshot({path: `${out}/${picture}.png`});
  await page.close();
}
page = await open('small');
writeFileSync(`${out}/paper.pdf`, await page.pdf());
await end();
