import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { refuse } from './refusal.ts'

const hourMs = 3_600_000

/**
 * Counts a sign-up from a network and refuses it where there were too many, with a taken address or
 * with a free one: neither accounts nor guesses at who has one are to be had by the hundred. One
 * statement counts and decides, so any number of processes lets the same number through.
 */
export async function limitSignUps(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  network: string,
) {
  if (!config.rateLimit) return null
  const { perHour, perDay } = config.signUps
  const time = clock().getTime()
  const [now, hourEndsAt, dayEndsAt] = [0, hourMs, 24 * hourMs].map((ms) =>
    new Date(time + ms).toISOString(),
  ) as [string, string, string]
  const hourIsOver = sql<boolean>`"signUpNetworks"."hourEndsAt" <= ${now}`
  const dayIsOver = sql<boolean>`"signUpNetworks"."dayEndsAt" <= ${now}`
  const counted = await database.query
    .insertInto('signUpNetworks')
    .values({ network, hourEndsAt, inHour: 1, dayEndsAt, inDay: 1 })
    .onConflict((conflict) =>
      conflict
        .column('network')
        .doUpdateSet({
          inHour: sql`case when ${hourIsOver} then 1 else "signUpNetworks"."inHour" + 1 end`,
          hourEndsAt: sql`case when ${hourIsOver} then ${hourEndsAt} else "signUpNetworks"."hourEndsAt" end`,
          inDay: sql`case when ${dayIsOver} then 1 else "signUpNetworks"."inDay" + 1 end`,
          dayEndsAt: sql`case when ${dayIsOver} then ${dayEndsAt} else "signUpNetworks"."dayEndsAt" end`,
        })
        .where((row) => row.or([hourIsOver, row('signUpNetworks.inHour', '<', perHour)]))
        .where((row) => row.or([dayIsOver, row('signUpNetworks.inDay', '<', perDay)])),
    )
    .returning('network')
    .executeTakeFirst()
  if (counted) return null
  const limits = await database.query
    .selectFrom('signUpNetworks')
    .selectAll()
    .where('network', '=', network)
    .executeTakeFirst()
  const isDayFull = limits && limits.inDay >= perDay && limits.dayEndsAt > now
  const endsAt = (isDayFull ? limits.dayEndsAt : limits?.hourEndsAt) ?? now
  return refuse('too_many_sign_ups', (Date.parse(endsAt) - time) / 1000)
}
