import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify'
import { timeOfDay } from '../../contract/appointments/slot.ts'
import type { Day } from '../../contract/date.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { showStaffAppointment } from '../appointments/show-appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import { streamChunks } from '../http/send-content.ts'
import { type AppointmentPlace, appointmentsQuery } from './queries.ts'

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
export function writeDollars(cents: number): string {
  return (cents / 100).toFixed(2)
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
]

/** The appointments of a range of days, in the order of their time, read page by page. */
export async function* writeAppointmentsCsv(query: Queries, range: { from: Day; to: Day }) {
  let after: AppointmentPlace | null = null
  for (;;) {
    const page: Appointment[] = await appointmentsQuery(query, range, {
      after,
      limit: pageRows,
    }).execute()
    for (const appointment of page) yield writeRow(appointment)
    after = page.at(-1) ?? null
    if (page.length < pageRows) return
    // A fast reader asks for more within the same turn of the event loop.
    await nextTurn()
  }
}

function writeRow(appointment: Appointment): string[] {
  const { treatment, patient, patientName, phone, status, paid, transactionId, ...shown } =
    showStaffAppointment(appointment)
  const { day, startMinute, endMinute, priceCents } = appointment
  const times = [day, timeOfDay(startMinute), timeOfDay(endMinute)]
  const money = [writeDollars(priceCents), paid, transactionId ?? '']
  const family = [shown.dependent?.relation ?? '', shown.bookedBy ?? '']
  return [...times, treatment, patientName, patient ?? '', phone, status, ...money, ...family]
}
