import * as z from 'zod/mini'

/** Minutes since midnight on the clinic's clock; the end is not included. */
export const Span = z.object({ startMinute: z.number(), endMinute: z.number() })
export type Span = z.infer<typeof Span>

/** When a doctor is there on one day. */
export const DoctorOnDay = z.object({
  _id: z.string(),
  name: z.string(),
  /** Ids of the treatments they do. */
  treatments: z.array(z.string()),
  /** In order; none where they do not work that day. */
  hours: z.array(Span),
  /** The reason for a day off, '' if none was given; `null` if the doctor is not off. */
  off: z.nullable(z.string()),
  /** Parts of the day in which the doctor takes no appointments. */
  blocks: z.array(z.extend(Span, { reason: z.string() })),
})
export type DoctorOnDay = z.infer<typeof DoctorOnDay>

export const NamedChair = z.object({ _id: z.string(), name: z.string() })
export type NamedChair = z.infer<typeof NamedChair>

/** What an offer of the waitlist holds of a doctor's and a chair's time. */
export const DayHold = z.extend(Span, {
  _id: z.string(),
  treatment: z.string(),
  /** The id of the doctor, and of the chair where the clinic has some. */
  doctor: z.string(),
  chair: z.nullable(z.string()),
  patientName: z.string(),
  /** An instant in UTC. */
  until: z.string(),
})
export type DayHold = z.infer<typeof DayHold>

/** The team's note of a day, '' if there is none; the revision is 0 until one is written. */
export const DayNote = z.object({ text: z.string(), revision: z.number() })
export type DayNote = z.infer<typeof DayNote>
