import { sql } from 'kysely'
import { defineTexts, type Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay, showDollars, showLongDay, showSlot } from '../../contract/show.ts'
import { type Appointment, dueOf } from '../appointments/appointment.ts'
import { holdForMails } from '../appointments/find-appointment.ts'
import { findImpossible } from '../appointments/find-impossible.ts'
import { askOnClosed } from '../clinic/close-days.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import { writeToConfirmed } from '../doctors/plan-changes/settle.ts'
import { issueLink, linkTo } from '../email-links/issue-link.ts'
import { listLanguages } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import {
  lineWithDoctor,
  type Mail,
  showName,
  showTreatment,
} from '../notifications/notification.ts'
import { queueMails } from '../notifications/queue-mail.ts'
import {
  type CalendarConfig,
  composeInvitation,
  type Desk,
  readDesk,
  senderOf,
  spanOf,
} from './compose-entry.ts'

/** Per transaction, which bookings on SQLite wait for. */
const most = 20

type ConfirmingConfig = CalendarConfig & Pick<Config, 'payments'> & { authSecret: string }

/**
 * Writes the confirmations that bookings are owed (docs/decisions/0013): the transaction that removes the debt
 * queues the mail, so there is one for each booking, even after a crash. What cannot take place is not confirmed. True
 * when some were owed.
 */
export async function queueConfirmations(parts: {
  config: ConfirmingConfig
  database: Database
  clock: Clock
}): Promise<boolean> {
  const { config, database, clock } = parts
  if (!(await owesConfirmation(database.query))) return false
  const desk = await readDesk(database.query, config)
  const now = clock()
  const { authSecret } = config
  const known = { now, authSecret, takesCards: config.payments.provider !== 'off' }
  return database.query.transaction().execute(async (transaction) => {
    const taken = await takeConfirmations(transaction, database, most)
    const standing = taken.appointments.filter(
      (one) => spanOf(one, desk.timeZone).start > now.getTime(),
    )
    const confirmed = await askInstead(transaction, config, standing, now)
    if (confirmed.length === 0) return taken.count > 0
    const patients = confirmed.map(({ patient }) => patient)
    const languageOf = await listLanguages(transaction, config, patients)
    const mails = confirmed.map((one) =>
      writeConfirmationMail(desk, one, { ...known, language: languageOf(one.patient) }),
    )
    await queueMails(transaction, mails, now)
    return taken.count > 0
  })
}

/**
 * Those of some appointments that can take place. The patients of the others are asked to choose another time, as
 * staff have asked for while nothing could be mailed to them.
 */
async function askInstead(
  query: Queries,
  config: ConfirmingConfig,
  standing: readonly Appointment[],
  now: Date,
): Promise<Appointment[]> {
  const impossible = await findImpossible(query, standing)
  const closed = standing.filter(({ id }) => impossible.get(id) === 'closed')
  await askOnClosed(query, closed, { actor: 'portal', at: now.toISOString() })
  for (const one of standing) {
    if (impossible.get(one.id) === 'displaced') await writeToConfirmed(query, { config, now }, one)
  }
  return standing.filter(({ id }) => !impossible.has(id))
}

/** Whether any confirmation is owed. */
async function owesConfirmation(query: Queries): Promise<boolean> {
  const due = await query
    .selectFrom('confirmationsDue')
    .select('appointmentId')
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

/**
 * Claims up to `most` bookings that are owed a confirmation, in the caller's transaction: returns how many, and
 * those to confirm. It skips cancelled ones, those that staff booked, since they notified the patient in that
 * transaction, those that staff imported, and those whose patient was notified of the current time. A booking
 * of an unconfirmed account is owed again once the account is confirmed.
 */
async function takeConfirmations(query: Queries, database: Database, most: number) {
  const due = query
    .selectFrom('confirmationsDue')
    .select('appointmentId')
    .orderBy('appointmentId')
    .limit(most)
    // Processes skip each other's rows; SQLite has one writer, which needs no lock.
    .$if(database.engine === 'postgres', (select) => select.forUpdate().skipLocked())
  const taken = await query
    .deleteFrom('confirmationsDue')
    .where('appointmentId', 'in', due)
    .returning('appointmentId')
    .execute()
  // Other processes were faster. PostgreSQL rejects an empty list.
  if (taken.length === 0) return { count: 0, appointments: [] }
  const ids = taken.map(({ appointmentId }) => appointmentId)
  await holdForMails(database, query, ids)
  const appointments = await query
    .selectFrom('appointments as a')
    .selectAll('a')
    .where('a.id', 'in', ids)
    .where('a.cancelledAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointmentEvents as e')
            .select('e.id')
            .whereRef('e.appointmentId', '=', 'a.id')
            .where('e.kind', 'in', ['booked', 'imported']),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as o')
            .select('o.id')
            .whereRef('o.appointmentId', '=', 'a.id')
            .whereRef('o.timeRevision', '=', 'a.timeRevision')
            .where('o.calendarMethod', '=', 'REQUEST'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as u')
            .select('u.id')
            .whereRef('u.id', '=', 'a.bookedBy')
            .where('u.emailVerified', '=', sql<boolean>`false`),
        ),
      ),
    )
    .orderBy('a.id')
    .execute()
  return { count: taken.length, appointments }
}

const confirmationTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `Your appointment at ${clinic} on ${day}`,
    booked: (name: string) => `Your appointment is booked for ${name}.`,
    price: (price: string) => `Price: ${price}`,
    paid: 'It is paid.',
    unpaid: (due: string) => `Still to pay: ${due}. You can pay online now, or later.`,
    atClinic: (due: string) => `Still to pay: ${due}, at the clinic.`,
    calendar:
      'This mail brings the appointment to your calendar, in your own time zone. If the time changes, your calendar follows.',
    pay: (due: string) => `Pay ${due}`,
    all: 'See your appointments',
    reschedule: 'Reschedule',
    cancel: 'Cancel the appointment',
    closing:
      'To reschedule or cancel by these links you need not sign in. They are for this appointment alone and end when it begins, so please keep them to yourself. If you did not book this appointment, please call us.',
  },
  es: {
    subject: (clinic, day) => `Su cita en ${clinic} el ${day}`,
    booked: (name) => `Su cita está reservada a nombre de ${name}.`,
    price: (price) => `Precio: ${price}`,
    paid: 'Está pagada.',
    unpaid: (due) => `Falta pagar: ${due}. Puede pagar en línea ahora o más adelante.`,
    atClinic: (due) => `Falta pagar: ${due}, en la clínica.`,
    calendar:
      'Este correo lleva la cita a su calendario, en su propia zona horaria. Si cambia la hora, su calendario se actualiza.',
    pay: (due) => `Pagar ${due}`,
    all: 'Ver sus citas',
    reschedule: 'Reprogramar',
    cancel: 'Cancelar la cita',
    closing:
      'Para reprogramar o cancelar con estos enlaces no hace falta iniciar sesión. Sirven solo para esta cita y terminan cuando comienza; por favor, no los comparta. Si usted no reservó esta cita, llámenos, por favor.',
  },
})

type Confirmation = {
  now: Date
  language: Language
  authSecret: string
  /** Whether patients pay online. */
  takesCards: boolean
}

/** Writes the confirmation of a booking, with a calendar entry and links to pay, reschedule and cancel. */
export function writeConfirmationMail(
  desk: Desk,
  appointment: Appointment,
  { now, language, authSecret, takesCards }: Confirmation,
): Mail {
  const { id, patientName, day, slot, patient } = appointment
  const t = confirmationTexts[language]
  const subject = t.subject(desk.name, showDay(language, day))
  const due = dueOf(appointment)
  const amount = showDollars(language, due / 100)
  const all = { label: t.all, url: desk.publicUrl + paths.dashboard }
  const pay = { label: t.pay(amount), url: desk.publicUrl + paths.payment(id) }
  const isPayable = due > 0 && takesCards
  const answer = (purpose: 'reschedule' | 'cancel') => ({
    label: t[purpose],
    url: desk.publicUrl + linkTo(purpose, issueLink(authSecret, purpose, appointment)),
  })
  const sender = senderOf(desk, language)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      t.booked(showName(patientName)),
      `${showTreatment(sender, appointment.treatment)}\n${showLongDay(language, day)}, ${showSlot(language, slot)}${lineWithDoctor(language, appointment)}`,
      ...priceLines(appointment, { language, takesCards }),
      `${desk.address}\n${desk.phone}`,
      t.calendar,
    ],
    action: isPayable ? pay : all,
    more: [...(isPayable ? [all] : []), answer('reschedule'), answer('cancel')],
    closing: t.closing,
  })
  return {
    kind: 'appointment-confirmed',
    recipient: patient,
    subject,
    ...parts,
    calendar: composeInvitation(desk, appointment, { now, language }),
    appointment,
    onlyWhile: 'standing',
  }
}

/** The price and the amount left to pay; nothing for a free treatment. */
function priceLines(
  appointment: Appointment,
  { language, takesCards }: Pick<Confirmation, 'language' | 'takesCards'>,
): string[] {
  const { priceCents } = appointment
  if (priceCents === 0) return []
  const t = confirmationTexts[language]
  const due = dueOf(appointment)
  const left = takesCards ? t.unpaid : t.atClinic
  const state = due === 0 ? t.paid : left(showDollars(language, due / 100))
  return [`${t.price(showDollars(language, priceCents / 100))}\n${state}`]
}
