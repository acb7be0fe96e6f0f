import type { ClinicTime } from '../clock.ts'
import type { Database } from '../db/database.ts'

export type ClinicParts = { database: Database; clinicTime: () => ClinicTime }

/** As many days ahead as the contract lets a horizon reach: no appointment lies beyond. */
export const longestHorizon = 730
