/* read.mjs - whether the clang of the npm package @yowasp/clang reads modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: node read.mjs FOLDER FILE... The package is in FOLDER: npm install --prefix FOLDER @yowasp/clang@21.1.4-3. It is
 * LLVM 21 where there is no other, as WebAssembly, which is its only target: assembly of others is an error.
 */
import fs from 'node:fs'
import path from 'node:path'

const [folder, ...files] = process.argv.slice(2)
const { commands } = await import(path.resolve(folder, 'node_modules/@yowasp/clang/gen/bundle.js'))
const how = ['-w', '-x', 'ir', '-c', '-emit-llvm', '-Xclang', '-disable-llvm-passes', 'in.bc', '-o', 'out.bc']
let n = 0
for (const file of files) {
    let said = ''
    const hear = (bytes) => { said += bytes ? new TextDecoder().decode(bytes) : '' }
    try {
        await commands.clang(how, { 'in.bc': new Uint8Array(fs.readFileSync(file)) }, { stdout: hear, stderr: hear })
    } catch (error) {
        said ||= String(error)
    }
    if (said.trim()) console.log(`${file}: ${said.trim().split('\n')[0]}`)
    else n++
}
console.log(`${n} of ${files.length} are read`)
