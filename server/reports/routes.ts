import { type Day, daysBetween } from '../../contract/date.ts'
import { mostReportDays, reportEndpoints } from '../../contract/reports/endpoints.ts'
import type { Deps } from '../deps.ts'
import { type Failure, fail, issueAt } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { daysAround, readCollected, readOverview, readPractice } from './read-reports.ts'
import {
  appointmentColumns,
  paymentColumns,
  practiceColumns,
  sendCsv,
  writeAppointmentsCsv,
  writePaymentsCsv,
  writePracticeCsv,
} from './write-csv.ts'

export function reportRoutes(serve: Serve, deps: Deps): void {
  const { config, clinicTime, log } = deps
  const { query: database, reader } = deps.database
  const { clinicTimeZone: timeZone } = config
  const clinic = { timeZone, testMode: deps.payments?.testMode ?? false }

  serve(reportEndpoints.readOverview, () => readOverview(reader, clinicTime().today, clinic))

  serve(reportEndpoints.readCollected, ({ query }) => readCollected(reader, query.month, clinic))

  /** The days that are asked for, else those of the overview. */
  const rangeOf = ({ from, to }: { from?: Day | undefined; to?: Day | undefined }): Range => {
    const around = daysAround(clinicTime().today)
    return { from: from ?? around.from, to: to ?? around.to }
  }
  const practiceOf = (range: Range) =>
    readPractice(reader, clinicTime().today, { ...range, ...clinic })

  serve(reportEndpoints.readPractice, async ({ query }) => {
    const range = rangeOf(query)
    return refuseBackwards(range) ?? refuseLong(range) ?? practiceOf(range)
  })

  serve(reportEndpoints.exportPractice, async ({ query }) => {
    const range = rangeOf(query)
    const refused = refuseBackwards(range) ?? refuseLong(range)
    if (refused) return refused
    const table = { name: nameOf('practice', range), columns: practiceColumns, log }
    return sendCsv(writePracticeCsv(await practiceOf(range)), table)
  })

  serve(reportEndpoints.exportAppointments, async ({ query }) => {
    const table = { name: nameOf('appointments', query), columns: appointmentColumns, log }
    return (
      refuseBackwards(query) ?? sendCsv(writeAppointmentsCsv(database, query, deps.payments), table)
    )
  })

  serve(reportEndpoints.exportPayments, async ({ query }) => {
    const table = { name: nameOf('payments', query), columns: paymentColumns, log }
    const span = { ...query, ...clinic }
    return refuseBackwards(query) ?? sendCsv(writePaymentsCsv(database, span), table)
  })
}

type Range = { from: Day; to: Day }

function nameOf(what: string, { from, to }: Range): string {
  return `${what}-${from}-${to}`
}

function refuseBackwards({ from, to }: Range): Failure | null {
  if (from <= to) return null
  return fail('invalid_input', { issues: [issueAt('to', 'days_backwards')] })
}

function refuseLong({ from, to }: Range): Failure | null {
  if (daysBetween(from, to) < mostReportDays) return null
  return fail('invalid_input', { issues: [issueAt('to', 'range_long')] })
}
