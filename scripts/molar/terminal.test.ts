import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ask } from './terminal.ts'

function openTerminal() {
  const [input, output] = [new PassThrough(), new PassThrough()]
  return { input, output, terminal: true }
}

test('a question is answered by a line', async () => {
  const terminal = openTerminal()
  const answered = ask('Name? ', terminal)
  terminal.input.write('north\r')
  expect(await answered).toBe('north')
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s leaves a question without an answer, and the line of it ended', async (_name, key) => {
  const terminal = openTerminal()
  const answered = ask('Name? ', terminal)
  terminal.input.write(key)
  expect(await answered).toBe('')
  expect(String(terminal.output.read())).toMatch(/\n$/)
})
