import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faults } from './faults.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

test('the text of each deliberate fault occurs in its file exactly once', () => {
  const lost = faults.filter(({ file, find }) => textOf(file).split(find).length !== 2)
  expect(lost.map(({ name, file }) => `${name}: ${file}`)).toEqual([])
})

test('the test files named by the faults exist', () => {
  const named = faults.flatMap(({ tests: { unit, sqlite, postgres, browser } }) =>
    [unit, sqlite, postgres, browser].flatMap((files) => files ?? []),
  )
  expect([...new Set(named)].filter((file) => !existsSync(join(root, file)))).toEqual([])
})
