import { addDays, type Day, formatDay } from '../../contract/date.ts'
import type { Appointment } from '../appointments/book-appointment.ts'
import { readClinic } from '../clinic/queries.ts'
import { startOf } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Queries } from '../db/database.ts'
import { readAddress } from '../notices/read-address.ts'
import { type CalendarMethod, type Entry, writeCalendar } from './write-calendar.ts'

export type CalendarConfig = Pick<Config, 'publicUrl' | 'clinicTimeZone' | 'mailFrom'>

/** What every entry of the clinic says alike. */
export type Desk = {
  name: string
  address: string
  phone: string
  timeZone: string
  publicUrl: string
  mailAddress: string
}

const minuteMs = 60_000

export async function readDesk(query: Queries, config: CalendarConfig): Promise<Desk> {
  const { name, address, phone } = await readClinic(query)
  const { publicUrl, clinicTimeZone: timeZone, mailFrom } = config
  return { name, address, phone, timeZone, publicUrl, mailAddress: readAddress(mailFrom) }
}

/** From when to when an appointment lasts, in epoch milliseconds. */
export function spanOf(
  { day, startMinute, endMinute }: Pick<Appointment, 'day' | 'startMinute' | 'endMinute'>,
  timeZone: string,
): { start: number; end: number } {
  const start = instantOf(day, startMinute, timeZone)
  const end = instantOf(day, endMinute, timeZone)
  // Clocks put forward within a slot: one of its ends is never shown.
  return { start, end: end > start ? end : start + (endMinute - startMinute) * minuteMs }
}

function instantOf(day: Day, minute: number, timeZone: string): number {
  return minute < 1440 ? startOf(day, minute, timeZone) : startOf(addDays(day, 1), 0, timeZone)
}

/** An appointment in its patient's calendar. */
export function composeEntry(desk: Desk, appointment: Appointment): Entry {
  const { id, revision, treatment, patientName, day, slot } = appointment
  const url = `${desk.publicUrl}/dashboard`
  return {
    ...spanOf(appointment, desk.timeZone),
    uid: `${id}@${new URL(desk.publicUrl).hostname}`,
    sequence: revision,
    summary: `${treatment} at ${desk.name}`,
    location: desk.address,
    description: [
      `${treatment} for ${patientName}`,
      `${formatDay(day)}, ${slot}`,
      `${desk.name}, ${desk.phone}`,
      `Your appointments: ${url}`,
    ].join('\n'),
    url,
    isCancelled: appointment.cancelledAt !== null,
    organizer: { name: desk.name, address: desk.mailAddress },
  }
}

/** The same as staff see it: whose it is comes first. */
export function composeStaffEntry(desk: Desk, appointment: Appointment): Entry {
  const { id, treatment, patientName, phone } = appointment
  const url = `${desk.publicUrl}/dashboard/appointments/${id}`
  return {
    ...composeEntry(desk, appointment),
    summary: `${patientName}: ${treatment}`,
    description: [...(phone ? [`Phone: ${phone}`] : []), url].join('\n'),
    url,
  }
}

/**
 * What a mail about an appointment carries so that the patient's calendar follows by itself: a request
 * while it stands, whether new or moved, and a cancellation once it is cancelled.
 */
export function composeInvitation(
  desk: Desk,
  appointment: Appointment,
  now: Date,
): { method: CalendarMethod; text: string } {
  const method = appointment.cancelledAt === null ? 'REQUEST' : 'CANCEL'
  const attendee = { name: appointment.patientName, address: appointment.patient }
  const entry = { ...composeEntry(desk, appointment), attendee }
  return { method, text: writeCalendar({ method, timeZone: desk.timeZone }, [entry], now) }
}
