import { sql } from 'kysely'
import type { Instant } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'

/** What an account has besides its password; by one statement, so that it is of one moment. */
export async function readFactors(query: Queries, userId: string) {
  const rows = await query
    .selectFrom('users as u')
    .leftJoin('authenticatorApps as app', 'app.userId', 'u.id')
    .leftJoin('passkeys as p', 'p.userId', 'u.id')
    .where('u.id', '=', userId)
    .select(['app.confirmedAt', 'p.id', 'p.name', 'p.createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('recoveryCodes as r')
        .whereRef('r.userId', '=', 'u.id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .as('codes'),
    )
    .orderBy('p.id')
    .execute()
  return {
    authenticator: Boolean(rows[0]?.confirmedAt),
    passkeys: rows.flatMap(({ id, name, createdAt }) =>
      id === null
        ? []
        : {
            _id: id,
            name: name ?? '',
            createdAt: new Date(createdAt ?? 0).toISOString(),
          },
    ),
    recoveryCodesLeft: Number(rows[0]?.codes ?? 0),
  }
}

/** Whether a sign-in by password has a second step. */
export async function hasFactor(query: Queries, userId: string): Promise<boolean> {
  const { authenticator, passkeys } = await readFactors(query, userId)
  return authenticator || passkeys.length > 0
}

export async function findApp(query: Queries, userId: string) {
  return query
    .selectFrom('authenticatorApps')
    .select(['secret', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** False where there is one that counts already. */
export async function storeApp(
  query: Queries,
  app: { userId: string; secret: string; addedAt: Instant },
): Promise<boolean> {
  const { secret, addedAt } = app
  const row = await query
    .insertInto('authenticatorApps')
    .values({ ...app, confirmedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ secret, addedAt, lastStep: 0 })
        .where('authenticatorApps.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** A code of the app that has this secret, which another may have replaced since the code was checked. */
export type AppCode = { userId: string; secret: string; step: number }

/** Accepts a code, once; false where it, or a later one, was accepted before, or the app is not confirmed. */
export async function acceptStep(
  query: Queries,
  { userId, secret, step }: AppCode,
): Promise<boolean> {
  const row = await query
    .updateTable('authenticatorApps')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('lastStep', '<', step)
    .where('confirmedAt', 'is not', null)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Accepts the first code of an app, by which it counts; false also where it counts already. */
export async function confirmApp(
  query: Queries,
  { userId, secret, step }: AppCode,
  now: Instant,
): Promise<boolean> {
  const row = await query
    .updateTable('authenticatorApps')
    .set({ lastStep: step, confirmedAt: now })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('lastStep', '<', step)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(
  query: Queries,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await query.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await query
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash })))
    .execute()
}

/** A recovery code ends with its use; false where there is none such. */
export async function spendRecoveryCode(
  query: Queries,
  userId: string,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** False where it is gone already. */
export async function deleteFactor(
  query: Queries,
  userId: string,
  which: 'app' | { passkey: string },
): Promise<boolean> {
  const { numDeletedRows } =
    which === 'app'
      ? await query
          .deleteFrom('authenticatorApps')
          .where('userId', '=', userId)
          .executeTakeFirstOrThrow()
      : await query
          .deleteFrom('passkeys')
          .where('userId', '=', userId)
          .where('id', '=', which.passkey)
          .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteRecoveryCodes(query: Queries, userId: string): Promise<void> {
  await query.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

export async function deleteAllFactors(query: Queries, userId: string): Promise<void> {
  for (const table of ['authenticatorApps', 'passkeys', 'recoveryCodes'] as const) {
    await query.deleteFrom(table).where('userId', '=', userId).execute()
  }
}

/**
 * Passkeys and the app that were added to an account since an instant, and all recovery codes: nothing says
 * when those were made.
 */
export async function deleteFactorsSince(query: Queries, userId: string, since: Instant) {
  await query
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('createdAt', '>=', sql<Date | string>`${since}`)
    .execute()
  await query
    .deleteFrom('authenticatorApps')
    .where('userId', '=', userId)
    .where((app) => app.or([app('addedAt', '>=', since), app('confirmedAt', '>=', since)]))
    .execute()
  await deleteRecoveryCodes(query, userId)
}

/** Whether an account still has a passkey, by what its browser calls it. */
export async function hasPasskey(
  query: Queries,
  { userId, credentialId }: { userId: string; credentialId: string },
): Promise<boolean> {
  const row = await query
    .selectFrom('passkeys')
    .select('id')
    .where('userId', '=', userId)
    .where('credentialID', '=', credentialId)
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePasskeyName(
  query: Queries,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  const row = await query
    .updateTable('passkeys')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The second step of a sign-in is done: from now on its session counts. */
export async function completeSession(query: Queries, sessionId: string, now: Instant) {
  const row = await query
    .updateTable('sessions')
    .set({ awaitsFactor: 0, provedAt: now, activeAt: now })
    .where('id', '=', sessionId)
    .where('awaitsFactor', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
