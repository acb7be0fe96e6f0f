import type { Queries } from '../../db/database.ts'
import { answerOf, type Settlement } from './plan-change.ts'

type Standing = Parameters<typeof answerOf>[1] & { id: string }

/**
 * What the clinic has decided for an appointment that lost its place, while its patient has not answered:
 * until then neither cut-off nor refund rule binds them. `undefined` where nothing is open.
 */
export async function findOpenSettlement(
  query: Queries,
  appointment: Standing,
): Promise<Settlement | undefined> {
  const [open] = await listOpenSettlements(query, [appointment])
  return open
}

/** The same of several appointments. */
export async function listOpenSettlements(
  query: Queries,
  appointments: readonly Standing[],
): Promise<Settlement[]> {
  if (appointments.length === 0) return []
  const rows = await query
    .selectFrom('settlements')
    .selectAll()
    .where(
      'appointmentId',
      'in',
      appointments.map(({ id }) => id),
    )
    .where('settledAt', 'is not', null)
    .orderBy('settledAt')
    .execute()
  const last = new Map(rows.map((row) => [row.appointmentId, row]))
  return appointments.flatMap((one) => {
    const settlement = last.get(one.id)
    return settlement && answerOf(settlement, one, true) === 'waiting' ? [settlement] : []
  })
}
