import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** The ids of a patient and of all patients merged into it, whose history is part of its own. */
export async function listOwnIds(query: Queries, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive "own" ("id") as (
      select ${id}
      union select m."id" from "patients" as m join "own" as o on m."mergedInto" = o."id")
    select "id" from "own"`.execute(query)
  return rows.map(({ id: own }) => own)
}

/** Entries of the audit about any of these, with the name of who it was, the newest first. */
export async function listEntriesAbout(
  query: Queries,
  subjects: readonly string[],
  { actions, most }: { actions: readonly string[]; most: number },
) {
  return query
    .selectFrom('auditEntries as e')
    .leftJoin('users as u', 'u.email', 'e.actor')
    .select(['e.at', 'e.action', 'e.actor', 'u.name'])
    .where('e.subject', 'in', subjects)
    .where('e.action', 'in', actions)
    .where('e.status', '=', 200)
    .orderBy('e.id', 'desc')
    .limit(most)
    .execute()
}

/** A patient's record, and the address that is proved to be theirs, '' for none. */
export async function findRecord(query: Queries, id: string) {
  const record = await query
    .selectFrom('patients as p')
    .leftJoin('users as u', 'u.id', 'p.accountId')
    .selectAll('p')
    .select(['u.email as accountEmail', 'u.emailVerified', 'u.claims'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!record) return undefined
  const { accountId, relation, accountEmail, claims } = record
  const isProved = claims === null && Boolean(record.emailVerified)
  const ofAccount = relation === null && isProved ? (accountEmail ?? '') : ''
  return { ...record, address: accountId === null ? record.email : ofAccount }
}

/** A patient's messages to the clinic, and the notifications sent to the patient. */
export async function readMessages(
  query: Queries,
  address: string,
  appointments: readonly string[],
) {
  const about = appointments.length > 0 ? appointments : ['']
  const [messages, notifications] = await Promise.all([
    query
      .selectFrom('contactMessages')
      .select(['subject', 'message', 'createdAt'])
      .where('email', '=', address)
      .where('email', '<>', '')
      .orderBy('id')
      .execute(),
    query
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'subject', 'createdAt', 'sentAt'])
      .where((row) =>
        row.or([
          row.and([row('recipient', '=', address), row('recipient', '<>', '')]),
          row('appointmentId', 'in', about),
        ]),
      )
      .orderBy('id')
      .execute(),
  ])
  return { messages, notifications }
}

export async function readRequests(query: Queries, ids: readonly string[]) {
  const waits = await query
    .selectFrom('waits')
    .selectAll()
    .where('patientId', 'in', ids)
    .orderBy('id')
    .execute()
  const offers = await query
    .selectFrom('offers as o')
    .innerJoin('waits as w', 'w.id', 'o.waitId')
    .where('w.patientId', 'in', ids)
    .select(['o.waitId', 'o.day', 'o.slot', 'o.state', 'o.madeAt'])
    .orderBy('o.id')
    .execute()
  return waits.map((wait) => ({
    ...wait,
    offers: offers.filter(({ waitId }) => waitId === wait.id),
  }))
}
