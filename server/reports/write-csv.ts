import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fromDate } from '@internationalized/date'
import { stringify } from 'csv-stringify'
import { timeOfDay } from '../../contract/appointments/slot.ts'
import { addDays, type Day } from '../../contract/date.ts'
import type { PracticeReport } from '../../contract/reports/endpoints.ts'
import { type Appointment, cardCentsOf, dueOf } from '../appointments/appointment.ts'
import { isGuest } from '../appointments/search-keys.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import { startOfDay } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import { streamChunks } from '../http/send-content.ts'
import { isTest } from '../payments/payment.ts'
import { type Clinic, sumTests } from '../payments/test-payments.ts'
import {
  type AppointmentPlace,
  appointmentsQuery,
  type Charged,
  type PaymentPlace,
  paymentsQuery,
} from './queries.ts'

/** Where commas part the decimals, spreadsheets part the cells of a row at semicolons, and take no quotes in its middle. */
const formulaAtSemicolon = /;(?=[\s"']*[=+\-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}])/gu

/**
 * A table as a download that is written while it is read, at the reader's pace. It opens well in a
 * spreadsheet: with a BOM, so that it is read as UTF-8, and no cell begins a formula.
 */
export function sendCsv(
  rows: AsyncIterable<readonly string[]>,
  { name, columns, log }: { name: string; columns: readonly string[]; log: Log },
): Response {
  const csv = stringify({
    bom: true,
    columns: [...columns],
    header: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { string: (text) => text.replace(formulaAtSemicolon, ";'") },
    // Readers end a row at any line break, not at our own alone.
    quoted_match: /[\r\n]/,
  })
  pipeline(Readable.from(rows), csv, (err) => {
    // A reader who has enough closes early.
    if (err && err.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err }, 'export broke off')
  })
  return new Response(streamChunks(csv), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}

/** Dollars with their cents, as a spreadsheet reads a number. */
function writeDollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** The same, and nothing where nothing is. */
function writeAnyDollars(cents: number): string {
  return cents > 0 ? writeDollars(cents) : ''
}

/** Rows read at a time. */
const pageRows = 500

export const appointmentColumns = [
  'Date',
  'Start',
  'End',
  'Treatment',
  'Patient',
  'E-mail',
  'Phone',
  'Status',
  'Price',
  'Paid',
  'Transaction',
  'Relation',
  'Booked by',
  'Paid in test mode',
  'Paid by card',
  'Paid at the desk',
  'Due',
]

/** The appointments of a range of days, in the order of their time, read page by page. */
export async function* writeAppointmentsCsv(
  query: Queries,
  range: { from: Day; to: Day },
  clinic: Clinic,
) {
  let after: AppointmentPlace | null = null
  for (;;) {
    const page: Appointment[] = await appointmentsQuery(query, range, {
      after,
      limit: pageRows,
    }).execute()
    const ids = page.map(({ id }) => id)
    const tests = await sumTests(query, clinic, ids)
    for (const appointment of page) yield writeRow(appointment, tests.get(appointment.id) ?? 0)
    after = page.at(-1) ?? null
    if (page.length < pageRows) return
    // A fast reader asks for more within the same turn of the event loop.
    await nextTurn()
  }
}

function writeRow(appointment: Appointment, testCents: number): string[] {
  const { treatment, patient, patientName, phone, status, paid, transactionId, ...shown } =
    showStaffAppointment(appointment, testCents)
  const { day, startMinute, endMinute, priceCents } = appointment
  const times = [day, timeOfDay(startMinute), timeOfDay(endMinute)]
  const money = [writeDollars(priceCents), paid, transactionId ?? '']
  const family = [shown.dependent?.relation ?? '', shown.bookedBy ?? '']
  const who = [patientName, patient ?? '', phone]
  const paidCents = [testCents, cardCentsOf(appointment), appointment.deskCents]
  const amounts = [...paidCents, dueOf(appointment)].map(writeAnyDollars)
  return [...times, treatment, ...who, status, ...money, ...family, ...amounts]
}

export const paymentColumns = [
  'Charged',
  'Charged (UTC)',
  'Appointment',
  'Treatment',
  'Patient',
  'E-mail',
  'Amount',
  'Means',
  'Transaction',
  'State',
  'Returned',
  'Refund',
  'Refund settled (UTC)',
  'Test mode',
]

/** `testMode`: whether the clinic is in test mode now. */
type Span = { from: Day; to: Day; timeZone: string; testMode: boolean }

/** What was charged on a range of the clinic's days, oldest first, read page by page. */
export async function* writePaymentsCsv(query: Queries, span: Span) {
  const { from, to, timeZone } = span
  const midnightOf = (day: Day) => new Date(startOfDay(day, timeZone)).toISOString()
  const before = midnightOf(addDays(to, 1))
  let after: PaymentPlace = { at: midnightOf(from), id: '' }
  for (;;) {
    const page: Charged[] = await paymentsQuery(query, { after, before, limit: pageRows }).execute()
    for (const charged of page) yield writePayment(charged, span)
    after = page.at(-1) ?? after
    if (page.length < pageRows) return
    // A fast reader asks for more within the same turn of the event loop.
    await nextTurn()
  }
}

function writePayment(charged: Charged, { timeZone, testMode }: Span): string[] {
  const { at, day, treatment, patient, patientName, transactionId, refundedAt } = charged
  const local = fromDate(new Date(at), timeZone).toString().slice(0, 16).replace('T', ' ')
  const who = [patientName, isGuest(patient) ? '' : patient]
  const money = [writeDollars(charged.amountCents), meansOf(charged), transactionId ?? '']
  const state = charged.state === 'desk' ? 'paid at the desk' : charged.state
  return [
    ...[local, at, day, treatment, ...who],
    // What of it went back or is on its way.
    ...[...money, state, writeAnyDollars(charged.returnedCents)],
    ...[charged.refund ?? '', refundedAt ?? ''],
    isTest(charged, { testMode }) ? 'yes' : '',
  ]
}

/** `visa 4242`, or `cash at the desk`. */
function meansOf({ state, means, last4 }: Charged): string {
  if (state === 'desk') return `${means} at the desk`
  return [means, last4].filter(Boolean).join(' ')
}

export const practiceColumns = [
  'Kind',
  'Name',
  'Appointments',
  'Hours offered',
  'Hours booked',
  'Filled',
  'Hours lost to no-shows',
  'Hours lost to late cancellations',
  'Collected',
  'Refunded',
]

/** A row for each doctor and then each chair; hours as decimals, the share as a number up to 1. */
export async function* writePracticeCsv({ doctors, chairs }: PracticeReport) {
  for (const { collected, returned, ...use } of doctors) {
    const money = [collected, returned].map((dollars) => writeDollars(Math.round(dollars * 100)))
    yield ['doctor', ...writeUse(use), ...money]
  }
  for (const use of chairs) yield ['chair', ...writeUse(use), '', '']
}

type Use = PracticeReport['chairs'][number]

function writeUse({ name, appointments, offered, booked, missed, cancelledLate }: Use): string[] {
  const share = offered > 0 ? (booked / offered).toFixed(4) : ''
  const [first, second, ...lost] = [offered, booked, missed, cancelledLate].map((minutes) =>
    (minutes / 60).toFixed(2),
  )
  return [name ?? '', String(appointments), first ?? '', second ?? '', share, ...lost]
}
