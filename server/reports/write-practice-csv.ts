import type { PracticeReport } from '../../contract/reports/endpoints.ts'
import { writeDollars } from './write-csv.ts'

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
