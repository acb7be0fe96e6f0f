import { type RawBuilder, sql } from 'kysely'
import { defineTexts, plural } from '../../contract/language.ts'
import { showDay, showLongDay, showSlot } from '../../contract/show.ts'
import { holdForMails } from '../appointments/find-appointment.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import { issueLink, linkTo } from '../email-links/issue-link.ts'
import { listLanguages } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { type Mail, type Sender, showName, showTreatment } from '../notifications/notification.ts'
import { queueMails } from '../notifications/queue-mail.ts'
import { type OnDay, selectLive } from './queries.ts'
import { readClinic, readClosed } from './read-clinic.ts'

type MailConfig = Pick<Config, 'publicUrl' | 'clinicLanguage'> & { authSecret: string }

/** Patients in one transaction, which bookings on SQLite wait for. */
const most = 50

/**
 * Writes mails that closures owe, one for each patient, from what still stands on a closed day; true
 * when some were owed. They go from the table in the transaction in which the mails come.
 */
export async function queueClosureMails(parts: {
  config: MailConfig
  database: Database
  clock: Clock
}): Promise<boolean> {
  const { database, config, clock } = parts
  const { query } = database
  if (!(await query.selectFrom('closureMailsDue').select('patient').limit(1).executeTakeFirst())) {
    return false
  }
  return query.transaction().execute(async (transaction) => {
    if (!(await isAlone(database, transaction))) return false
    const due = await takeDue(database, transaction)
    const standing = await listStanding(transaction, due)
    const mails = await writeMails(transaction, standing, due, config)
    await queueMails(transaction, mails, clock())
    return due.size > 0
  })
}

/** One process writes at a time, so that a patient's appointments come in one mail. */
async function isAlone({ engine }: Database, query: Queries): Promise<boolean> {
  if (engine === 'sqlite') return true
  const lock: RawBuilder<{ alone: boolean }> = sql`
    select pg_try_advisory_xact_lock(hashtextextended('closure mails ' || current_schema(), 0)) as "alone"`
  const { rows } = await lock.execute(query)
  return rows[0]?.alone === true
}

/** Takes what some patients are owed: the reason of each appointment, by its id. Holds the appointments. */
async function takeDue(database: Database, query: Queries): Promise<Map<string, string | null>> {
  const patients = query
    .selectFrom('closureMailsDue')
    .select('patient')
    .distinct()
    .orderBy('patient')
    .limit(most)
  const due = await query
    .selectFrom('closureMailsDue')
    .select('appointmentId')
    .where('patient', 'in', patients)
    .execute()
  if (due.length === 0) return new Map()
  const ids = due.map(({ appointmentId }) => appointmentId)
  await holdForMails(database, query, ids)
  const rows = await query
    .deleteFrom('closureMailsDue')
    .where('appointmentId', 'in', ids)
    .returning(['appointmentId', 'reason'])
    .execute()
  return new Map(rows.map(({ appointmentId, reason }) => [appointmentId, reason]))
}

async function listStanding(query: Queries, due: Map<string, unknown>): Promise<OnDay[]> {
  if (due.size === 0) return []
  const appointments = await selectLive(query)
    .where('id', 'in', [...due.keys()])
    .execute()
  const [first, last] = [appointments.at(0), appointments.at(-1)]
  if (!first || !last) return []
  const isClosed = await readClosed(query, first.day, last.day)
  return appointments.filter(({ day }) => isClosed(day))
}

async function writeMails(
  query: Queries,
  standing: readonly OnDay[],
  due: Map<string, string | null>,
  config: MailConfig,
): Promise<Mail[]> {
  if (standing.length === 0) return []
  const { publicUrl, authSecret } = config
  const clinic = await readClinic(query)
  const byPatient = Map.groupBy(standing, ({ patient }) => patient)
  const languageOf = await listLanguages(query, config, [...byPatient.keys()])
  return [...byPatient].flatMap(([recipient, own]) => {
    const [first] = own
    if (!first) return []
    const language = languageOf(recipient)
    const namesTreatments = clinic.namesTreatments === 1
    const sender = { clinicName: clinic.name, namesTreatments, language }
    const reason = due.get(first.id) ?? undefined
    const mail = writeClosedMail(sender, { clinic, publicUrl, authSecret, recipient, reason }, own)
    const about = { appointment: first, onlyWhile: 'standing' } as const
    // One that names several is of use while any of them stands.
    return [{ ...mail, ...(own.length === 1 ? about : { bookedBy: '' }) }]
  })
}

