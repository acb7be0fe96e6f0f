import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const compiler = 'NativeModule internal/deps/amaro/dist/index'

test('the second start of a program does not load the TypeScript compiler', () => {
  const folder = mkdtempSync(join(tmpdir(), 'molar-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const name = 'compile-cache.js'
  cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const program = `const has: boolean = process.moduleLoadList.includes('${compiler}'); console.log(has)`
  writeFileSync(join(folder, 'program.ts'), program)
  const words = ['--import', `./scripts/${name}`, 'program.ts']
  const run = () => execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).trim()
  expect(run()).toBe('true')
  expect(run()).toBe('false')
})
