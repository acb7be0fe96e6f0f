import type { Context } from 'hono'
import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import { formatDay } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type BookingRefusal, bookingRefusals, failures } from '../../contract/errors.ts'
import { dependentRefusals } from '../../contract/patients/dependent.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import { Failure, refuse } from '../http/errors.ts'
import type { Repeated } from '../http/repeat-answers.ts'
import { plainJson, type Serve } from '../http/serve.ts'
import type { Caller } from '../identity/caller.ts'
import { findDependent } from '../patients/dependents.ts'
import { listBegun } from '../payments/open-payment.ts'
import { sumTests } from '../payments/test-payments.ts'
import { answerCancel, answerReschedule } from './answer-change.ts'
import { type Actor, type BookingInput, isOwn } from './appointment.ts'
import { createBookAppointment } from './book.ts'
import { findOwn, storeLastRead } from './find-appointment.ts'
import { findImpossible, showOwn } from './find-impossible.ts'
import { findFreeDay } from './free-days.ts'
import { listHistory } from './history.ts'
import { createWatchAvailable } from './live-updates.ts'
import { prepareListByPatient, secondsToNext } from './queries.ts'
import { showAppointment } from './show-appointment.ts'
import { readChangeTerms } from './terms.ts'

export function appointmentRoutes(serve: Serve, deps: Deps): void {
  const { availability, clinicTime, database, metrics, repeats } = deps
  const bookAppointment = createBookAppointment(deps)
  ownRoutes(serve, deps)
  changeRoutes(serve, deps)

  const answer = (http: Context, { body, holds }: Repeated) =>
    repeats.answer(http, plainJson(body), { holds })

  serve(endpoints.listAvailable, async ({ http, query }) =>
    answer(http, await availability.read(query.date, query.doctor)),
  )

  serve(endpoints.listFreeDays, async ({ http, query }) =>
    answer(http, await availability.readMonth(query.month, query.doctor)),
  )

  serve(endpoints.listNextTimes, async ({ http, query }) =>
    answer(http, await availability.readNext(query.treatment)),
  )

  const watchAvailable = createWatchAvailable(deps)
  serve(endpoints.watchAvailable, ({ query, http }) => {
    return watchAvailable(query.date, clientAddress(http, deps.config.trustProxy))
  })

  serve(endpoints.findNextFreeDay, async ({ query }) => {
    const day = await findFreeDay(database.query, query.date, clinicTime())
    return { date: day && formatDay(day) }
  })

  serve(endpoints.bookAppointment, async ({ body, caller }) => {
    if (body.patient !== caller.email) return refuse(bookingRefusals, 'wrong_patient', 403)
    const treated = body.dependent
      ? await findDependentOf(database.query, caller, body.dependent)
      : ofOneself(caller)
    if (!treated) return refuse(bookingRefusals, 'unknown_dependent')
    const input = {
      treatmentId: body.treatmentId,
      day: body.date,
      slot: body.slot,
      priceCents: Math.round(body.price * 100),
      patient: caller.email,
      phone: body.phone,
      doctor: body.doctor,
      ...treated,
    }
    const outcome = await bookAppointment(input, { ...caller, isStaff: false })
    metrics.countBooking(outcome.ok ? 'accepted' : outcome.reason)
    if (!outcome.ok) return refuseBooking(deps, caller, outcome.reason, 'forDependent' in treated)
    return { success: true as const, booking: showAppointment(outcome.appointment, 0) }
  })
}

type Whom = Pick<BookingInput, 'patientName' | 'forDependent'>

function ofOneself({ name: patientName }: Caller): Whom {
  return { patientName }
}

/** A dependent of the caller; the insert asks once more whether they are. */
async function findDependentOf(query: Queries, caller: Caller, id: string): Promise<Whom | null> {
  const dependent = await findDependent(query, caller.userId, id)
  if (!dependent) return null
  return {
    patientName: dependent.name,
    forDependent: { dependentId: id, holder: caller.userId, bookerName: caller.name },
  }
}

/** What patients read of their own. */
function ownRoutes(serve: Serve, { clinicTime, database, log, payments }: Deps): void {
  const listByPatient = prepareListByPatient(database)
  serve(endpoints.listAppointments, async ({ caller }) => {
    const shown: OwnBooking[] = []
    for await (const rows of listByPatient(caller.email, clinicTime().today)) {
      const own = rows.filter((row) => isOwn(row, caller))
      const asked = own.filter(({ wasAsked }) => wasAsked)
      const impossible = await findImpossible(database.query, asked)
      const paid = own.filter(({ hasTest }) => hasTest).map(({ id }) => id)
      const tests = await sumTests(database.query, payments, paid)
      const open = own.filter(({ hasOpen }) => hasOpen)
      const begun = await listBegun(database.query, payments, open)
      const known = { impossible, tests, begun }
      shown.push(...own.map((one) => showOwn(one, known)))
    }
    return shown
  })

  serve(endpoints.readAppointment, async ({ params, caller }) => {
    const own = await findOwn(database.query, params.id, caller)
    if (!own.ok) return refuse(failures, own.reason)
    const { appointment } = own
    const read = { sessionId: caller.sessionId, appointmentId: appointment.id }
    // It only helps a payment screen that names no appointment: what was read is answered all the same.
    await storeLastRead(database.query, read).catch((err: unknown) => {
      log.warn({ err }, 'not stored which appointment a session read')
    })
    const impossible = await findImpossible(database.query, [appointment])
    const tests = await sumTests(database.query, payments, [params.id])
    const begun = await listBegun(database.query, payments, [appointment])
    return showOwn(appointment, { impossible, tests, begun })
  })

  serve(endpoints.listHistory, async ({ params, caller }) => {
    const own = await findOwn(database.query, params.id, caller)
    return own.ok ? listHistory(database.query, own.appointment) : refuse(failures, own.reason)
  })
}

/** What patients do with their own appointments after booking. */
function changeRoutes(serve: Serve, deps: Deps): void {
  const { query: database } = deps.database

  serve(changeEndpoints.readChangeTerms, async ({ params, caller }) => {
    const own = await findOwn(database, params.id, caller)
    return own.ok ? readChangeTerms(deps, own.appointment) : refuse(failures, own.reason)
  })

  serve(changeEndpoints.cancelOwn, async ({ params, body, caller }) => {
    const own = await findOwn(database, params.id, caller)
    if (!own.ok) return refuse(failures, own.reason)
    return answerCancel(deps, { ...params, actor: patient(caller) }, body)
  })

  serve(changeEndpoints.rescheduleOwn, async ({ params, body, caller }) => {
    const own = await findOwn(database, params.id, caller)
    if (!own.ok) return refuse(failures, own.reason)
    return answerReschedule(deps, { ...params, actor: patient(caller) }, body)
  })
}

function patient({ email, userId }: Caller): Actor {
  return { email, userId, isStaff: false }
}

async function refuseBooking(
  { database, clock }: Deps,
  { userId }: Caller,
  code: BookingRefusal,
  isForDependent: boolean,
): Promise<Failure> {
  const refusals = isForDependent ? { ...bookingRefusals, ...dependentRefusals } : bookingRefusals
  if (code !== 'too_many_bookings') return refuse(refusals, code)
  const { body } = refuse(refusals, code)
  return new Failure(429, body, await secondsToNext(database.query, userId, clock()))
}
