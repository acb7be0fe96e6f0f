import { defineTexts, type Language } from '../../contract/language.ts'
import { type Reason, reasonText } from '../../contract/payments/refund-reasons.ts'
import { showDay, showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import {
  type CalendarConfig,
  composeInvitation,
  composePublication,
  readDesk,
  senderOf,
} from '../calendar/compose-entry.ts'
import type { Queries } from '../db/database.ts'
import { readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import {
  forTreatment,
  lineWithDoctor,
  type Mail,
  type Sender,
  showName,
  showTreatment,
  type WriteMail,
  withDoctor,
} from '../notifications/notification.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { testPaymentTexts, withoutTests } from '../payments/test-payments.ts'
import type { Appointment, MoneyBack } from './appointment.ts'
import { isGuest } from './search-keys.ts'

/**
 * Queues a mail about an appointment as it is now to its patient, with the entry that makes their
 * calendar follow; not to a guest, who has no address. It is sent while the appointment is as it says.
 */
export async function notifyPatient(
  query: Queries,
  config: CalendarConfig,
  appointment: Appointment,
  write: WriteMail,
  now: Date,
): Promise<void> {
  const { patient: recipient } = appointment
  if (isGuest(recipient)) return
  const desk = await readDesk(query, config)
  const language = await readLanguage(query, config, recipient)
  const calendar = composeInvitation(desk, appointment, { now, language })
  const sender = senderOf(desk, language)
  const onlyWhile = appointment.cancelledAt === null ? 'standing' : 'cancelled'
  await queueMail(query, { ...write(sender), recipient, calendar, appointment, onlyWhile }, now)
}

const bookedTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `Your appointment at ${clinic} on ${day}`,
    booked: (name: string) => `We have booked an appointment for ${name}.`,
    price: (price: string) => `Price: ${price}`,
    closing: 'If this does not suit you, please call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} el ${day}`,
    booked: (name) => `Hemos reservado una cita para ${name}.`,
    price: (price) => `Precio: ${price}`,
    closing: 'Si no le conviene, llámenos, por favor.',
  },
})

/** Notifies a patient of the appointment that the clinic has made for them. */
export function writeBookedMail(sender: Sender, appointment: Appointment): Omit<Mail, 'recipient'> {
  const { patientName, day, slot, priceCents } = appointment
  const { clinicName, language } = sender
  const t = bookedTexts[language]
  const subject = t.subject(clinicName, showDay(language, day))
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.booked(showName(patientName)),
      `${showTreatment(sender, appointment.treatment)}\n${showLongDay(language, day)}, ${showSlot(language, slot)}${lineWithDoctor(language, appointment)}`,
      ...(priceCents > 0 ? [t.price(showDollars(language, priceCents / 100))] : []),
    ],
    closing: t.closing,
  })
  return { kind: 'appointment-booked', subject, ...parts }
}

const severalTexts = defineTexts({
  en: {
    subject: (clinic: string, count: number) => `Your ${count} appointments at ${clinic}`,
    booked: (count: number, name: string) => `We have booked ${count} appointments for ${name}.`,
    price: (price: string) => `Price of each: ${price}`,
    closing: 'If one of them does not suit you, please call us.',
  },
  es: {
    subject: (clinic, count) => `Sus ${count} citas en ${clinic}`,
    booked: (count, name) => `Hemos reservado ${count} citas para ${name}.`,
    price: (price) => `Precio de cada una: ${price}`,
    closing: 'Si alguna no le conviene, llámenos, por favor.',
  },
})

/**
 * Queues one mail to a patient that lists the appointments of one treatment that the clinic has made,
 * with their entries for a calendar.
 */
export async function notifyPatientOfSeveral(
  query: Queries,
  config: CalendarConfig,
  appointments: readonly [Appointment, ...Appointment[]],
  now: Date,
): Promise<void> {
  const [first] = appointments
  const { patient: recipient, patientName, treatment, priceCents } = first
  if (isGuest(recipient)) return
  const desk = await readDesk(query, config)
  const language = await readLanguage(query, config, recipient)
  const t = severalTexts[language]
  const subject = t.subject(desk.name, appointments.length)
  const days = appointments.map(
    ({ day, slot }) => `${showLongDay(language, day)}, ${showSlot(language, slot)}`,
  )
  const sender = senderOf(desk, language)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.booked(appointments.length, showName(patientName)),
      [showTreatment(sender, treatment), ...days].join('\n'),
      ...(priceCents > 0 ? [t.price(showDollars(language, priceCents / 100))] : []),
    ],
    closing: t.closing,
  })
  const calendar = composePublication(desk, appointments, { now, language })
  const mail = { kind: 'appointments-booked', subject, ...parts, recipient, calendar }
  await queueMail(query, { ...mail, appointment: first }, now)
}

const movedTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `Your appointment at ${clinic} is now on ${day}`,
    moved: (what: string) => `Your appointment${what} has a new time.`,
    otherSubject: (clinic: string, day: string) =>
      `Your appointment at ${clinic} on ${day}: who you will see`,
    other: (what: string) => `Your appointment${what} stays at its time, with another doctor.`,
    before: (doctor: string) => `Before: ${doctor}`,
    otherClosing: 'If this does not suit you, please call us.',
    asYouAsked: 'We have changed your appointment as you asked.',
    forWhom: (name: string) => `It is for ${name}.`,
    times: (now: string, before: string) => `New: ${now}\nBefore: ${before}`,
    price: (price: string) => `Price: ${price}`,
    due: (amount: string) => `Still to be paid: ${amount}.`,
    pay: 'Pay online',
    returned: (amount: string) => `We are sending ${amount} back to your card.`,
    kept: (amount: string) =>
      `Under our cancellation policy, the ${amount} that your new treatment costs less is not refunded. It stays with your appointment.`,
    closing: 'If the new time does not suit you, please call us.',
    notYou: 'If you did not ask for this, please call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} cambió al ${day}`,
    moved: (what) => `Su cita${what} tiene un nuevo horario.`,
    otherSubject: (clinic, day) => `Su cita en ${clinic} el ${day}: quién le atenderá`,
    other: (what) => `Su cita${what} se mantiene a la misma hora, con otro doctor.`,
    before: (doctor) => `Antes: ${doctor}`,
    otherClosing: 'Si no le conviene, llámenos, por favor.',
    asYouAsked: 'Hemos cambiado su cita como usted lo pidió.',
    forWhom: (name) => `Es para ${name}.`,
    times: (now, before) => `Ahora: ${now}\nAntes: ${before}`,
    price: (price) => `Precio: ${price}`,
    due: (amount) => `Falta pagar: ${amount}.`,
    pay: 'Pagar en línea',
    returned: (amount) => `Le devolvemos ${amount} a su tarjeta.`,
    kept: (amount) =>
      `Según nuestra política de cancelación, los ${amount} que su nuevo tratamiento cuesta menos no se devuelven. Siguen valiendo para su cita.`,
    closing: 'Si el nuevo horario no le conviene, llámenos, por favor.',
    notYou: 'Si usted no lo pidió, llámenos, por favor.',
  },
})

/** The clinic moved it, or its patient did. */
type Move = {
  before: Appointment
  after: Appointment
  byPatient?: {
    /** Integer cents, where the price has changed. */
    due: number
    returned: number
    /** Of what was paid in test mode, where a part of it is given back: nobody receives it. */
    test: number
    /** Paid before, more than it costs now, and not given back. */
    kept: number
    /** Where the rest is paid; absent where cards are not taken. */
    payUrl?: string | undefined
  }
}

/** Writes a line about an amount in integer cents; none where it is 0. */
const lineOf = (language: Language) => (cents: number, text: (amount: string) => string) =>
  cents > 0 ? [text(showDollars(language, cents / 100))] : []

/** Notifies a patient of the new time of an appointment, the one that no longer holds, and what is to be paid. */
export function writeRescheduledMail(
  sender: Sender,
  { before, after, byPatient }: Move,
): Omit<Mail, 'recipient'> {
  const { clinicName, language } = sender
  const t = movedTexts[language]
  const isOther = before.treatmentId !== after.treatmentId
  const stays = !isOther && before.day === after.day && before.slot === after.slot
  const subject = (stays ? t.otherSubject : t.subject)(clinicName, showDay(language, after.day))
  const name = ({ treatment, day, slot }: Appointment) =>
    `${isOther && sender.namesTreatments ? `${treatment}, ` : ''}${showLongDay(language, day)}, ${showSlot(language, slot)}`
  const { due = 0, returned = 0, test = 0, kept = 0, payUrl } = byPatient ?? {}
  const line = lineOf(language)
  const who = withDoctor(language, before)
  const times = stays
    ? `${name(after)}${lineWithDoctor(language, after)}${who && `\n${t.before(who)}`}`
    : t.times(name(after), name(before)) + lineWithDoctor(language, after)
  const byClinic = stays ? t.other : t.moved
  const byClinicClosing = stays ? t.otherClosing : t.closing
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      byPatient ? t.asYouAsked : byClinic(forTreatment(sender, before.treatment)),
      times,
      ...(after.bookerName === null ? [] : [t.forWhom(showName(after.patientName))]),
      ...(after.priceCents > 0 ? [t.price(showDollars(language, after.priceCents / 100))] : []),
      ...line(due, t.due),
      ...line(returned, t.returned),
      ...line(test, testPaymentTexts[language].noneBack),
      ...line(kept, t.kept),
    ],
    ...(due > 0 && payUrl !== undefined && { action: { label: t.pay, url: payUrl } }),
    closing: byPatient ? t.notYou : byClinicClosing,
  })
  return { kind: 'appointment-moved', subject, ...parts }
}

const cancelledTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) =>
      `Your appointment at ${clinic} on ${day} is cancelled`,
    cancelled: (what: { of: string; day: string; slot: string }) =>
      `Your appointment${what.of} on ${what.day} at ${what.slot} is cancelled.`,
    asYouAsked: (what: { of: string; day: string; slot: string }) =>
      `You have cancelled your appointment${what.of} on ${what.day} at ${what.slot}.`,
    forWhom: (name: string) => `It was for ${name}.`,
    reason: (reason: string) => `The reason: ${reason}`,
    toCard: (amount: string) =>
      `We are sending the ${amount} you paid back to your card. Banks usually take 5 to 10 days to show it.`,
    atDesk: (amount: string) =>
      `You paid ${amount} at our desk. Please come by or call us to have it back.`,
    kept: (amount: string) => `You paid ${amount} by card. Please call us about it.`,
    keptByPolicy: (amount: string) =>
      `Under our cancellation policy, the ${amount} you paid is not refunded.`,
    closing: 'For another time, please book again or call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} del ${day} está cancelada`,
    cancelled: ({ of, day, slot }) => `Su cita${of} del ${day}, ${slot}, está cancelada.`,
    asYouAsked: ({ of, day, slot }) => `Usted canceló su cita${of} del ${day} (${slot}).`,
    forWhom: (name) => `Era para ${name}.`,
    reason: (reason) => `El motivo: ${reason}`,
    toCard: (amount) =>
      `Le devolvemos a su tarjeta los ${amount} que pagó. Los bancos suelen tardar de 5 a 10 días en mostrarlo.`,
    atDesk: (amount) =>
      `Usted pagó ${amount} en recepción. Venga o llámenos para recibir su dinero.`,
    kept: (amount) => `Usted pagó ${amount} con tarjeta. Llámenos para hablar de ese pago.`,
    keptByPolicy: (amount) =>
      `Según nuestra política de cancelación, los ${amount} que pagó no se devuelven.`,
    closing: 'Si desea otro día u otra hora, vuelva a reservar o llámenos.',
  },
})

/**
 * The mail that an appointment is cancelled, with the reason and what happens to the money paid. `reason` is
 * `null` if the patient cancelled it. `testCents` of the money by `sumTests`: nothing of it was received.
 */
export function writeCancelledMail(
  sender: Sender,
  { treatment, day, slot, patientName, bookerName }: Appointment,
  { reason, money, testCents }: { reason: Reason | null; money: MoneyBack; testCents: number },
): Omit<Mail, 'recipient'> {
  const { clinicName, language } = sender
  const t = cancelledTexts[language]
  const of = forTreatment(sender, treatment)
  const what = { of, day: showLongDay(language, day), slot: showSlot(language, slot) }
  const subject = t.subject(clinicName, showDay(language, day))
  const kept = reason === null ? t.keptByPolicy : t.kept
  const real = withoutTests(money, testCents)
  const line = lineOf(language)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      reason === null ? t.asYouAsked(what) : t.cancelled(what),
      ...(bookerName === null ? [] : [t.forWhom(showName(patientName))]),
      ...(reason === null ? [] : [t.reason(reasonText(language, reason))]),
      ...line(real.toCard, t.toCard),
      ...line(testCents, testPaymentTexts[language].noneBack),
      ...line(real.atDesk, t.atDesk),
      ...line(real.kept, kept),
    ],
    closing: t.closing,
  })
  return { kind: 'appointment-cancelled', subject, ...parts }
}
