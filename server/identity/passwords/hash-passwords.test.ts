import { argon2Sync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { hashPassword } from 'better-auth/crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Busy } from '../../http/errors.ts'
import { openPortal, refusal } from '../../testing/portal.ts'
import { createVisitor } from '../../testing/visitor.ts'
import { createSlowPasswords, createTurns, isFormer } from './hash-passwords.ts'

const passwords = createSlowPasswords(async () => false)

test('runs at most two hashes at once, the others in order, even if one fails', async () => {
  const inTurn = createTurns(2, 3)
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
  // No turn is lost: there are two again.
  const both = [inTurn(async () => 'a'), inTurn(async () => 'b')]
  expect(await Promise.all(both)).toEqual(['a', 'b'])
})

test('when the queue is full the next hash is rejected, and a finished one makes room', async () => {
  const inTurn = createTurns(1, 100)
  const first = Promise.withResolvers<number>()
  const running = inTurn(() => first.promise)
  const waiting = Array.from({ length: 100 }, (_, number) => inTurn(async () => number))
  await expect(inTurn(async () => -1)).rejects.toThrow(Busy)
  first.resolve(0)
  await Promise.all([running, ...waiting])
  expect(await inTurn(async () => 1)).toBe(1)
})

test('a sign-in with too many hashes waiting answers 503 with Retry-After and is not logged as a fault', async () => {
  const lines: string[] = []
  const portal = await openPortal({ log: (line) => void lines.push(line) })
  const full = vi.spyOn(portal.deps.passwords, 'hashWith')
  onTestFinished(() => full.mockRestore())
  full.mockRejectedValue(new Busy('hashes_waiting'))
  const body = { email: 'jane@patients.example', password: 'a fine secret' }
  const answer = await createVisitor(portal.app).post('/api/auth/sign-in/email', body)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await refusal(answer)).toEqual({ status: 503, code: 'unavailable' })
  expect(await portal.deps.metrics.text()).toContain(
    'molar_limits_reached_total{limit="hashes_waiting"} 1',
  )
  expect(lines.join()).not.toContain('fault')
})

test('each of ten concurrent sign-ins starts in its own turn of the event loop', async () => {
  const portal = await openPortal()
  const turns: number[] = []
  let turn = 0
  const countTurn = () => {
    turn += 1
    counting = global.setImmediate(countTurn)
  }
  let counting = global.setImmediate(countTurn)
  onTestFinished(() => clearImmediate(counting))
  const hash = vi.spyOn(portal.deps.passwords, 'hashWith')
  onTestFinished(() => hash.mockRestore())
  hash.mockImplementation(async () => {
    turns.push(turn)
    throw new Busy('hashes_waiting')
  })
  const visitors = Array.from({ length: 10 }, (_, at) =>
    createVisitor(portal.app).post('/api/auth/sign-in/email', {
      email: `jane${at}@patients.example`,
      password: 'a fine secret',
    }),
  )
  await Promise.all(visitors)
  expect(turns).toHaveLength(10)
  expect(new Set(turns).size).toBe(10)
})

test('the right password is accepted, and another is not', async () => {
  const hash = await passwords.hash('correct horse')
  expect(await passwords.verify({ hash, password: 'correct horse' })).toBe(true)
  expect(await passwords.verify({ hash, password: 'wrong horse' })).toBe(false)
})

test('new hashes use argon2id with the minimum cost that OWASP recommends', async () => {
  const hash = await passwords.hash('correct horse')
  const [salt = '', key] = hash.split(':')
  expect(salt).toMatch(/^argon2id-[\da-f]{32}$/)
  const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 64 }
  const expected = argon2Sync('argon2id', { message: 'correct horse', nonce: salt, ...cost })
  expect(key).toBe(expected.toString('hex'))
})

test.runIf(process.platform === 'linux')(
  'hashing threads have a lower priority than the main thread',
  async () => {
    await passwords.hash('correct horse')
    const threads = readdirSync('/proc/self/task')
    const nameOf = (thread: string) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
    const hashing = threads.filter((thread) => nameOf(thread) === 'libuv-worker')
    expect(hashing.length).toBeGreaterThan(0)
    const usual = getPriority()
    expect(hashing.map((thread) => getPriority(Number(thread)))).toEqual(
      hashing.map(() => Math.min(19, usual + 10)),
    )
  },
)

test('a scrypt hash from better-auth is still accepted', async () => {
  const password = 'correct horse é'
  const hash = await hashPassword(password)
  expect(isFormer(hash)).toBe(true)
  expect(await passwords.verify({ hash, password })).toBe(true)
  expect(await passwords.verify({ hash, password: 'wrong horse' })).toBe(false)
})