const closedTexts = defineTexts({
  en: {
    and: ' and ',
    subject: (clinic: string, days: string) => `${clinic} is closed on ${days}`,
    title: (clinic: string) => `${clinic} is closed on days that you have booked`,
    sorry: (days: string) => `We are sorry: the clinic will be closed on ${days}.`,
    reason: (reason: string) => `The reason: ${reason}`,
    yours: (count: number) =>
      plural('en', count, {
        one: 'You have an appointment then:',
        other: 'You have appointments then:',
      }),
    whose: (treatment: string, name: string) => `${treatment} for ${name}`,
    please: (phone: string) =>
      `Please choose another time by the link below, or call us at ${phone} and we will find one together. However late it is: what you paid stays with your new time, and if you would rather cancel, all of it goes back.`,
    reschedule: 'Choose another time',
    cancel: 'Cancel the appointment',
    links:
      'These links need no signing in. Each is for one appointment alone and ends when that begins, so please keep them to yourself.',
  },
  es: {
    and: ' y el ',
    subject: (clinic: string, days: string) => `${clinic} estará cerrada el ${days}`,
    title: (clinic: string) => `${clinic} estará cerrada en días que usted reservó`,
    sorry: (days: string) => `Lo sentimos: la clínica estará cerrada el ${days}.`,
    reason: (reason: string) => `El motivo: ${reason}`,
    yours: (count: number) =>
      plural('es', count, {
        one: 'Usted tiene una cita entonces:',
        other: 'Usted tiene citas entonces:',
      }),
    whose: (treatment: string, name: string) => `${treatment} para ${name}`,
    please: (phone: string) =>
      `Elija otro horario con el enlace de abajo, o llámenos al ${phone} y lo buscamos juntos. Aunque falte poco, lo que pagó se conserva para su nueva cita; y si prefiere cancelar, se le devuelve por completo.`,
    reschedule: 'Elegir otro horario',
    cancel: 'Cancelar la cita',
    links:
      'Estos enlaces no piden iniciar sesión. Cada uno sirve solo para una cita y termina cuando esta comienza; por favor, no los comparta.',
  },
})

type Closing = {
  clinic: { phone: string }
  publicUrl: string
  authSecret: string
  recipient: string
  /** `undefined` if a weekday is closed permanently. */
  reason: string | undefined
}

/**
 * Notifies a patient that the clinic is closed on the days of their appointments. Each has links that
 * reschedule and cancel that very appointment, so that no second one is booked.
 */
export function writeClosedMail(
  sender: Sender,
  { clinic, publicUrl, authSecret, recipient, reason }: Closing,
  appointments: readonly OnDay[],
): Mail {
  const { clinicName, language } = sender
  const t = closedTexts[language]
  const days = [...new Set(appointments.map(({ day }) => showDay(language, day)))]
  const subject = t.subject(clinicName, days.join(t.and))
  const lineOf = ({ day, slot, patientName, bookerName, ...about }: OnDay) => {
    const treatment = showTreatment(sender, about.treatment)
    const what = bookerName === null ? treatment : t.whose(treatment, showName(patientName))
    return `${what}: ${showLongDay(language, day)}, ${showSlot(language, slot)}`
  }
  const answer = (purpose: 'reschedule' | 'cancel', appointment: OnDay) => ({
    label: appointments.length === 1 ? t[purpose] : `${t[purpose]}. ${lineOf(appointment)}`,
    url: publicUrl + linkTo(purpose, issueLink(authSecret, purpose, appointment)),
  })
  const [action, ...more] = appointments.flatMap((one) => [
    answer('reschedule', one),
    answer('cancel', one),
  ])
  const parts = frameMail(sender, {
    subject: days.length > 2 ? t.title(clinicName) : subject,
    paragraphs: [
      t.sorry(days.join(', ')),
      ...(reason ? [t.reason(reason)] : []),
      `${t.yours(appointments.length)}\n${appointments.map(lineOf).join('\n')}`,
      t.please(clinic.phone),
    ],
    ...(action && { action }),
    more,
    closing: t.links,
  })
  return { kind: 'clinic-closed', recipient, subject, ...parts }
}
