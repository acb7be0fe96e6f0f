import type { changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import { changeRefusals } from '../../contract/appointments/change-refusals.ts'
import type { AnswerOf, CheckedOf } from '../../contract/endpoint.ts'
import { bookingRefusals, failures } from '../../contract/errors.ts'
import type { Deps } from '../deps.ts'
import { type Failure, refuse } from '../http/errors.ts'
import { testCentsOf } from '../payments/test-payments.ts'
import { type Actor, type Appointment, dueOf } from './appointment.ts'
import { cancelByPatient } from './cancel.ts'
import { findById } from './find-appointment.ts'
import { rescheduleByPatient } from './reschedule.ts'
import { showAppointment } from './show-appointment.ts'

const refusals = { ...failures, ...bookingRefusals, ...changeRefusals }

type Calls = typeof changeEndpoints
/** Which appointment, and who acts as its patient. */
type By = { id: string; actor: Actor }

/** Cancels for a patient who has proved to be one, and answers in the wire's words. */
export async function answerCancel(
  deps: Deps,
  by: By,
  { revision, refund }: CheckedOf<Calls['cancelOwn']>['body'],
): Promise<AnswerOf<Calls['cancelOwn']> | Failure> {
  const refundCents = Math.round(refund * 100)
  const outcome = await cancelByPatient(deps, { ...by, revision, refundCents })
  if (!outcome.ok) return refuse(refusals, outcome.reason)
  return { booking: await show(deps, outcome.appointment), refund: refundCents / 100 }
}

/** The same for a move. */
export async function answerReschedule(
  deps: Deps,
  by: By,
  { date: day, price, returned, ...input }: CheckedOf<Calls['rescheduleOwn']>['body'],
): Promise<AnswerOf<Calls['rescheduleOwn']> | Failure> {
  const priceCents = Math.round(price * 100)
  const shownCents = returned === undefined ? undefined : Math.round(returned * 100)
  const outcome = await rescheduleByPatient(deps, { ...by, ...input, day, priceCents, shownCents })
  if (!outcome.ok) return refuse(refusals, outcome.reason)
  const { appointment: moved, refunds } = outcome
  const returnedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    booking: await show(deps, moved),
    due: dueOf(moved) / 100,
    returned: returnedCents / 100,
  }
}

/** As it is once the refunds have been tried. */
async function show({ database: { query }, payments }: Deps, changed: Appointment) {
  const appointment = (await findById(query, changed.id)) ?? changed
  return showAppointment(appointment, await testCentsOf(query, payments, changed.id))
}
