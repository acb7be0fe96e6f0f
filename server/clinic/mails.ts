import { defineTexts } from '../../contract/language.ts'
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

/** Mails in one transaction, which bookings on SQLite wait for. */
const most = 50

/**
 * Writes mails that closures owe, one for each appointment that still stands on a closed day, and one for each
 * whose day is open again; true when some were owed. They go from the table in the transaction in which the mails
 * come.
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
    const due = await takeDue(database, transaction)
    const standing = await listStanding(transaction, due)
    const mails = await writeMails(transaction, standing, due, config)
    await queueMails(transaction, mails, clock())
    return due.size > 0
  })
}

/** An appointment whose day is closed, or open again. */
type Standing = OnDay & { isOpen?: boolean }

/** Takes some mails that are owed: the reason of each appointment, by its id. Holds the appointments. */
async function takeDue(database: Database, query: Queries): Promise<Map<string, string | null>> {
  const owed = query.selectFrom('closureMailsDue').select('appointmentId')
  const due = await owed.orderBy('patient').orderBy('appointmentId').limit(most).execute()
  if (due.length === 0) return new Map()
  const ids = due.map(({ appointmentId }) => appointmentId)
  // Before the rows: a change of a patient's address locks them in this order, too.
  await holdForMails(database, query, ids)
  const free = owed
    .where('appointmentId', 'in', ids)
    // Processes skip each other's rows; SQLite has one writer, which needs no lock.
    .$if(database.engine === 'postgres', (select) => select.forUpdate().skipLocked())
  const rows = await query
    .deleteFrom('closureMailsDue')
    .where('appointmentId', 'in', free)
    .returning(['appointmentId', 'reason'])
    .execute()
  return new Map(rows.map(({ appointmentId, reason }) => [appointmentId, reason]))
}

async function listStanding(query: Queries, due: Map<string, unknown>): Promise<Standing[]> {
  if (due.size === 0) return []
  const appointments = await selectLive(query)
    .where('id', 'in', [...due.keys()])
    .execute()
  const [first, last] = [appointments.at(0), appointments.at(-1)]
  if (!first || !last) return []
  const isClosed = await readClosed(query, first.day, last.day)
  const asks = await query
    .selectFrom('closureAsks')
    .select('appointmentId')
    .where('appointmentId', 'in', [...due.keys()])
    .execute()
  const asked = new Set(asks.map(({ appointmentId }) => appointmentId))
  return appointments
    .map((one) => ({ ...one, isOpen: !isClosed(one.day) }))
    .filter(({ id, isOpen }) => !(isOpen && asked.has(id)))
}

async function writeMails(
  query: Queries,
  standing: readonly Standing[],
  due: Map<string, string | null>,
  config: MailConfig,
): Promise<Mail[]> {
  if (standing.length === 0) return []
  const clinic = await readClinic(query)
  const patients = standing.map(({ patient }) => patient)
  const languageOf = await listLanguages(query, config, patients)
  const namesTreatments = clinic.namesTreatments === 1
  return standing.map((one) => {
    const language = languageOf(one.patient)
    const sender = { clinicName: clinic.name, namesTreatments, language }
    const reason = due.get(one.id) ?? undefined
    return writeClosedMail(sender, one, { ...config, phone: clinic.phone, reason })
  })
}

