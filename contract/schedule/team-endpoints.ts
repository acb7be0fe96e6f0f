import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { WireDay } from '../treatments/treatment.ts'
import { DayHold, DayNote, DoctorOnDay, NamedChair, Span } from './day-parts.ts'
import { Closing, Revision, StaffAppointment } from './staff-appointment.ts'

/** Seven days of one doctor, Sunday first. */
export const DoctorWeek = z.object({
  doctor: z.object({ _id: z.string(), name: z.string(), specialty: z.string() }),
  days: z.array(
    z.object({
      /** ISO day. */
      day: z.string(),
      closed: z.nullable(Closing),
      on: DoctorOnDay,
      /** By start; without the cancelled ones. */
      appointments: z.array(StaffAppointment),
      holds: z.array(DayHold),
    }),
  ),
  chairs: z.array(NamedChair),
  /** What staff must see at once, by the id of the patient. */
  alerts: z.record(z.string(), z.string()),
  /** The slots of the treatments that are booked in it, by the treatment's id. */
  slots: z.record(z.string(), z.array(Span)),
})
export type DoctorWeek = z.infer<typeof DoctorWeek>

/** What the team sees and writes beside the appointments of a day. */
export const teamEndpoints = {
  readDoctorWeek: {
    method: 'GET',
    path: '/staff/doctors/:id/week',
    summary: 'The week of a doctor around a day: hours, blocks and appointments.',
    access: { needs: 'schedule' },
    audit: 'doctor_week_read',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    query: z.object({ date: WireDay }),
    answer: DoctorWeek,
  },
  writeDayNote: {
    method: 'PUT',
    path: '/staff/schedule/note',
    summary:
      'Write the note of a day; an empty text takes it away. 409 `changed_meanwhile` where the revision is another.',
    access: { needs: 'bookings' },
    audit: 'day_note_changed',
    body: z.strictObject({
      date: WireDay,
      text: z.string().check(z.trim(), z.maxLength(2000)),
      /** On which state it was edited. */
      revision: Revision,
    }),
    answer: DayNote,
  },
} as const satisfies Record<string, Endpoint>
