import { sql } from 'kysely'
import { paths } from '../../../contract/page-paths.ts'
import { type Refused, refused } from '../../appointments/appointment.ts'
import { readSender } from '../../clinic/read-clinic.ts'
import type { BookingParts } from '../../deps.ts'
import { readLanguage } from '../../language/account-language.ts'
import { queueBounded } from '../../notifications/queue-mail.ts'
import { selectRequests } from '../queries.ts'
import { searchNow } from '../search-slots.ts'
import { doctorAwayOf, lookingNow } from './doctor-away.ts'
import { writeAwayMail } from './write-away-mail.ts'

/** Mails about this that one patient gets within an hour, who may wait for several people. */
const mostMails = 3

type Acted<R extends string> = { ok: true; patient: string } | Refused<R>

/** Opens a request for whoever is free, unless it no longer waits for the doctor whom staff saw. */
export async function openRequest(
  parts: BookingParts,
  { id, doctorId }: { id: string; doctorId: string },
): Promise<Acted<'not_found' | 'request_changed'>> {
  const { query } = parts.database
  const opened = await query
    .updateTable('waits')
    // Searched at once, however lately its patient has asked for that.
    .set({ doctorId: null, checkAt: parts.clock().toISOString(), searchedAt: '' })
    .where('id', '=', id)
    .where('doctorId', '=', doctorId)
    .where('state', '=', sql.lit('waiting'))
    .returning(['userId', 'patient'])
    .executeTakeFirst()
  if (opened) {
    await searchNow(parts, { id, userId: opened.userId })
    return { ok: true, patient: opened.patient }
  }
  const known = await query.selectFrom('waits').select('id').where('id', '=', id).executeTakeFirst()
  return refused(known ? 'request_changed' : 'not_found')
}

/** Writes to a patient that the doctor who they wait for cannot take their request. */
export async function writeOfDoctor(
  parts: BookingParts,
  id: string,
): Promise<Acted<'not_found' | 'request_changed' | 'no_confirmed_mail' | 'written_enough'>> {
  const { database, config, clock, outbox } = parts
  const request = await selectRequests(database.query).where('w.id', '=', id).executeTakeFirst()
  if (!request) return refused('not_found')
  const away = request.state === 'waiting' ? await doctorAwayOf(lookingNow(parts), request) : null
  if (away === null) return refused('request_changed')
  if (!request.emailVerified) return refused('no_confirmed_mail')
  const { patient: recipient, treatment } = request
  const sender = await readSender(
    database.query,
    await readLanguage(database.query, config, recipient),
  )
  const url = config.publicUrl + paths.changeRequest(id)
  const about = { treatment, doctor: request.doctorName ?? '', away, url }
  const mail = { ...writeAwayMail(sender, about), recipient }
  const isQueued = await queueBounded(database, mail, { most: mostMails, now: clock() })
  if (!isQueued) return refused('written_enough')
  outbox.wake()
  return { ok: true, patient: recipient }
}
