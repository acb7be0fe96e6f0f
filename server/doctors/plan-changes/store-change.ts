import { v7 as uuidv7 } from 'uuid'
import type { Appointment } from '../../appointments/appointment.ts'
import type { Instant } from '../../clock.ts'
import type { Queries } from '../../db/database.ts'
import type { Cause } from './plan-change.ts'

type Left = Pick<Appointment, 'id' | 'timeRevision' | 'day' | 'slot' | 'doctorId' | 'doctorName'>

/** Rows in one statement, which takes so many values only. */
const most = 500

/**
 * Notes which appointments a change has left without their place, for staff to settle; its id, or `null`
 * where there are none.
 */
export async function storePlanChange(
  query: Queries,
  cause: Cause,
  left: readonly Left[],
  createdAt: Instant,
): Promise<string | null> {
  if (left.length === 0) return null
  const changeId = uuidv7()
  await query
    .insertInto('planChanges')
    .values({ ...cause, id: changeId, createdAt })
    .execute()
  const rows = left.map(({ id: appointmentId, timeRevision, day, slot, doctorId, doctorName }) => ({
    ...{ changeId, appointmentId, timeRevision, day, slot, doctorId, doctorName },
    ...{ way: null, settledAt: null, sentAt: null, answeredAt: null },
  }))
  for (let at = 0; at < rows.length; at += most) {
    await query
      .insertInto('settlements')
      .values(rows.slice(at, at + most))
      .execute()
  }
  return changeId
}
