import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database, Queries } from '../db/database.ts'
import { listLanguages } from '../language/account-language.ts'
import type { Mail } from '../notifications/notification.ts'
import { queueMails } from '../notifications/queue-mail.ts'
import { type OnDay, selectLive } from './queries.ts'
import { readClinic, readClosed } from './read-clinic.ts'
import { writeClosedMail } from './write-closed-mail.ts'

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
    const due = await takeDue(transaction)
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

/** Takes what some patients are owed: the reason of each appointment, by its id. */
async function takeDue(query: Queries): Promise<Map<string, string | null>> {
  const patients = query
    .selectFrom('closureMailsDue')
    .select('patient')
    .distinct()
    .orderBy('patient')
    .limit(most)
  const rows = await query
    .deleteFrom('closureMailsDue')
    .where('patient', 'in', patients)
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
