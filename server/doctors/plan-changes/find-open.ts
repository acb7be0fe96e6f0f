import type { Appointment } from '../../appointments/appointment.ts'
import type { Queries } from '../../db/database.ts'
import { answerOf, type Settlement } from './plan-change.ts'

/**
 * What the clinic has decided for an appointment that lost its place, while its patient has not answered:
 * until then neither cut-off nor refund rule binds them. `undefined` where nothing is open.
 */
export async function findOpenSettlement(
  query: Queries,
  appointment: Appointment,
): Promise<Settlement | undefined> {
  const last = await query
    .selectFrom('settlements')
    .selectAll()
    .where('appointmentId', '=', appointment.id)
    .where('settledAt', 'is not', null)
    .orderBy('settledAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && answerOf(last, appointment, true) === 'waiting' ? last : undefined
}
