import { sql } from 'kysely'
import type { Relation } from '../../../contract/patients/dependent.ts'
import type { Appointment, Owner } from '../../appointments/appointment.ts'
import { listHistory } from '../../appointments/history.ts'
import type { Queries } from '../../db/database.ts'

/** An account's own row and what hangs on it. */
export async function readOwnRows(query: Queries, owner: Owner) {
  const { userId } = owner
  const [user, ways, emailChanges, family, calendarFeeds, networks, devices, waits] =
    await Promise.all([
      query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
      query.selectFrom('accounts').select('providerId').where('userId', '=', userId).execute(),
      query
        .selectFrom('emailChanges')
        .select(['fromEmail as from', 'toEmail as to', 'requestedAt', 'confirmedAt', 'endedAt'])
        .where('userId', '=', userId)
        .orderBy('id')
        .execute(),
      query
        .selectFrom('patients')
        .select(['name', 'relation', 'createdAt'])
        .where('accountId', '=', userId)
        .where('place', 'is not', null)
        .$narrowType<{ relation: Relation }>()
        .orderBy('id')
        .execute(),
      query
        .selectFrom('calendarFeeds')
        .select(['kind', 'createdAt'])
        .where('userId', '=', userId)
        .execute(),
      query
        .selectFrom('signInNetworks')
        .select(['network', 'signedInAt'])
        .where('userId', '=', userId)
        .execute(),
      query
        .selectFrom('knownDevices')
        .select(['since', 'lastUsedAt'])
        .where('userId', '=', userId)
        .orderBy('lastUsedAt', 'desc')
        .execute(),
      query.selectFrom('waits').selectAll().where('userId', '=', userId).orderBy('id').execute(),
    ])
  const offers = await query
    .selectFrom('offers as o')
    .innerJoin('waits as w', 'w.id', 'o.waitId')
    .where('w.userId', '=', userId)
    .select(['o.waitId', 'o.day', 'o.slot', 'o.state', 'o.madeAt'])
    .orderBy('o.id')
    .execute()
  const byAddress = owner.verified ? await readByAddress(query, owner) : nothingByAddress
  return {
    ...{ user, ways, emailChanges, family, calendarFeeds, networks, devices, ...byAddress },
    waits: waits.map((wait) => ({
      ...wait,
      offers: offers.filter(({ waitId }) => waitId === wait.id),
    })),
  }
}

const nothingByAddress = {
  ...{ reminders: undefined, messages: [], notifications: [], acts: [], records: [] },
}

/** What is stored by an address: its holder's alone, once they have proved it. */
async function readByAddress(query: Queries, { userId, email }: Owner) {
  const [reminders, messages, notifications, acts, records] = await Promise.all([
    query.selectFrom('noticeSettings').selectAll().where('email', '=', email).executeTakeFirst(),
    query
      .selectFrom('contactMessages')
      .select(['subject', 'message', 'createdAt'])
      .where('email', '=', email)
      .orderBy('id')
      .execute(),
    query
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'subject', 'createdAt', 'sentAt'])
      .where((row) =>
        row.or([
          row('recipient', '=', email),
          row.and([
            row('channel', '=', 'sms'),
            row('appointmentId', 'in', (part) =>
              part
                .selectFrom('appointments')
                .select(sql<string>`"id"`.as('id'))
                .where('patient', '=', email)
                .where('unproved', '=', ''),
            ),
          ]),
        ]),
      )
      .orderBy('id')
      .execute(),
    query
      .selectFrom('auditEntries')
      .select(['at', 'action'])
      .where('subject', '=', email)
      .orderBy('id')
      .execute(),
    query
      .selectFrom('patients')
      .select(['id', 'name', 'relation', 'birthDate', 'phone', 'note', 'alert'])
      .where('accountId', '=', userId)
      .orderBy(sql`"relation" is not null`)
      .orderBy('id')
      .execute(),
  ])
  return { reminders, messages, notifications, acts, records }
}

/** An account's appointments of all times, each with what hangs on it. */
export async function readAppointments(query: Queries, { userId, email, verified }: Owner) {
  const appointments = await query
    .selectFrom('appointments')
    .selectAll()
    .where('patient', '=', email)
    .where('unproved', 'in', verified ? ['', userId] : [userId])
    .orderBy('day')
    .orderBy('startMinute')
    .orderBy('id')
    .execute()
  return readAroundAll(query, appointments)
}

export function readAroundAll(query: Queries, appointments: readonly Appointment[]) {
  return Promise.all(appointments.map((appointment) => readAround(query, appointment)))
}

async function readAround(query: Queries, appointment: Appointment) {
  const { id } = appointment
  const [history, payments, refunds, review, remindersSent, acts] = await Promise.all([
    listHistory(query, appointment),
    query.selectFrom('payments').selectAll().where('appointmentId', '=', id).execute(),
    query
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.paymentId')
      .where('p.appointmentId', '=', id)
      .selectAll('r')
      .execute(),
    query.selectFrom('reviews').selectAll().where('appointmentId', '=', id).executeTakeFirst(),
    query
      .selectFrom('reminders')
      .select(['leadMinutes', 'decidedAt as at'])
      .where('appointmentId', '=', id)
      .execute(),
    query.selectFrom('auditEntries').select(['at', 'action']).where('subject', '=', id).execute(),
  ])
  return { appointment, history, payments, refunds, review, remindersSent, acts }
}
