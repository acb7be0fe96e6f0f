import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { refuse } from './refuse-call.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock'>
/** Lower case. */
type Attempt = { email: string; network: string }

/** Wrong passwords that cost nobody any time. */
const freeFailures = 10
/** Seconds to wait after the next ones; the last is for all that follow. */
const waits = [2, 4, 8, 16, 32, 64, 128, 256, 512, 900] as const
const dayMs = 86_400_000

/**
 * Counts an attempt to sign in to an account, wherever it comes from, before its password is looked
 * at; after too many the next has to wait, ever longer. Nobody is locked out: a network from which the
 * account was signed in to before is not slowed, and a reset makes it one. One statement counts and
 * decides, so attempts that come at once, to any number of processes, are counted one by one. What is
 * no account is treated alike.
 */
export async function limitGuesses({ config, database, clock }: Parts, attempt: Attempt) {
  if (!config.rateLimit || (await isKnown({ database }, attempt))) return null
  const account = accountKey(attempt.email)
  const time = clock().getTime()
  const at = (ms: number) => new Date(time + ms).toISOString()
  const now = at(0)
  const row = 'signInFailures'
  const failures = sql<number>`case when "signInFailures"."triedAt" <= ${at(-dayMs)} then 1
    else "signInFailures"."failures" + 1 end`
  const steps = waits.map(
    (seconds, step) => sql`when ${freeFailures + 1 + step} then ${at(seconds * 1000)}`,
  )
  const openAt = sql<string>`case when ${failures} <= ${freeFailures} then ${now} else
    case ${failures} ${sql.join(steps, sql` `)} else ${at(waits[9] * 1000)} end end`
  const counted = await database.query
    .insertInto(row)
    .values({ account, failures: 1, openAt: now, triedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('account')
        .doUpdateSet({ failures, openAt, triedAt: now })
        .where('signInFailures.openAt', '<=', now),
    )
    .returning('account')
    .executeTakeFirst()
  if (counted) return null
  const waiting = await database.query
    .selectFrom(row)
    .select('openAt')
    .where('account', '=', account)
    .executeTakeFirst()
  return refuse('too_many_guesses', (Date.parse(waiting?.openAt ?? now) - time) / 1000)
}

/** Somebody has signed in to the account, or proved it by mail: its network is known from now on. */
export async function rememberNetwork({ database, clock }: Parts, { email, network }: Attempt) {
  const { query } = database
  const now = clock().toISOString()
  await query
    .insertInto('signInNetworks')
    .columns(['userId', 'network', 'signedInAt'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select(['id', sql.val(network).as('network'), sql.val(now).as('signedInAt')])
        .where('email', '=', email),
    )
    .onConflict((conflict) =>
      conflict.columns(['userId', 'network']).doUpdateSet({ signedInAt: now }),
    )
    .execute()
  await query.deleteFrom('signInFailures').where('account', '=', accountKey(email)).execute()
}

async function isKnown({ database }: Pick<Parts, 'database'>, { email, network }: Attempt) {
  const known = await database.query
    .selectFrom('signInNetworks as n')
    .innerJoin('users as u', 'u.id', 'n.userId')
    .select('n.userId')
    .where('u.email', '=', email)
    .where('n.network', '=', network)
    .executeTakeFirst()
  return known !== undefined
}

function accountKey(email: string): string {
  return hash('sha256', email, 'hex')
}
