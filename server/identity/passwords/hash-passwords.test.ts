import { argon2Sync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { hashPassword } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { createTurns, isFormer, passwords } from './hash-passwords.ts'

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

test('new hashes are argon2id’s, with the least cost that OWASP asks for', async () => {
  const hash = await passwords.hash('correct horse')
  const [salt = '', key] = hash.split(':')
  expect(salt).toMatch(/^argon2id-[\da-f]{32}$/)
  const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 64 }
  const expected = argon2Sync('argon2id', { message: 'correct horse', nonce: salt, ...cost })
  expect(key).toBe(expected.toString('hex'))
})

test('what better-auth has hashed by scrypt still opens', async () => {
  const password = 'correct horse é'
  const hash = await hashPassword(password)
  expect(isFormer(hash)).toBe(true)
  expect(await passwords.verify({ hash, password })).toBe(true)
  expect(await passwords.verify({ hash, password: 'wrong horse' })).toBe(false)
})
