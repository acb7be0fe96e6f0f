import { setImmediate } from 'node:timers/promises'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { createTurns, passwords } from './hash-passwords.ts'

test('two at once, the others in their order, whether one succeeds or fails', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const tasks = ends.map(({ promise }, number) =>
    inTurn(() => {
      begun.push(number)
      return promise
    }).catch(() => -1),
  )
  await setImmediate()
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('one fails'))
  await tasks[1]
  await setImmediate()
  expect(begun).toEqual([0, 1, 2])
  for (const [number, { resolve }] of ends.entries()) resolve(number)
  expect(await Promise.all(tasks)).toEqual([0, -1, 2, 3, 4])
  // Nobody is left behind: there are two turns again.
  const both = [inTurn(async () => 'a'), inTurn(async () => 'b')]
  expect(await Promise.all(both)).toEqual(['a', 'b'])
})

test('a password is known again, another is not', async () => {
  const hash = await passwords.hash('correct horse')
  expect(await passwords.verify({ hash, password: 'correct horse' })).toBe(true)
  expect(await passwords.verify({ hash, password: 'wrong horse' })).toBe(false)
})

test('what better-auth has hashed opens, and the other way round', async () => {
  const password = 'correct horse é'
  expect(await passwords.verify({ hash: await hashPassword(password), password })).toBe(true)
  expect(await verifyPassword({ hash: await passwords.hash(password), password })).toBe(true)
})
