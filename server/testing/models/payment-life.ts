import { pino } from 'pino'
import type { Booking } from '../../../contract/appointments/appointment.ts'
import { addDays, weekdayOf } from '../../../contract/date.ts'
import { createApp } from '../../app.ts'
import type { ProviderEvent } from '../../payments/provider.ts'
import { createSandbox } from '../../payments/sandbox/sandbox.ts'
import { receiveEvent } from '../../payments/settle-payment.ts'
import { sweepPayments } from '../../payments/sweep-payments.ts'
import { cancelBy, moveBy, readTerms, setPolicy, stayingIn } from '../changing.ts'
import { createFate, mortalDatabase, mortalLine } from '../crashes.ts'
import { openTestDatabase } from '../database/database.ts'
import { booked, openPortal, type Person, request, signIn } from '../portal.ts'

export type Clinic = Awaited<ReturnType<typeof openClinic>>
export type Life = Awaited<ReturnType<typeof beginLife>>

/** A clinic for many lives; its provider outlives every crash of its server. */
export async function openClinic() {
  const database = await openTestDatabase()
  const events: ProviderEvent[] = []
  let time = { now: new Date('2026-06-05T11:00:00Z') }
  const deliveries = (event: ProviderEvent) => {
    events.push(event)
    return []
  }
  const sandbox = createSandbox({ database, clock: () => time.now }, deliveries)
  const portal = await openPortal({ database, payments: sandbox, now: time.now })
  time = portal.time
  // Lives are short: what their patients may do they may do until the appointment begins.
  await database.query.updateTable('clinic').set({ cutoffMinutes: 0 }).execute()
  return { database, sandbox, portal, events, admin: await staff(portal) }
}

async function staff(portal: Awaited<ReturnType<typeof openPortal>>) {
  const admin = await signIn(portal, 'staff@clinic.example', 'admin')
  await stayingIn(portal.database)
  return admin
}

/** One patient with two appointments on one day, seen through a server that may die. */
export async function beginLife(clinic: Clinic, number: number) {
  const { portal, database, sandbox } = clinic
  // In every sixth life the clinic gives nothing back to patients who change their minds.
  const refundRule = number % 6 === 5 ? 'never' : 'before_cutoff'
  await setPolicy(portal, { refundRule })
  const fate = createFate()
  const day = openDay(number)
  portal.time.now = new Date(`${day}T11:00:00Z`)
  const patient = await signIn(portal)
  await stayingIn(database)
  const bookings: Booking[] = []
  for (const [treatment, slot] of ['8:00 AM - 8:30 AM', '1:00 PM - 1:30 PM'].entries()) {
    bookings.push(await booked(portal, patient, { treatment, slot, date: day }))
  }
  clinic.events.length = 0
  const parts = {
    ...portal.deps,
    database: mortalDatabase(database, fate),
    payments: mortalLine(sandbox, fate),
    log: pino({ level: 'silent' }),
  }
  const { app } = createApp(parts)
  const ask = (who: Person, method: string, path: string, body: unknown) =>
    request({ app }, method, path, { token: who.token, body })
  return {
    clinic,
    fate,
    refundRule,
    bookings,
    /** Secrets that browsers hold. */
    tabs: [] as string[],
    open: (booking: Booking, price: number) =>
      ask(patient, 'POST', '/create-payment-intent', { price, appointment: booking._id }),
    report: (booking: Booking, transactionId: string) =>
      ask(patient, 'PATCH', `/booking/${booking._id}`, { appointment: booking._id, transactionId }),
    cancelOwn: async (booking: Booking) =>
      cancelBy({ ...portal, app }, patient, await readTerms(portal, patient, booking)),
    rescheduleOwn: async (booking: Booking, to: { treatment: number; slot: string }) =>
      moveBy({ ...portal, app }, patient, await readTerms(portal, patient, booking), {
        ...to,
        date: day,
      }),
    refund: (booking: Booking) =>
      ask(clinic.admin, 'POST', `/booking/${booking._id}/refund`, { reason: 'Asked for it.' }),
    ...atTheDesk(clinic, bookings),
    deliver: (event: ProviderEvent) => receiveEvent(parts, event),
    sweep: (everything: boolean) => sweepPayments(parts, { everything }),
  }
}

/** What staff and time do, on the database itself. */
function atTheDesk({ database: { query }, portal }: Clinic, bookings: Booking[]) {
  /** Appointments whose price changed under what was paid for them. */
  const repriced = new Set<string>()
  const change = async (id: string, set: { cancelledAt: string } | { priceCents: number }) => {
    await query.updateTable('appointments').set(set).where('id', '=', id).execute()
  }
  return {
    repriced,
    readAppointment: (id: string) =>
      query.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async isKept(appointmentId: string, intentId: string) {
      const payment = query.selectFrom('payments').select('state').where('intentId', '=', intentId)
      const kept = await payment.where('appointmentId', '=', appointmentId).executeTakeFirst()
      return kept?.state === 'succeeded'
    },
    cancel: (booking: number) =>
      change(bookings[booking]?._id ?? '', { cancelledAt: portal.time.now.toISOString() }),
    reprice(booking: number, priceCents: number) {
      repriced.add(bookings[booking]?._id ?? '')
      return change(bookings[booking]?._id ?? '', { priceCents })
    },
    wait(minutes: number) {
      portal.time.now = new Date(portal.time.now.getTime() + minutes * 60_000)
    },
  }
}

/** A working day of its own for each life. */
function openDay(number: number): string {
  const week = addDays('2026-06-08', Math.floor(number / 6) * 7)
  const day = addDays(week, number % 6)
  return weekdayOf(day) === 0 ? addDays(day, 1) : day
}
