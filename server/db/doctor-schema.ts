import type { Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'

/** Who treats, and where: `null` where the treatment had no working doctors. */
export type ByPair = {
  doctorId: Generated<string | null>
  /** `null` too where the clinic had no chairs. */
  chairId: Generated<string | null>
  /** Minute of the day from which doctor and chair are free again: the end and the treatment's buffer. */
  busyUntilMinute: Generated<number | null>
}

/** Minutes since midnight on the clinic's clock. */
type Hours = { startMinute: number; endMinute: number }

/** The tables of migration 0029. */
export type DoctorTables = {
  doctorTreatments: { treatmentId: string; doctorId: string }
  /** The hours of a week hold from a day until the next ones begin. */
  doctorWeeks: { doctorId: string; fromDay: Day }
  doctorHours: { doctorId: string; fromDay: Day /** 0 for Sunday. */; weekday: number } & Hours
  /** Days with hours of their own, or with none: off. */
  doctorDays: { doctorId: string; day: Day }
  doctorDayHours: { doctorId: string; day: Day } & Hours
  doctorTimeOff: { doctorId: string; fromDay: Day; untilDay: Day; reason: string }
  /** A part of a day in which a doctor sees nobody. */
  doctorBlocks: { doctorId: string; day: Day; reason: string } & Hours
  chairs: {
    id: string
    name: string
    position: number
    archivedAt: Instant | null
    revision: Generated<number>
  }
  /** A chair without any serves all treatments. */
  chairTreatments: { chairId: string; treatmentId: string }
  /** A doctor without any works in every chair. */
  doctorChairs: { doctorId: string; chairId: string }
}

/** The tables of migration 0032. */
export type PlanChangeTables = {
  /** What left appointments without their doctor or chair. */
  planChanges: {
    id: string
    kind: 'absence' | 'hours' | 'removal' | 'chair'
    /** The doctor's, the chair's or the treatment's name then. */
    name: string
    doctorId: string | null
    /** Of a treatment whose length or buffer is another; then the kind is `hours`. */
    treatmentId: Generated<string | null>
    /** Both included; `null` where it has no end. */
    fromDay: Day | null
    untilDay: Day | null
    createdAt: Instant
  }
  /** What staff have decided for each of them, and where it was before. */
  settlements: {
    changeId: string
    appointmentId: string
    /** `null` while nobody has decided. */
    way: 'move' | 'ask' | 'cancel' | null
    /** Of the appointment since the decision: another one means another time. */
    timeRevision: number
    day: Day
    slot: string
    doctorId: string | null
    doctorName: string | null
    settledAt: Instant | null
    /** Of the last mail to the patient. */
    sentAt: Instant | null
    /** When staff noted an answer by phone. */
    answeredAt: Instant | null
  }
}
