import { sql } from 'kysely'
import { defineTexts } from '../../../contract/language.ts'
import { paths } from '../../../contract/page-paths.ts'
import type { DoctorAway } from '../../../contract/waitlist/waitlist.ts'
import { type Refused, refused } from '../../appointments/appointment.ts'
import { readSender } from '../../clinic/read-clinic.ts'
import type { BookingParts } from '../../deps.ts'
import { readLanguage } from '../../language/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import { forTreatment, type Mail, type Sender } from '../../notifications/notification.ts'
import { queueBoundedIn } from '../../notifications/queue-mail.ts'
import { changeLine } from '../hold-lines.ts'
import { holdRequest, selectRequests } from '../queries.ts'
import { searchNow } from '../search-slots.ts'
import { doctorAwayOf, lookingNow } from './doctor-away.ts'

/** The most mails of this kind that one account gets within an hour; it may wait for several dependents. */
const mostMails = 3

type Acted<R extends string> = { ok: true; patient: string } | Refused<R>

/** Opens a request to any doctor, unless it no longer waits for the doctor that staff saw. */
export async function openRequest(
  parts: BookingParts,
  { id, doctorId }: { id: string; doctorId: string },
): Promise<Acted<'not_found' | 'request_changed'>> {
  const { clock, database } = parts
  const request = await selectRequests(database.query).where('w.id', '=', id).executeTakeFirst()
  if (!request) return refused('not_found')
  const opened = await changeLine(database, request.treatmentId, (query) =>
    query
      .updateTable('waits')
      // Searched at once, even if its patient asked for a search recently.
      .set({ doctorId: null, checkAt: clock().toISOString(), searchedAt: '' })
      .where('id', '=', id)
      .where('doctorId', '=', doctorId)
      .where('state', '=', sql.lit('waiting'))
      .returning(['userId', 'patient'])
      .executeTakeFirst(),
  )
  if (!opened) return refused('request_changed')
  await searchNow(parts, { id, userId: opened.userId })
  return { ok: true, patient: opened.patient }
}

/** Mails a patient that the requested doctor cannot take their request. */
export async function writeOfDoctor(
  parts: BookingParts,
  id: string,
): Promise<Acted<'not_found' | 'request_changed' | 'no_confirmed_mail' | 'written_enough'>> {
  const { database, config, clock, outbox } = parts
  const outcome = await database.query
    .transaction()
    .execute(async (query): ReturnType<typeof writeOfDoctor> => {
      // Until the mail is queued, its patient keeps the address that is read here.
      const isWaiting = await holdRequest(query, id)
      const request = await selectRequests(query).where('w.id', '=', id).executeTakeFirst()
      if (!request) return refused('not_found')
      const at = { ...lookingNow(parts), query }
      const away = isWaiting ? await doctorAwayOf(at, request) : null
      if (away === null) return refused('request_changed')
      if (!request.emailVerified) return refused('no_confirmed_mail')
      const { patient: recipient, treatment } = request
      const sender = await readSender(query, await readLanguage(query, config, recipient))
      const url = config.publicUrl + paths.changeRequest(id)
      const about = { treatment, doctor: request.doctorName ?? '', away, url }
      const mail = { ...writeAwayMail(sender, about), recipient }
      const isQueued = await queueBoundedIn(query, database, mail, {
        most: mostMails,
        now: clock(),
      })
      return isQueued ? { ok: true, patient: recipient } : refused('written_enough')
    })
  if (outcome.ok) outbox.wake()
  return outcome
}

type Away = NonNullable<DoctorAway>

const mailTexts = defineTexts({
  en: {
    subject: (what: string) => `Your request${what} needs a new choice`,
    why: {
      left: (doctor: string) => `${doctor} no longer works at the clinic.`,
      treatment: (doctor: string) => `${doctor} no longer does this treatment.`,
      hours: (doctor: string) => `${doctor} does not work on the days and times you chose.`,
    } satisfies Record<Away, (doctor: string) => string>,
    intro: (what: string, why: string) =>
      `You are on the waitlist${what} and asked for one dentist alone. ${why} So we cannot offer you a time as things stand. You keep your place on the waitlist, and your appointments stay as they are.`,
    change: 'Change my request',
    closing: 'There you can choose another dentist, anyone who is free, or other days.',
  },
  es: {
    subject: (what) => `Su solicitud${what} necesita otra elección`,
    why: {
      left: (doctor) => `${doctor} ya no trabaja en la clínica.`,
      treatment: (doctor) => `${doctor} ya no hace este tratamiento.`,
      hours: (doctor) => `${doctor} no trabaja en los días y horas que usted eligió.`,
    },
    intro: (what, why) =>
      `Usted está en la lista de espera${what} y pidió un solo dentista. ${why} Por eso, tal como está, no podemos ofrecerle ningún horario. Conserva su lugar en la lista, y sus citas quedan como están.`,
    change: 'Cambiar mi solicitud',
    closing: 'Allí puede elegir otro dentista, cualquiera que esté libre u otros días.',
  },
})

/** Writes the mail that says that the requested doctor cannot take the request, and how to change it. */
export function writeAwayMail(
  sender: Sender,
  { treatment, doctor, away, url }: { treatment: string; doctor: string; away: Away; url: string },
): Omit<Mail, 'recipient'> {
  const t = mailTexts[sender.language]
  const what = forTreatment(sender, treatment)
  const subject = t.subject(what)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.intro(what, t.why[away](doctor))],
    action: { label: t.change, url },
    closing: t.closing,
  })
  return { kind: 'waiting-doctor-away', subject, ...parts }
}
