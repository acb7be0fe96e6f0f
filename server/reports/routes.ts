import type { Day } from '../../contract/date.ts'
import { overviewEndpoints } from '../../contract/reports/endpoints.ts'
import type { Deps } from '../deps.ts'
import { type Failure, fail, issueAt } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { readCollected, readOverview } from './read-overview.ts'
import { sendCsv } from './send-csv.ts'
import { appointmentColumns, writeAppointmentsCsv } from './write-appointments-csv.ts'
import { paymentColumns, writePaymentsCsv } from './write-payments-csv.ts'

export function overviewRoutes(serve: Serve, deps: Deps): void {
  const { config, clinicTime, log } = deps
  const { query: database, reader } = deps.database

  serve(overviewEndpoints.readOverview, () =>
    readOverview(reader, clinicTime().today, config.clinicTimeZone),
  )

  serve(overviewEndpoints.readCollected, ({ query }) =>
    readCollected(reader, query.month, config.clinicTimeZone),
  )

  serve(overviewEndpoints.exportAppointments, async ({ query }) => {
    const table = { name: nameOf('appointments', query), columns: appointmentColumns, log }
    return refuseBackwards(query) ?? sendCsv(writeAppointmentsCsv(database, query), table)
  })

  serve(overviewEndpoints.exportPayments, async ({ query }) => {
    const table = { name: nameOf('payments', query), columns: paymentColumns, log }
    const span = { ...query, timeZone: config.clinicTimeZone }
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
