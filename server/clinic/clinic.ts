import type { ClinicTime } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** What decides about the appointments that a closure touches. */
export type Confirmation = { confirmed: boolean; notifyPatients: boolean }

export type ClinicParts = { database: Database; clinicTime: () => ClinicTime }
