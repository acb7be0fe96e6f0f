import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCleaner } from './run-cleaner.ts'

const log = pino({ level: 'silent' })
const type = 'multipart/form-data; boundary=b'

/** A cleaner that is overcome by a picture. */
function programOf(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'molar-cleaner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'program.mjs')
  writeFileSync(program, source)
  return program
}

async function* pieces(count: number): AsyncIterable<Uint8Array> {
  for (let piece = 0; piece < count; piece += 1) yield new Uint8Array(64 * 1024)
}

test.each([
  ['crashes as it is given the picture', 'process.abort()'],
  ['crashes after it has it all', "process.stdin.on('end', () => process.abort()).resume()"],
  ['ends without a word', ''],
])('a cleaner that %s has refused the picture', async (_, source) => {
  const answer = await runCleaner(pieces(100), type, log, programOf(source))
  expect(answer).toEqual({ refused: 'no_image' })
})

test('the cleaner process gets none of our environment variables', async () => {
  vi.stubEnv('MOLAR_TEST_SECRET', 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  const source = `const { MOLAR_TEST_SECRET: secret } = process.env
    process.send({ refused: secret ? 'several' : 'missing' })`
  expect(await runCleaner(pieces(1), type, log, programOf(source))).toEqual({ refused: 'missing' })
})

test('a body that ends early is refused', async () => {
  async function* broken() {
    yield* pieces(2)
    throw new Error('The browser has gone')
  }
  expect(await runCleaner(broken(), type, log)).toEqual({ refused: 'malformed' })
})
