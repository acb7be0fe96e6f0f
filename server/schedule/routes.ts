import { formatDay, weekdayOf } from '../../contract/date.ts'
import type { CheckedOf } from '../../contract/endpoint.ts'
import { bookingRefusals, failures } from '../../contract/errors.ts'
import { patientRefusals } from '../../contract/patients/patient.ts'
import {
  nextVisitEndpoints,
  scheduleEndpoints,
  teamEndpoints,
} from '../../contract/schedule/endpoints.ts'
import { staffBookingTexts, staffRefusals } from '../../contract/schedule/refusals.ts'
import type {
  Actor,
  Appointment,
  ChangeRefusal,
  Refused,
  RefusedByHold,
} from '../appointments/appointment.ts'
import { bookByStaff } from '../appointments/book.ts'
import { cancelByStaff } from '../appointments/cancel.ts'
import { findById } from '../appointments/find-appointment.ts'
import { bookSeriesByStaff, planVisits } from '../appointments/next-visits/book-series.ts'
import { listDoctorsAt } from '../appointments/pairs/doctors-at.ts'
import { rescheduleByStaff } from '../appointments/reschedule.ts'
import { makeGuestKey } from '../appointments/search-keys.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import { setStatus } from '../appointments/status.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { reachOf } from '../doctors/reach.ts'
import { may } from '../http/access.ts'
import { Failure, fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import type { Caller } from '../identity/caller.ts'
import { proofMissing } from '../identity/proof-gate.ts'
import { addressOf, listAddressees } from '../patients/find-patients.ts'
import { recordDeskPayment, removeDeskPayment } from '../payments/desk-payment.ts'
import { testCentsOf } from '../payments/test-payments.ts'
import { listFound } from './list-found.ts'
import { countOpen } from './queries.ts'
import { readDay, readDetails, readDoctorWeek, writeDayNote } from './read-day.ts'
import { readMonth } from './read-month.ts'
import { createWatchDays } from './watch-days.ts'

export function scheduleRoutes(serve: Serve, deps: Deps): void {
  const { payments } = deps
  const { query: database, reader } = deps.database

  serve(scheduleEndpoints.readDay, ({ query, caller }) =>
    readDay(database, { day: query.date, now: deps.clock(), reach: reachOf(caller), payments }),
  )
  serve(scheduleEndpoints.readMonth, ({ query, caller }) =>
    readMonth(reader, query.month, reachOf(caller)),
  )
  serve(scheduleEndpoints.searchAppointments, ({ query, caller }) =>
    listFound(reader, { ...query, reach: reachOf(caller), payments }),
  )
  serve(scheduleEndpoints.readStaffAppointment, async ({ params, caller }) => {
    const asked = { ...params, reach: reachOf(caller), payments }
    return (await readDetails(database, asked)) ?? fail('not_found')
  })
  serve(scheduleEndpoints.readCounts, async ({ caller }) => {
    const { messages, reviews, waiting } = await countOpen(reader)
    return {
      messages: may(caller, 'messages') ? messages : 0,
      reviews: may(caller, 'reviews') ? reviews : 0,
      waiting: may(caller, 'waitlist') ? waiting : 0,
    }
  })
  serve(scheduleEndpoints.listDoctorsAt, ({ query: { date: day, ...wanted } }) => {
    return listDoctorsAt(database, { ...wanted, day, weekday: weekdayOf(day) }, deps.clock())
  })
  const watchDays = createWatchDays(deps)
  serve(scheduleEndpoints.watchDays, ({ http, caller }) => watchDays(http, caller))
  teamRoutes(serve, deps)
  bookingRoute(serve, deps)
  nextVisitRoutes(serve, deps)
  timeRoutes(serve, deps)
  deskRoutes(serve, deps)
}

function teamRoutes(serve: Serve, deps: Deps): void {
  serve(teamEndpoints.readDoctorWeek, async ({ params, query: { date: day }, caller, note }) => {
    const { payments } = deps
    const asked = { ...params, day, now: deps.clock(), reach: reachOf(caller), payments }
    const week = await readDoctorWeek(deps.database.query, asked)
    if (week) note({ subject: `${day}, ${week.doctor.name}` })
    return week ?? fail('not_found')
  })
  serve(teamEndpoints.writeDayNote, async ({ body: { date: day, ...body }, note }) => {
    note({ subject: day })
    const outcome = await writeDayNote(deps, { day, ...body })
    return outcome.ok ? outcome.note : refuse(staffRefusals, outcome.reason)
  })
}

type Named = Pick<
  CheckedOf<typeof scheduleEndpoints.bookForPatient>['body'],
  'patient' | 'patientName' | 'patientId' | 'phone' | 'relation'
>

/** The patient as staff name them, or from the picked record; `null` if it is gone, merged or erased. */
async function whoIsBooked(query: Queries, named: Named) {
  const { patientId, patientName, relation } = named
  if (patientId !== undefined) return whoIsOnRecord(query, patientId)
  return { patient: named.patient ?? makeGuestKey(named), patientName, relation }
}

/** The patient as their record names them now; `null` if it is gone, merged or erased. */
async function whoIsOnRecord(query: Queries, patientId: string) {
  const [record] = await listAddressees(query, [patientId])
  if (!record || record.mergedInto !== null || record.erasedAt !== null) return null
  const { name: patientName, relation } = record
  return { patient: addressOf(record), patientName, relation, pickedId: patientId }
}

function bookingRoute(serve: Serve, deps: Deps): void {
  serve(scheduleEndpoints.bookForPatient, async ({ body, caller, note }) => {
    const { treatmentId, date: day, slot, phone, despite, doctor, chair } = body
    const who = await whoIsBooked(deps.database.query, body)
    if (!who) return refuse(patientRefusals, 'patient_over')
    const priceCents = Math.round(body.price * 100)
    const input = { treatmentId, day, slot, priceCents, ...who, phone, despite, doctor, chair }
    const outcome = await bookByStaff(deps, input, staff(caller))
    deps.metrics.countBooking(outcome.ok ? 'accepted' : outcome.reason)
    if (outcome.ok) {
      const { id: subject, treatment } = outcome.appointment
      note({ subject, data: { treatment, day, slot } })
    }
    return answer(deps, outcome)
  })
}

function nextVisitRoutes(serve: Serve, deps: Deps): void {
  serve(nextVisitEndpoints.planVisits, async ({ params, query }) => {
    const appointment = await findById(deps.database.query, params.id)
    if (!appointment) return fail('not_found')
    return { visits: await planVisits(deps, appointment, query) }
  })
  serve(nextVisitEndpoints.bookVisits, async ({ params, body, caller, note }) => {
    const appointment = await findById(deps.database.query, params.id)
    if (!appointment) return fail('not_found')
    const who = await whoIsOnRecord(deps.database.query, appointment.patientId)
    if (!who) return refuse(patientRefusals, 'patient_over')
    const { phone } = appointment
    const { treatmentId, visits, together } = body
    const same = { ...who, phone, treatmentId, priceCents: Math.round(body.price * 100) }
    const inputs = visits.map(({ date: day, slot }) => ({
      ...same,
      ...{ day, slot },
      despite: ['window' as const],
    }))
    const outcome = await bookSeriesByStaff(deps, inputs, { actor: staff(caller), together })
    for (const _ of outcome.booked) deps.metrics.countBooking('accepted')
    for (const { reason } of outcome.refused) deps.metrics.countBooking(reason)
    const days = outcome.booked.map(({ day }) => day)
    note({ data: { days, refused: outcome.refused.length } })
    return {
      booked: outcome.booked.map((one) => showStaffAppointment(one, 0)),
      refused: outcome.refused.map(({ input: { day, slot }, reason }) => ({
        date: formatDay(day),
        slot,
        code: reason,
        message: visitRefusals[reason],
      })),
    }
  })
}

const visitRefusals = { ...bookingRefusals, slot_held: staffRefusals.slot_held }

function timeRoutes(serve: Serve, deps: Deps): void {
  serve(scheduleEndpoints.rescheduleAppointment, async ({ params, body, caller, note }) => {
    const { date: day, ...rest } = body
    note({ data: { day, slot: body.slot } })
    const input = { ...params, ...rest, day, actor: staff(caller) }
    return answer(deps, await rescheduleByStaff(deps, input))
  })
  serve(scheduleEndpoints.cancelAppointment, async ({ params, body, caller, note }) => {
    note({ data: { reason: body.reason, refund: body.refund } })
    if (body.refund && !may(caller, 'refunds')) return fail('forbidden')
    // As a refund does by itself.
    const unproved = body.refund ? proofMissing(caller, deps.clock()) : null
    if (unproved) return unproved
    return answer(deps, await cancelByStaff(deps, { ...params, ...body, actor: staff(caller) }))
  })
  serve(scheduleEndpoints.setStatus, async ({ params, body, caller, note }) => {
    note({ data: { status: body.status } })
    const input = { ...params, ...body, actor: staff(caller), reach: reachOf(caller) }
    return answer(deps, await setStatus(deps, input))
  })
}

function deskRoutes(serve: Serve, deps: Deps): void {
  serve(scheduleEndpoints.payAtDesk, async ({ params, body, caller, note }) => {
    note({ data: { method: body.method } })
    return answer(deps, await recordDeskPayment(deps, { ...params, ...body, actor: staff(caller) }))
  })
  serve(scheduleEndpoints.removeDeskPayment, async ({ params, body, caller }) => {
    return answer(deps, await removeDeskPayment(deps, { ...params, ...body, actor: staff(caller) }))
  })
}

function staff({ email, userId }: Caller): Actor {
  return { email, userId, isStaff: true }
}

const refusals = { ...failures, ...bookingRefusals, ...staffBookingTexts.en, ...staffRefusals }

type Outcome = { ok: true; appointment: Appointment } | Refused<ChangeRefusal> | RefusedByHold

async function answer({ database, payments }: Deps, outcome: Outcome) {
  if (outcome.ok) {
    const { appointment } = outcome
    const testCents = await testCentsOf(database.query, payments, appointment.id)
    return showStaffAppointment(appointment, testCents)
  }
  if (!('held' in outcome)) return refuse(refusals, outcome.reason)
  const { reason: code, held } = outcome
  return new Failure(409, { code, message: staffRefusals[code], held })
}
