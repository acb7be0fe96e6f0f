import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { rules } from '../http/limits.ts'
import { type Refused, refuse } from './refusal.ts'

type Parts = Pick<Deps, 'config' | 'database' | 'clock' | 'limits'>
/** With an address in lower case. */
type Attempt = { email: string; network: string }
/** Whether an attempt may be tried at an account of its address: the address's own, or a claim of it. */
type Triable = (userId: string) => boolean

/** Wrong passwords that cause no wait. */
const freeFailures = rules.guesses.most
/** Seconds to wait after the next ones; the last is for all that follow. */
const waits = [2, 4, 8, 16, 32, 64, 128, 256, 512, 900] as const
const dayMs = 86_400_000

/**
 * Counts an attempt to sign in with an address, from any network, before its password is checked. After too
 * many, the next has to wait, longer each time. The owner is not locked out: a network from which the account
 * was signed in to before is not slowed, and a reset adds its network to these. An address without an account
 * is treated alike.
 *
 * An address may have claims besides its account, which must not show: this limit considers the networks of
 * all of them, and opening any of them ends its count. Each also has its own limit, which refuses without
 * saying so: opening a claim gives no additional guesses at the account.
 */
export async function limitGuesses(
  parts: Parts,
  attempt: Attempt,
): Promise<Refused | { ok: true; isTriable: Triable }> {
  if (!parts.config.rateLimit) return { ok: true, isTriable: () => true }
  const { query } = parts.database
  const known = await listKnown(query, attempt)
  if (known.length === 0) {
    const account = keyOf(attempt.email)
    const [isCounted] = await countAttempt(parts, sql`(select ${account} as "account") as "a"`)
    if (!isCounted) return refuseGuess(parts, 'guesses', account)
  }
  const others = sql`(select ${ownKeyOf(sql`"id"`)} as "account" from "users"
    where (("email" = ${attempt.email} and "claims" is null) or "claims" = ${attempt.email})
      and "id" not in (select "userId" from "signInNetworks" where "network" = ${attempt.network})
    ) as "a"`
  const counted = new Set(await countAttempt(parts, others))
  const isTriable: Triable = (userId) => known.includes(userId) || counted.has(`${ownKey}${userId}`)
  return { ok: true, isTriable }
}

/**
 * One statement counts and decides, so attempts that come at once, to any number of processes, are
 * counted one by one. Answers which of the accounts it was counted for: the others have to wait.
 */
async function countAttempt(
  { database, clock }: Parts,
  accounts: RawBuilder<unknown>,
): Promise<string[]> {
  const time = clock().getTime()
  const at = (ms: number) => new Date(time + ms).toISOString()
  const now = at(0)
  const failures = sql`(case when "signInFailures"."triedAt" <= ${at(-dayMs)} then 1
    else "signInFailures"."failures" + 1 end)`
  const steps = waits.map(
    (seconds, step) => sql`when ${freeFailures + 1 + step} then ${at(seconds * 1000)}`,
  )
  const openAt = sql`case when ${failures} <= ${freeFailures} then ${now} else
    case ${failures} ${sql.join(steps, sql` `)} else ${at(waits[9] * 1000)} end end`
  const { rows } = await sql<{ account: string }>`
    insert into "signInFailures" ("account", "failures", "openAt", "triedAt")
    select "a"."account", 1, ${now}, ${now} from ${accounts} where true
    on conflict ("account") do update
      set "failures" = ${failures}, "openAt" = ${openAt}, "triedAt" = ${now}
      where "signInFailures"."openAt" <= ${now}
    returning "account"`.execute(database.query)
  return rows.map(({ account }) => account)
}

/**
 * Counts an attempt to prove the password of a signed-in account; after too many the next has to wait, as for
 * a sign-in.
 */
export async function limitProofs(parts: Parts, userId: string): Promise<Refused | null> {
  if (!parts.config.rateLimit) return null
  const account = proofKey + userId
  const [isCounted] = await countAttempt(parts, sql`(select ${account} as "account") as "a"`)
  return isCounted ? null : refuseGuess(parts, 'proofs', account)
}

/** After one that was right. */
export async function forgiveProofs({ database }: Parts, userId: string): Promise<void> {
  await database.query
    .deleteFrom('signInFailures')
    .where('account', '=', proofKey + userId)
    .execute()
}

async function refuseGuess(
  { database, clock, limits }: Parts,
  name: 'guesses' | 'proofs',
  account: string,
): Promise<Refused> {
  limits.note(name)
  const waiting = await database.query
    .selectFrom('signInFailures')
    .select('openAt')
    .where('account', '=', account)
    .executeTakeFirst()
  const now = clock().getTime()
  const wait = waiting ? (Date.parse(waiting.openAt) - now) / 1000 : 0
  return refuse('too_many_guesses', wait)
}

/**
 * After a sign-in, or a proof of the address by mail: the network is known from then on. Ends the count
 * of the address, and that of the account that was opened.
 */
export async function rememberNetwork(
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  { email, network, userId }: Attempt & { userId: string },
) {
  const { query } = database
  const now = clock().toISOString()
  await query
    .insertInto('signInNetworks')
    .columns(['userId', 'network', 'signedInAt'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select(['id', sql.val(network).as('network'), sql.val(now).as('signedInAt')])
        .where('id', '=', userId),
    )
    .onConflict((conflict) =>
      conflict.columns(['userId', 'network']).doUpdateSet({ signedInAt: now }),
    )
    .execute()
  await query
    .deleteFrom('signInFailures')
    .where('account', 'in', [keyOf(email), `${ownKey}${userId}`])
    .execute()
}

/** The account of an address and its claims, as far as they were signed in to from a network. */
async function listKnown(query: Queries, { email, network }: Attempt): Promise<string[]> {
  const known = await query
    .selectFrom('users as u')
    .innerJoin('signInNetworks as n', 'n.userId', 'u.id')
    .select('u.id')
    .where((on) =>
      on.or([
        on.and([on('u.email', '=', email), on('u.claims', 'is', null)]),
        on('u.claims', '=', email),
      ]),
    )
    .where('n.network', '=', network)
    .execute()
  return known.map(({ id }) => id)
}

function keyOf(email: string): string {
  return hash('sha256', email, 'hex')
}

/** Before the id of an account in the key of its own count. */
const ownKey = 'account '
/** The same of the count of its password's proofs. */
const proofKey = 'proof '

function ownKeyOf(id: RawBuilder<unknown>) {
  return sql`${sql.lit(ownKey)} || ${id}`
}
