import type { OwnBooking } from '../../contract/appointments/appointment.ts'
import { impossibleTexts } from '../../contract/appointments/impossible.ts'
import { addDays, type Day } from '../../contract/date.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import type { Appointment } from '../appointments/appointment.ts'
import { readClinic } from '../clinic/read-clinic.ts'
import { startOf, startOfDay } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Queries } from '../db/database.ts'
import {
  lineWithDoctor,
  readAddress,
  type Sender,
  showName,
  showTreatment,
  withDoctor,
} from '../notifications/notification.ts'
import { type CalendarMethod, type Entry, writeCalendar } from './write-calendar.ts'

export type CalendarConfig = Pick<
  Config,
  'publicUrl' | 'clinicTimeZone' | 'clinicLanguage' | 'mailFrom'
>

/** The fields that all entries of the clinic share. */
export type Desk = {
  name: string
  address: string
  phone: string
  timeZone: string
  publicUrl: string
  mailAddress: string
  namesTreatments: boolean
}

const entryTexts = defineTexts({
  en: {
    summary: (treatment: string, clinic: string) => `${treatment} at ${clinic}`,
    choose: (summary: string) => `Choose another time: ${summary}`,
    who: (treatment: string, name: string) => `${treatment} for ${name}`,
    yours: (url: string) => `Your appointments: ${url}`,
    phone: (phone: string) => `Phone: ${phone}`,
    bookedBy: (name: string) => `Booked by ${name}`,
  },
  es: {
    summary: (treatment: string, clinic: string) => `${treatment} en ${clinic}`,
    choose: (summary: string) => `Elija otro horario: ${summary}`,
    who: (treatment: string, name: string) => `${treatment} para ${name}`,
    yours: (url: string) => `Sus citas: ${url}`,
    phone: (phone: string) => `Teléfono: ${phone}`,
    bookedBy: (name: string) => `Reserva hecha por ${name}`,
  },
})

const minuteMs = 60_000

/** The sender of a mail with that desk's data. */
export function senderOf({ name, namesTreatments }: Desk, language: Language): Sender {
  return { clinicName: name, namesTreatments, language }
}

export async function readDesk(query: Queries, config: CalendarConfig): Promise<Desk> {
  const { name, address, phone, namesTreatments } = await readClinic(query)
  const { publicUrl, clinicTimeZone: timeZone, mailFrom } = config
  return {
    ...{ name, address, phone, timeZone, publicUrl, mailAddress: readAddress(mailFrom) },
    namesTreatments: namesTreatments === 1,
  }
}

/** The start and end of an appointment, in epoch milliseconds. */
export function spanOf(
  { day, startMinute, endMinute }: Pick<Appointment, 'day' | 'startMinute' | 'endMinute'>,
  timeZone: string,
): { start: number; end: number } {
  const start = instantOf(day, startMinute, timeZone)
  const end = instantOf(day, endMinute, timeZone)
  // The clocks go forward within a slot: one of its ends does not exist on the clock.
  return { start, end: end > start ? end : start + (endMinute - startMinute) * minuteMs }
}

function instantOf(day: Day, minute: number, timeZone: string): number {
  return minute < 1440 ? startOf(day, minute, timeZone) : startOfDay(addDays(day, 1), timeZone)
}

/** An appointment, and where it is known that it cannot take place, why. */
export type Entered = Appointment & Partial<Pick<OwnBooking, 'impossible'>>

/** An appointment as an entry in its patient's calendar. */
export function composeEntry(desk: Desk, appointment: Entered, language: Language): Entry {
  const t = entryTexts[language]
  const why = impossibleTexts[language]
  const { id, revision, bookerName, day, slot, impossible } = appointment
  const { namesTreatments } = desk
  const treatment = showTreatment({ namesTreatments, language }, appointment.treatment)
  const patientName = showName(appointment.patientName)
  const ofClinic = t.summary(treatment, desk.name)
  // In a family's shared calendar the entry names its patient.
  const summary = bookerName === null ? ofClinic : `${patientName}: ${ofClinic}`
  const all = desk.publicUrl + paths.dashboard
  const reschedule = desk.publicUrl + paths.rescheduleAppointment(id)
  return {
    ...spanOf(appointment, desk.timeZone),
    uid: `${id}@${new URL(desk.publicUrl).hostname}`,
    sequence: revision,
    summary: impossible ? t.choose(summary) : summary,
    location: desk.address,
    description: [
      ...(impossible ? [`${why[impossible]} ${why.choose}`, reschedule] : []),
      t.who(treatment, patientName),
      `${showDay(language, day)}, ${showSlot(language, slot)}${lineWithDoctor(language, appointment)}`,
      `${desk.name}, ${desk.phone}`,
      t.yours(all),
    ].join('\n'),
    url: impossible ? reschedule : all,
    status: appointment.cancelledAt !== null ? 'CANCELLED' : impossible ? 'TENTATIVE' : 'CONFIRMED',
    organizer: { name: desk.name, address: desk.mailAddress },
  }
}

/** The same for staff: the patient's name comes first. */
export function composeStaffEntry(desk: Desk, appointment: Appointment, language: Language): Entry {
  const { id, bookerName, phone } = appointment
  const { namesTreatments } = desk
  const treatment = showTreatment({ namesTreatments, language }, appointment.treatment)
  const patientName = showName(appointment.patientName)
  const t = entryTexts[language]
  const url = desk.publicUrl + paths.staffAppointment(id)
  return {
    ...composeEntry(desk, appointment, language),
    summary: `${patientName}: ${treatment}`,
    description: [
      ...(bookerName === null ? [] : [t.bookedBy(showName(bookerName))]),
      ...(phone ? [t.phone(phone)] : []),
      ...(appointment.doctorName === null ? [] : [withDoctor(language, appointment)]),
      url,
    ].join('\n'),
    url,
  }
}

/**
 * The iCalendar object in a mail about an appointment, so that the patient's calendar updates by itself: a
 * request for a new or moved appointment, a cancellation once it is cancelled.
 */
export function composeInvitation(
  desk: Desk,
  appointment: Appointment,
  { now, language }: { now: Date; language: Language },
): { method: CalendarMethod; text: string } {
  const method = appointment.cancelledAt === null ? 'REQUEST' : 'CANCEL'
  const { patient, patientName, bookerName } = appointment
  const attendee = { name: showName(bookerName ?? patientName), address: patient }
  const entry = { ...composeEntry(desk, appointment, language), attendee }
  return { method, text: writeCalendar({ method, timeZone: desk.timeZone }, [entry], now) }
}

/** Several new appointments, for a mail that lists them: an invitation holds only one. */
export function composePublication(
  desk: Desk,
  appointments: readonly Appointment[],
  { now, language }: { now: Date; language: Language },
): { method: CalendarMethod; text: string } {
  const method = 'PUBLISH'
  const entries = appointments.map((one) => composeEntry(desk, one, language))
  return { method, text: writeCalendar({ method, timeZone: desk.timeZone }, entries, now) }
}
