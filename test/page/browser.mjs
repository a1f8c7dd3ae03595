// browser.mjs - what tests of pages share: arguments, modules of node, the browser, and counts of what is right
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import {mkdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

// MODULES, where node's modules are, and OUT, where pictures go, are the first arguments of each test.
const [modules, ...rest] = process.argv.slice(2).map(path => resolve(path));
export const [out, third] = rest;
const require = createRequire(`${modules}/package.json`);
const puppeteer = (await import(pathToFileURL(require.resolve('puppeteer-core')))).default;
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
mkdirSync(out, {recursive: true});
export const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
});

let passed = 0, failed = 0;
// A function that counts whether WHAT is GOOD, for the test of that NAME.
export const checker = name => (what, good, detail = '') => {
  if (good) passed++;
  else {
    failed++;
    console.log(`FAIL  ${name}: ${what} ${detail}`);
  }
};
// Closes the browser, and says how many were right.
export async function end() {
  await browser.close();
  console.log(`${passed} passed, ${failed} failed, 0 skipped`);
  process.exitCode = failed ? 1 : 0;
}
