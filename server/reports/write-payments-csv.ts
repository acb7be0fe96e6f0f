import { setImmediate as nextTurn } from 'node:timers/promises'
import { fromDate } from '@internationalized/date'
import { addDays, type Day } from '../../contract/date.ts'
import { isGuest } from '../appointments/search-keys.ts'
import { startOf } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import { type Charged, type PaymentPlace, paymentsQuery } from './queries.ts'
import { writeDollars } from './write-csv.ts'

/** Rows read at a time. */
const pageRows = 500

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
]

type Span = { from: Day; to: Day; timeZone: string }

/** What was charged on a range of the clinic's days, oldest first, read page by page. */
export async function* writePaymentsCsv(query: Queries, { from, to, timeZone }: Span) {
  const instantOf = (day: Day) => new Date(startOf(day, 0, timeZone)).toISOString()
  const before = instantOf(addDays(to, 1))
  let after: PaymentPlace = { at: instantOf(from), id: '' }
  for (;;) {
    const page: Charged[] = await paymentsQuery(query, { after, before, limit: pageRows }).execute()
    for (const charged of page) yield writePayment(charged, timeZone)
    after = page.at(-1) ?? after
    if (page.length < pageRows) return
    // A fast reader asks for more within the same turn of the event loop.
    await nextTurn()
  }
}

function writePayment(charged: Charged, timeZone: string): string[] {
  const { at, day, treatment, patient, patientName, transactionId, refundedAt } = charged
  const local = fromDate(new Date(at), timeZone).toString().slice(0, 16).replace('T', ' ')
  const who = [patientName, isGuest(patient) ? '' : patient]
  const money = [writeDollars(charged.amountCents), meansOf(charged), transactionId ?? '']
  const state = charged.state === 'desk' ? 'paid at the desk' : charged.state
  return [
    ...[local, at, day, treatment, ...who],
    ...[...money, state, writeReturned(charged), charged.refund ?? '', refundedAt ?? ''],
  ]
}

/** What of it went back or is on its way; nothing where nothing is. */
function writeReturned({ returnedCents }: Charged): string {
  return returnedCents > 0 ? writeDollars(returnedCents) : ''
}

/** `visa 4242`, or `cash at the desk`. */
function meansOf({ state, means, last4 }: Charged): string {
  if (state === 'desk') return `${means} at the desk`
  return [means, last4].filter(Boolean).join(' ')
}