const closedTexts = defineTexts({
  en: {
    subject: (clinic: string, day: string) => `${clinic} is closed on ${day}`,
    sorry: (day: string) => `We are sorry: the clinic will be closed on ${day}.`,
    reason: (reason: string) => `The reason: ${reason}`,
    yours: 'You have an appointment then:',
    whose: (treatment: string, name: string) => `${treatment} for ${name}`,
    please: (phone: string) =>
      `Please choose another time by the link below, or call us at ${phone} and we will find one together. However late it is: what you paid stays with your new time, and if you would rather cancel, all of it goes back.`,
    openSubject: (clinic: string, day: string) => `${clinic} is open on ${day} after all`,
    open: (day: string) => `The clinic will be open on ${day} after all.`,
    stands: 'Your appointment takes place as planned:',
    unsuited: (phone: string) =>
      `You need do nothing more. If it does not suit you any longer, choose another time or cancel by the links below, or call us at ${phone}.`,
    reschedule: 'Choose another time',
    cancel: 'Cancel the appointment',
    links:
      'These links need no signing in. They are for this appointment alone and end when it begins, so please keep them to yourself.',
  },
  es: {
    subject: (clinic: string, day: string) => `${clinic} estará cerrada el ${day}`,
    sorry: (day: string) => `Lo sentimos: la clínica estará cerrada el ${day}.`,
    reason: (reason: string) => `El motivo: ${reason}`,
    yours: 'Usted tiene una cita entonces:',
    whose: (treatment: string, name: string) => `${treatment} para ${name}`,
    please: (phone: string) =>
      `Elija otro horario con el enlace de abajo, o llámenos al ${phone} y lo buscamos juntos. Aunque falte poco, lo que pagó se conserva para su nueva cita; y si prefiere cancelar, se le devuelve por completo.`,
    openSubject: (clinic, day) => `${clinic} sí estará abierta el ${day}`,
    open: (day) => `Al final, la clínica sí estará abierta el ${day}.`,
    stands: 'Su cita se mantiene como estaba prevista:',
    unsuited: (phone) =>
      `No tiene que hacer nada más. Si ya no le conviene, elija otro horario o cancele con los enlaces de abajo, o llámenos al ${phone}.`,
    reschedule: 'Elegir otro horario',
    cancel: 'Cancelar la cita',
    links:
      'Estos enlaces no piden iniciar sesión. Sirven solo para esta cita y terminan cuando comienza; por favor, no los comparta.',
  },
})

type Closing = Pick<MailConfig, 'publicUrl' | 'authSecret'> & {
  /** The clinic's. */
  phone: string
  /** `undefined` if a weekday is closed permanently. */
  reason: string | undefined
}

/**
 * Notifies a patient that the clinic is closed on the day of an appointment, or open again, with links that
 * reschedule and cancel that very appointment, so that no second one is booked.
 */
export function writeClosedMail(
  sender: Sender,
  appointment: Standing,
  { publicUrl, authSecret, phone, reason }: Closing,
): Mail {
  const { clinicName, language } = sender
  const { day, slot, patient, patientName, bookerName, isOpen = false } = appointment
  const t = closedTexts[language]
  const date = showDay(language, day)
  const subject = (isOpen ? t.openSubject : t.subject)(clinicName, date)
  const treatment = showTreatment(sender, appointment.treatment)
  const what = bookerName === null ? treatment : t.whose(treatment, showName(patientName))
  const place = `${what}: ${showLongDay(language, day)}, ${showSlot(language, slot)}`
  const answer = (purpose: 'reschedule' | 'cancel') => ({
    label: t[purpose],
    url: publicUrl + linkTo(purpose, issueLink(authSecret, purpose, appointment)),
  })
  const [reschedule, cancel] = [answer('reschedule'), answer('cancel')]
  const letter = isOpen
    ? {
        paragraphs: [t.open(date), `${t.stands}\n${place}`, t.unsuited(phone)],
        more: [reschedule, cancel],
      }
    : {
        paragraphs: [
          t.sorry(date),
          ...(reason ? [t.reason(reason)] : []),
          `${t.yours}\n${place}`,
          t.please(phone),
        ],
        ...{ action: reschedule, more: [cancel] },
      }
  return {
    kind: isOpen ? 'clinic-open' : 'clinic-closed',
    recipient: patient,
    subject,
    ...frameMail(sender, { subject, ...letter, closing: t.links }),
    appointment,
    onlyWhile: 'standing',
  }
}
