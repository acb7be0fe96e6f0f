import { sql } from 'kysely'
import type { EventKind } from '../../contract/events.ts'
import type { Database } from '../../server/db/database.ts'

/** The expected row after an acknowledged operation; `id` is its key. */
const facts = {
  'message stored': (id: string) => sql`select 1 from "contactMessages" where message = ${id}`,
  'request stored': (id: string) => sql`select 1 from waits where id = ${id}`,
  'request withdrawn': (id: string) =>
    sql`select 1 from waits where id = ${id} and state not in ('waiting')`,
  'request done': (id: string) => sql`select 1 from waits where id = ${id} and state = 'done'`,
  'payment recorded': (id: string) =>
    sql`select 1 from payments where "intentId" = ${id}
      and state in ('succeeded', 'surplus', 'refunded')`,
  'refund promised': (id: string) =>
    sql`select 1 from refunds as r join payments as p on p.id = r."paymentId"
      where p."appointmentId" = ${id} and r.state <> 'failed'`,
  'patient stored': (id: string) => sql`select 1 from patients where id = ${id}`,
  'patient merged': (id: string) =>
    sql`select 1 from patients where id = ${id} and "mergedInto" is not null`,
  'patient erased': (id: string) =>
    sql`select 1 where not exists (select 1 from patients where id = ${id} and "erasedAt" is null)`,
  'patients imported': (id: string) => sql`select 1 from patients where name = ${id}`,
  'account removed': (id: string) =>
    sql`select 1 where not exists (select 1 from users where email = ${id})`,
  'plan change stored': (id: string) => sql`select 1 from "planChanges" where id = ${id}`,
  'policy saved': (id: string) => sql`select 1 from clinic where "policyRevision" >= ${Number(id)}`,
  'appointment stored': (id: string) => sql`select 1 from appointments where id = ${id}`,
  'appointment cancelled': (id: string) =>
    sql`select 1 from appointments where id = ${id} and "cancelledAt" is not null`,
}
export type Fact = keyof typeof facts

type Tally = { acknowledged: number; unknown: number }

/**
 * What the portal has acknowledged, and the calls without an answer, which may have happened or not. An event
 * of an appointment is counted; anything else leaves a lasting fact.
 */
export function createLedger() {
  const events = new Map<string, Tally>()
  const recorded: { fact: Fact; id: string }[] = []
  const touched = new Set<string>()
  let seen = 0
  let checked = 0

  function tally(appointment: string, kind: EventKind): Tally {
    const key = `${appointment} ${kind}`
    const known = events.get(key) ?? { acknowledged: 0, unknown: 0 }
    events.set(key, known)
    touched.add(key)
    return known
  }

  return {
    acknowledge(appointment: string, kind: EventKind): void {
      tally(appointment, kind).acknowledged += 1
    },
    leaveOpen(appointment: string, kind: EventKind): void {
      tally(appointment, kind).unknown += 1
    },
    record(fact: Fact, id: string): void {
      recorded.push({ fact, id })
    },
    size: () =>
      recorded.length +
      [...events.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    checked: () => checked,
    /**
     * Acknowledged rows that are missing, and rows that occur more often than they were requested: of all, or
     * of those written since the last check.
     */
    async findLosses({ query }: Database, all = false): Promise<string[]> {
      const lost: string[] = []
      const keys = all ? [...events.keys()] : [...touched]
      const recent = all ? recorded : recorded.slice(seen)
      touched.clear()
      seen = recorded.length
      const counts = await countEvents(query)
      for (const key of keys) {
        const tally = events.get(key) ?? { acknowledged: 0, unknown: 0 }
        checked += tally.acknowledged
        lost.push(...compare(key, tally, counts.get(key) ?? 0))
      }
      for (const { fact, id } of recent) {
        checked += 1
        const { rows } = await facts[fact](id).execute(query)
        if (rows.length === 0) lost.push(`lost: ${fact}: ${id}`)
      }
      return lost
    },
  }
}

function compare(key: string, { acknowledged, unknown }: Tally, count: number): string[] {
  if (count < acknowledged) return [`lost: ${key}: ${count} of ${acknowledged}`]
  if (count > acknowledged + unknown) return [`twice: ${key}: ${count} of ${acknowledged}`]
  return []
}

async function countEvents(query: Database['query']): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('appointmentEvents')
    .select(({ fn }) => ['appointmentId', 'kind', fn.countAll<number>().as('count')])
    .groupBy(['appointmentId', 'kind'])
    .execute()
  return new Map(
    rows.map(({ appointmentId, kind, count }) => [`${appointmentId} ${kind}`, Number(count)]),
  )
}
export type Ledger = ReturnType<typeof createLedger>
