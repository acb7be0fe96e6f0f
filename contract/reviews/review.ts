import * as z from 'zod/mini'
import { issue } from '../issues.ts'
import { defineTexts, type Language } from '../language.ts'
import { TreatedDependent } from '../patients/dependent.ts'

/** What a patient sees of their review: approved or not yet, or not at all. */
export const ReviewState = z.enum(['waiting', 'published', 'rejected'])
export type ReviewState = z.infer<typeof ReviewState>

const tooShort = issue('review_short')
const tooLong = issue('review_long')

/** What a patient writes about one appointment. */
export const ReviewDraft = z.object({
  stars: z
    .int(issue('stars_required'))
    .check(z.minimum(1, issue('stars_required')), z.maximum(5, issue('stars_required'))),
  text: z
    .string()
    .check(z.overwrite(plain), z.trim(), z.minLength(10, tooShort), z.maxLength(2000, tooLong)),
})
export type ReviewDraft = z.infer<typeof ReviewDraft>

/** One's own review, as it is stored. */
export const OwnReview = z.object({
  stars: z.number(),
  text: z.string(),
  state: ReviewState,
  /** When its text was last written: an instant in UTC, ISO text. */
  writtenAt: z.string(),
})
export type OwnReview = z.infer<typeof OwnReview>

/** What became of an appointment that is over or was cancelled. */
export const PastState = z.enum(['took_place', 'missed', 'cancelled'])
export type PastState = z.infer<typeof PastState>

/** One line of a patient's history. */
export const PastAppointment = z.object({
  _id: z.string(),
  /** The dependent, if the appointment was for one, and the name of the account's holder. */
  dependent: z.nullable(TreatedDependent),
  bookedBy: z.nullable(z.string()),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  /** Dollars, as they were when the appointment was made. */
  price: z.number(),
  state: PastState,
  /** An instant in UTC, ISO text. */
  cancelledAt: z.nullable(z.string()),
  paid: z.boolean(),
  /** Dollars of its price that were not paid or went back; 0 once it is cancelled. */
  due: z.number(),
  /** Dollars that count as paid and were not received: paid in test mode, before the clinic took real money. */
  paidInTest: z.number(),
  /** Something was collected for it, also where it went back since. */
  hasReceipt: z.boolean(),
  review: z.nullable(OwnReview),
})
export type PastAppointment = z.infer<typeof PastAppointment>

/** A review as the public reads it: no family name, no treatment. */
export const PublishedReview = z.object({
  _id: z.string(),
  /** '' where the name is one that is not shown. */
  firstName: z.string(),
  stars: z.number(),
  text: z.string(),
  /** The clinic's day on which it was written, as in `Jun 5, 2022`. */
  date: z.string(),
})
export type PublishedReview = z.infer<typeof PublishedReview>

const writerTexts = defineTexts({ en: { patient: 'A patient' }, es: { patient: 'Un paciente' } })

/** Whom readers see as the writer of a review. */
export function showWriter(
  language: Language,
  { firstName }: Pick<PublishedReview, 'firstName'>,
): string {
  return firstName || writerTexts[language].patient
}

/** A review as staff read it. */
export const StaffReview = z.extend(OwnReview, {
  _id: z.string(),
  appointmentId: z.string(),
  patientName: z.string(),
  /** What readers see of that name. */
  firstName: z.string(),
  treatment: z.string(),
  date: z.string(),
  slot: z.string(),
  /** Rises with every change: a decision names the one it was made on. */
  revision: z.number(),
})
export type StaffReview = z.infer<typeof StaffReview>

/** Why a review was not taken: stable codes with the sentence they read. */
export const reviewRefusals = {
  review_exists: 'You have already written a review of this appointment.',
  review_too_early: 'You can write a review once this appointment has taken place.',
  review_of_cancelled: 'This appointment was cancelled, so there is nothing to review.',
  review_of_missed: 'This appointment did not take place, so there is nothing to review.',
  review_changed: 'This review has changed meanwhile. Please read it again.',
} as const
export type ReviewRefusal = keyof typeof reviewRefusals

/** Lines end in one way, and what no keyboard types is left out. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}

export const reviewRefusalTexts = defineTexts<Record<ReviewRefusal, string>>({
  en: reviewRefusals,
  es: {
    review_exists: 'Ya escribió una opinión sobre esta cita.',
    review_too_early: 'Podrá escribir una opinión cuando la cita haya tenido lugar.',
    review_of_cancelled: 'Esta cita fue cancelada, así que no hay nada que opinar.',
    review_of_missed: 'Esta cita no tuvo lugar, así que no hay nada que opinar.',
    review_changed: 'Esta opinión cambió mientras tanto. Léala de nuevo, por favor.',
  },
})
