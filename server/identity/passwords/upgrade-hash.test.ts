import { expect, test } from 'vitest'
import { openPortal, type Portal } from '../../testing/portal.ts'
import { createVisitor, jane, signedUp } from '../../testing/visitor.ts'
import { formerHashLeft } from '../claim-queries.ts'
import { deriveAlike, isFormer, newSalt } from './hash-passwords.ts'

const formerSalt = '0123456789abcdef0123456789abcdef'

/** Gives every password of the database a hash as scrypt's were stored. */
async function storeFormerHashes({ database, deps }: Portal, password: string) {
  const former = await deps.passwords.hashWith(password, formerSalt)
  await database.query.updateTable('accounts').set({ password: former }).execute()
}

async function storedHashes({ database }: Portal): Promise<string[]> {
  const rows = await database.query.selectFrom('accounts').select('password').execute()
  return rows.map(({ password }) => password ?? '')
}

const signIn = ({ app }: Portal, password = jane.password) =>
  createVisitor(app).post('/api/auth/sign-in/email', { email: jane.email, password })

test('signing in replaces a hash of scrypt, and a wrong password does not', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  await storeFormerHashes(portal, jane.password)
  expect((await signIn(portal, 'not the one')).status).toBe(401)
  expect((await storedHashes(portal)).map(isFormer)).toEqual([true])
  expect((await signIn(portal)).status).toBe(200)
  expect((await storedHashes(portal)).map(isFormer)).toEqual([false])
  expect((await signIn(portal)).status).toBe(200)
  expect((await signIn(portal, 'not the one')).status).toBe(401)
})

test('six concurrent sign-ins with the right password all succeed while the hash is replaced', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  await storeFormerHashes(portal, jane.password)
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(portal)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await storedHashes(portal)).map(isFormer)).toEqual([false])
})

test('the salt that an account shares with a claim is not replaced, so both passwords work', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  await storeFormerHashes(portal, jane.password)
  await signedUp(portal.app, { ...jane, password: 'the claimant’s secret' })
  expect((await signIn(portal)).status).toBe(200)
  expect((await storedHashes(portal)).map(isFormer)).toEqual([true, true])
  expect((await signIn(portal, 'the claimant’s secret')).status).toBe(200)
  expect((await signIn(portal)).status).toBe(200)
})

test('while a scrypt hash is left, every attempt computes both keys, and afterwards only one', async () => {
  const portal = await openPortal()
  await signedUp(portal.app)
  await storeFormerHashes(portal, jane.password)
  const derived: string[] = []
  const note = (way: string) => async () => {
    derived.push(way)
    return Buffer.from(way)
  }
  const derive = deriveAlike({ argon2id: note('argon2id'), scrypt: note('scrypt') }, () =>
    formerHashLeft(portal.database.query),
  )
  const attempt = async (salt: string) => {
    const key = await derive(jane.password, salt)
    return [String(key), ...derived.splice(0)]
  }
  // An address without an account has a salt of today.
  expect(await attempt(newSalt())).toEqual(['argon2id', 'argon2id', 'scrypt'])
  expect(await attempt(formerSalt)).toEqual(['scrypt', 'argon2id', 'scrypt'])
  expect((await signIn(portal)).status).toBe(200)
  expect(await attempt(newSalt())).toEqual(['argon2id', 'argon2id'])
})
