import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Limits } from '../../contract/clinic/policy.ts'
import { beginBeforeNextCommit, untilBlocked } from './database/database.ts'
import { readLink } from './mailbox.ts'
import { type Person, type Portal, request, signIn } from './portal.ts'

/** A signed-in account whose e-mail is not confirmed. */
export async function signInUnproved(portal: Portal, email?: string): Promise<Person> {
  return signIn(portal, email, 'patient', false)
}

/** A session of a second sign-up with the address of an account. */
export async function signInClaim(portal: Portal, address: string): Promise<Person> {
  const person = await signInUnproved(portal)
  await portal.database.query
    .updateTable('users')
    .set({ email: `${person.email.split('@')[0]}@claims.neverapatientsaddress`, claims: address })
    .where('email', '=', person.email)
    .execute()
  return { ...person, email: address }
}

/** Confirms an e-mail, as the link in the mail does. */
export async function prove(portal: Portal, { email }: Person): Promise<void> {
  await setVerified(portal, email, true)
}

async function setVerified({ database }: Portal, email: string, verified: boolean): Promise<void> {
  await database.query
    .updateTable('users')
    .set({ emailVerified: sql`${sql.lit(verified)}` })
    .where('email', '=', email)
    .execute()
}

/** Somebody without a password asks for another address; what is returned confirms it. */
export async function askForAddress(portal: Portal, { token: bearer }: Person, email: string) {
  const call = async (method: string, body: object) =>
    request(portal, method, '/account/email', { token: bearer, body })
  expect((await call('POST', { email })).status).toBe(200)
  const { token } = await readLink(portal, 'email-change')
  return () => call('PUT', { token })
}

/** An act on PostgreSQL that begins when a change of address has written everything and is not committed. */
export async function whileAddressChanges<T>(
  { database }: Portal,
  change: () => Promise<Response>,
  act: () => Promise<T>,
): Promise<T> {
  const { changing, acting } = await database.query.transaction().execute(async (transaction) => {
    await transaction.updateTable('emailChanges').set({ endedAt: null }).execute()
    const changing = change()
    await untilBlocked(database, changing)
    const acting = act()
    await untilBlocked(database, acting, 1)
    return { changing, acting }
  })
  expect((await changing).status).toBe(200)
  return await acting
}

/** An act on PostgreSQL during whose first transaction, before its commit, a change of address begins. */
export async function beforeAddressChanges<T>(
  { database }: Portal,
  change: () => Promise<Response>,
  act: () => Promise<T>,
): Promise<T> {
  const changing = beginBeforeNextCommit(database, change)
  const done = await act()
  expect((await changing).status).toBe(200)
  return done
}

/** The clinic's limits, as the policy sets them. */
export async function setLimits({ database }: Portal, limits: Partial<Limits>): Promise<void> {
  await database.query.updateTable('clinic').set(limits).execute()
}
