import type { InputOf } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { call } from '../data/api.ts'
import { type Failure, failureOf } from './booking-outcome.ts'

type Request = InputOf<typeof endpoints.bookAppointment>['body']
export type Outcome = { kind: 'booked' } | Failure

/** One `POST /booking`. Without a clear answer the patient's own list tells what became of it. */
export async function bookAppointment(body: Request): Promise<Outcome> {
  try {
    await call(endpoints.bookAppointment, { body })
    return { kind: 'booked' }
  } catch (error) {
    const failure = failureOf(error)
    return failure.kind === 'unknown' ? await lookUp(body) : failure
  }
}

async function lookUp({ patient, treatmentId, date, slot }: Request): Promise<Outcome> {
  try {
    const own = await call(endpoints.listAppointments, { query: { email: patient } })
    const isListed = own.some(
      (one) => one.treatmentId === treatmentId && one.slot === slot && one.date === date,
    )
    return isListed ? { kind: 'booked' } : { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}
