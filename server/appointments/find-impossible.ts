import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import type { Impossible } from '../../contract/appointments/impossible.ts'
import { listAskedAmong } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { listOpenSettlements } from '../doctors/plan-changes/find-open.ts'
import type { Appointment } from './appointment.ts'
import { type Listed, showAppointment } from './show-appointment.ts'

type Standing = Pick<Appointment, 'id' | 'status' | 'cancelledAt' | 'confirmedAt' | 'timeRevision'>

/**
 * Which of some appointments cannot take place, and why, by id: those whose patients were asked to choose
 * another time and have not. Who has come all the same is treated like anybody else.
 */
export async function findImpossible(
  query: Queries,
  appointments: readonly Standing[],
): Promise<Map<string, Impossible>> {
  const standing = appointments.filter(
    ({ status, cancelledAt }) => status === 'booked' && cancelledAt === null,
  )
  const open = await listOpenSettlements(query, standing)
  const closed = await listAskedAmong(
    query,
    standing.map(({ id }) => id),
  )
  return new Map<string, Impossible>([
    ...open.flatMap(({ way, appointmentId }) =>
      way === 'ask' ? [[appointmentId, 'displaced'] as const] : [],
    ),
    ...closed.map((id) => [id, 'closed'] as const),
  ])
}

type Known = {
  impossible: ReadonlyMap<string, Impossible>
  /** By `sumTests`. */
  tests: ReadonlyMap<string, number>
  /** By `listBegun`. */
  begun: ReadonlySet<string>
}

/** An appointment in the wire's words for its own patient. */
export function showOwn(
  appointment: Omit<Listed, 'unproved'>,
  { impossible, tests, begun }: Known,
): OwnBooking {
  const { id } = appointment
  return {
    ...showAppointment(appointment, tests.get(id) ?? 0),
    impossible: impossible.get(id) ?? null,
    paymentBegun: begun.has(id),
  }
}
