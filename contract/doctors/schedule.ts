import * as z from 'zod/mini'
import { parseDay } from '../date.ts'
import { Id } from '../id.ts'
import { issue } from '../issues.ts'
import { EditedRevision, Revised } from '../schedule/staff-appointment.ts'

/** `2022-06-05`. */
const IsoDay = z
  .string()
  .check(z.refine((text) => text.length === 10 && parseDay(text) === text, issue('day_malformed')))

/** From a minute of the clinic's day to another, 540 for 9:00 AM; the end is not included. */
export const TimeSpan = z
  .object({
    start: z.int().check(z.minimum(0), z.maximum(1439)),
    end: z.int().check(z.minimum(1), z.maximum(1440)),
  })
  .check(z.refine(({ start, end }) => start < end, issue('hours_backwards')))
export type TimeSpan = z.infer<typeof TimeSpan>

/** The hours of one day, a break between any two; none on a day off. */
const DayHours = z.array(TimeSpan).check(
  z.maxLength(12),
  z.refine((spans) => !overlap(spans), issue('hours_overlap')),
)

const Note = z.string().check(z.trim(), z.maxLength(200))

/** The hours of a week, Sunday first; they hold from a day until the next ones begin. */
const Week = z.object({ from: IsoDay, days: z.array(DayHours).check(z.length(7)) })

/** A part of a day in which a doctor takes no appointments. */
export const BlockInput = z.object({ day: IsoDay, time: TimeSpan, reason: Note })
export type BlockInput = z.infer<typeof BlockInput>

/** A day with hours of its own, or none. */
const Exception = z.object({ day: IsoDay, hours: DayHours })

/** From a day to another, both included. */
const TimeOff = z
  .object({ from: IsoDay, to: IsoDay, reason: Note })
  .check(z.refine(({ from, to }) => from <= to, issue('days_backwards')))

/** Of a list that every past day stays in: more than a working life brings together. */
export const mostEntries = 5000

/** When a doctor works, what they treat, and where. */
export const DoctorSchedule = z.object({
  /** Ids of treatments. */
  treatments: z.array(Id).check(z.maxLength(200)),
  /** Ids of chairs; none: any. */
  chairs: z.array(Id).check(z.maxLength(200)),
  weeks: z.array(Week).check(
    z.maxLength(50),
    z.refine((weeks) => isUnique(weeks.map(({ from }) => from)), issue('day_twice')),
  ),
  /** Days with hours of their own, or none. */
  exceptions: z.array(Exception).check(
    z.maxLength(mostEntries),
    z.refine((days) => isUnique(days.map(({ day }) => day)), issue('day_twice')),
  ),
  timeOff: z.array(TimeOff).check(
    z.maxLength(mostEntries),
    z.refine((off) => isUnique(off.map(({ from }) => from)), issue('day_twice')),
  ),
  /** Parts of days in which the doctor takes no appointments. */
  blocks: z.array(BlockInput).check(
    z.maxLength(mostEntries),
    z.refine((blocks) => !blocksOverlap(blocks), issue('hours_overlap')),
  ),
})
export type DoctorSchedule = z.infer<typeof DoctorSchedule>

/** As it is stored, with whatever that has come to: without the bounds of what is sent. */
export const StaffDoctorSchedule = z.extend(DoctorSchedule, {
  treatments: z.array(z.string()),
  chairs: z.array(z.string()),
  weeks: z.array(Week),
  exceptions: z.array(Exception),
  timeOff: z.array(TimeOff),
  blocks: z.array(BlockInput),
  _id: z.string(),
  name: z.string(),
  specialty: z.string(),
  ...Revised,
})
export type StaffDoctorSchedule = z.infer<typeof StaffDoctorSchedule>

/** Go on although appointments lose their doctor or their chair. They stay until staff reschedule them. */
export const Confirmation = { confirmed: z._default(z.boolean(), false) }

export const DoctorScheduleInput = z.extend(DoctorSchedule, { ...Confirmation, ...EditedRevision })

export const ChairInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1, issue('name_required')), z.maxLength(100)),
  /** Ids of the treatments that take place in it; none: all. */
  treatments: z.array(Id).check(z.maxLength(200)),
})

/** A chair as staff change it. */
export const ChairDraft = z.extend(ChairInput, { archived: z.boolean() })
export type ChairDraft = z.infer<typeof ChairDraft>

/** The room and unit in which one appointment takes place at a time. */
export const Chair = z.object({
  _id: z.string(),
  name: z.string(),
  treatments: z.array(z.string()),
  archived: z.boolean(),
  ...Revised,
})
export type Chair = z.infer<typeof Chair>

/** A doctor with hours, as patients choose them. */
export const WorkingDoctor = z.object({
  _id: z.string(),
  name: z.string(),
  specialty: z.string(),
  img: z.string(),
  /** Ids of treatments. */
  treatments: z.array(z.string()),
})
export type WorkingDoctor = z.infer<typeof WorkingDoctor>

/** When a doctor is free next for a treatment; doctors with no time in the next weeks are left out. */
export const NextTime = z.object({
  /** The doctor's id. */
  _id: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
})
export type NextTime = z.infer<typeof NextTime>

/** Why a doctor does not take an appointment: for a patient, for the waitlist, or what staff noted. */
const WhyNotFree = z.union([
  z.object({ code: z.literal('booked'), slot: z.string(), patientName: z.string() }),
  z.object({ code: z.literal('held'), patientName: z.string() }),
  z.object({ code: z.enum(['off', 'blocked']), reason: z.string() }),
  z.object({ code: z.enum(['no_hours', 'no_chair']) }),
])
export type WhyNotFree = z.infer<typeof WhyNotFree>

/** Who could take an appointment of a treatment at a time, and in which chairs. */
export const DoctorsAt = z.object({
  /** None where no doctors decide. */
  doctors: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      why: z.nullable(WhyNotFree),
      /** Ids of the chairs that are free with them. */
      chairs: z.array(z.string()),
    }),
  ),
  /** None where the clinic has none. */
  chairs: z.array(z.object({ _id: z.string(), name: z.string() })),
})
export type DoctorsAt = z.infer<typeof DoctorsAt>

function overlap(spans: readonly TimeSpan[]): boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start)
  return sorted.some(({ start }, place) => start < (sorted[place - 1]?.end ?? 0))
}

function blocksOverlap(blocks: readonly { day: string; time: TimeSpan }[]): boolean {
  const byDay = Map.groupBy(blocks, ({ day }) => day)
  return [...byDay.values()].some((some) => overlap(some.map(({ time }) => time)))
}

function isUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}
