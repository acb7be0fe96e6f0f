import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Price } from '../money.ts'
import { WireDay } from '../treatments/treatment.ts'
import { StaffAppointment } from './staff-appointment.ts'

/** As many as a series has at most. */
export const mostVisits = 12

const ById = z.object({ id: z.string().check(z.maxLength(100)) })
const TreatmentId = z.string().check(z.maxLength(100))
const Count = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostVisits))

export const IntervalUnit = z.enum(['weeks', 'months'])
export type IntervalUnit = z.infer<typeof IntervalUnit>

/** A day for one visit: the first from its target day on with a free slot. */
export const PlannedVisit = z.object({
  /** As in `Jun 5, 2022`; the target day itself where none has room within weeks. */
  date: z.string(),
  /** The free one that begins nearest to the time of the appointment; `null`: none has room. */
  slot: z.nullable(z.string()),
  /** All that are free on that day, by time. */
  slots: z.array(z.string()),
})
export type PlannedVisit = z.infer<typeof PlannedVisit>

/** One visit of a series that was not booked: a code with its sentence. */
export const RefusedVisit = z.object({
  date: z.string(),
  slot: z.string(),
  code: z.string(),
  message: z.string(),
})
export type RefusedVisit = z.infer<typeof RefusedVisit>

/** What is booked when a patient leaves: the next visit, or a series of them. */
export const nextVisitEndpoints = {
  planVisits: {
    method: 'GET',
    path: '/staff/appointments/:id/next-visits',
    summary:
      'Days and times for the next visits of a patient, an interval apart, also beyond the booking window.',
    access: { needs: 'bookings' },
    audit: false,
    params: ById,
    query: z.object({
      treatmentId: TreatmentId,
      every: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(52)),
      unit: IntervalUnit,
      count: Count,
      /** The target day of the first visit, instead of one interval after the appointment. */
      first: z.optional(WireDay),
    }),
    answer: z.object({ visits: z.array(PlannedVisit) }),
  },
  bookVisits: {
    method: 'POST',
    path: '/staff/appointments/:id/next-visits',
    summary:
      'Book the next visits of the patient of an appointment; one mail lists them. Those that could not be booked are listed with a code; with `together` none is booked then.',
    access: { needs: 'bookings' },
    audit: 'next_visits_booked',
    params: ById,
    body: z.object({
      treatmentId: TreatmentId,
      /** Dollars, of each, as staff were shown it. */
      price: Price,
      visits: z
        .array(z.object({ date: WireDay, slot: z.string().check(z.maxLength(100)) }))
        .check(z.minLength(1), z.maxLength(mostVisits)),
      together: z.boolean(),
    }),
    answer: z.object({ booked: z.array(StaffAppointment), refused: z.array(RefusedVisit) }),
  },
} as const satisfies Record<string, Endpoint>
