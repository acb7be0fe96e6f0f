import type { Generated } from 'kysely'
import type { Day } from '../../contract/date.ts'
import type { Instant } from '../clock.ts'

/** The doctor and the chair: `null` where the treatment had no working doctors. */
export type ByPair = {
  doctorId: Generated<string | null>
  /** Also `null` where the clinic had no chairs. */
  chairId: Generated<string | null>
  /** Minute of the day from which doctor and chair are free again: the end and the treatment's buffer. */
  busyUntilMinute: Generated<number | null>
}

/** Minutes since midnight in the clinic's time. */
type Hours = { startMinute: number; endMinute: number }

/** The tables of migration 0029. */
export type DoctorTables = {
  doctorTreatments: { treatmentId: string; doctorId: string }
  /** The hours of a week apply from a day until the next ones begin. */
  doctorWeeks: { doctorId: string; fromDay: Day }
  doctorHours: { doctorId: string; fromDay: Day /** 0 for Sunday. */; weekday: number } & Hours
  /** Days with hours of their own, or with none: a day off. */
  doctorDays: { doctorId: string; day: Day }
  doctorDayHours: { doctorId: string; day: Day } & Hours
  doctorTimeOff: { doctorId: string; fromDay: Day; untilDay: Day; reason: string }
  /** A part of a day in which a doctor sees no patients. */
  doctorBlocks: { doctorId: string; day: Day; reason: string } & Hours
  chairs: {
    id: string
    name: string
    position: number
    archivedAt: Instant | null
    revision: Generated<number>
  }
  /** A chair without rows serves all treatments. */
  chairTreatments: { chairId: string; treatmentId: string }
  /** A doctor without rows works in every chair. */
  doctorChairs: { doctorId: string; chairId: string }
}

/** The tables of migration 0032. */
export type PlanChangeTables = {
  /** Changes that left appointments without their doctor or chair. */
  planChanges: {
    id: string
    kind: 'absence' | 'hours' | 'removal' | 'chair'
    /** The name of the doctor, the chair or the treatment at that time. */
    name: string
    doctorId: string | null
    /** A treatment whose length or buffer changed; then the kind is `hours`. */
    treatmentId: Generated<string | null>
    /** Both days included; `null` where there is no end. */
    fromDay: Day | null
    untilDay: Day | null
    createdAt: Instant
  }
  /** What staff decided for each affected appointment, and where it was before. */
  settlements: {
    changeId: string
    appointmentId: string
    /** `null` until staff decide. */
    way: 'move' | 'ask' | 'cancel' | null
    /** The appointment's at the decision: a different value means that its time has changed since. */
    timeRevision: number
    day: Day
    slot: string
    doctorId: string | null
    doctorName: string | null
    settledAt: Instant | null
    /** When the last mail to the patient was sent. */
    sentAt: Instant | null
    /** When staff noted an answer by phone. */
    answeredAt: Instant | null
  }
}
