import { sql } from 'kysely'
import type { Account } from '../../../contract/identity/account.ts'
import type { AccountData } from '../../../contract/identity/account-data.ts'
import type { Relation } from '../../../contract/patients/dependent.ts'
import { reasonText } from '../../../contract/payments/refund-reasons.ts'
import type { Appointment, Owner } from '../../appointments/appointment.ts'
import { listEvents, showHistory } from '../../appointments/history.ts'
import type { Queries } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { rules } from '../../http/limits.ts'
import { reasonOf } from '../../payments/payment.ts'
import { listLooks } from '../../privacy/looks.ts'
import type { Caller } from '../caller.ts'
import { readFactors } from '../factors/queries.ts'
import { createOwnerMail } from '../mails.ts'
import { type Refused, refuse } from '../refusal.ts'
import { endsAt } from '../session-ends.ts'
import { countConfirmations, findAccount, listSessions } from './queries.ts'
import { describeBrowser } from './sessions.ts'

/**
 * All that is stored about the holder of an account, and about no other person: acts of staff are listed
 * without their names. `null` if the account no longer exists.
 */
export async function readAccountData(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  caller: Caller,
): Promise<AccountData | null> {
  const { query } = database
  const now = clock()
  const exportedAt = now.toISOString()
  const [own, appointments, sessions, factors] = await Promise.all([
    readOwnRows(query, caller),
    readAppointments(query, caller),
    listSessions(query, caller.userId, endsAt(config, now)),
    readFactors(query, caller.userId),
  ])
  const { user, ways, reminders, acts, waits } = own
  if (!user) return null
  const actsAround = appointments.flatMap(({ acts: around }) => around)
  return {
    exportedAt,
    account: {
      ...{ id: user.id, name: user.name, email: caller.email, verified: caller.verified },
      ...{ phone: user.phone, role: user.role, language: user.language },
      createdAt: new Date(user.createdAt).toISOString(),
      signInBy: ways.map(({ providerId }) => (providerId === 'google' ? 'google' : 'password')),
    },
    emailChanges: own.emailChanges,
    family: own.family,
    records: own.records.map(({ id: _, ...record }) => record),
    reminders: reminders
      ? { byMail: reminders.byMail === 1, bySms: reminders.bySms === 1, phone: reminders.phone }
      : null,
    appointments: appointments.map(showAppointmentData),
    waitlist: waits,
    messages: own.messages,
    notifications: own.notifications,
    calendarFeeds: own.calendarFeeds,
    sessions: sessions.map(({ userAgent, ipAddress, since, lastSeenAt }) => {
      const { browser } = describeBrowser(userAgent ?? '')
      return { browser, address: ipAddress, since, lastSeenAt }
    }),
    networks: own.networks,
    devices: own.devices,
    passkeys: factors.passkeys.map(({ name, createdAt }) => ({ name, createdAt })),
    looks: await listLooks(
      query,
      own.records.map(({ id }) => id),
      appointments.map(({ appointment }) => appointment.id),
    ),
    staffActs: [...acts, ...actsAround].toSorted((one, other) => one.at.localeCompare(other.at)),
  }
}

/** An account's own row and what hangs on it. */
async function readOwnRows(query: Queries, owner: Owner) {
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
    notificationsQuery(query, email).execute(),
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

/** What was sent to an address, and texts about its appointments. With `or`, PostgreSQL would read them all. */
function notificationsQuery(query: Queries, email: string) {
  return query
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'subject', 'createdAt', 'sentAt'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('id')
        .where('recipient', '=', email)
        .union(
          selectFrom('appointments as a')
            .innerJoin('outbox as o', 'o.appointmentId', 'a.id')
            .select('o.id')
            .where('o.channel', '=', 'sms')
            .where('a.patient', '=', email)
            .where('a.unproved', '=', ''),
        ),
    )
    .orderBy('id')
}

/** An account's appointments of all times, each with what hangs on it. */
async function readAppointments(query: Queries, { userId, email, verified }: Owner) {
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

/** How many appointments a statement names. */
const atOnce = 500

/** Appointments with what hangs on them: a statement for each table, since a patient may have had thousands. */
async function readAroundAll(query: Queries, appointments: readonly Appointment[]) {
  const all: Awaited<ReturnType<typeof readAround>> = []
  for (let first = 0; first < appointments.length; first += atOnce) {
    all.push(...(await readAround(query, appointments.slice(first, first + atOnce))))
  }
  return all
}

async function readAround(query: Queries, appointments: readonly Appointment[]) {
  const ids = appointments.map(({ id }) => id)
  const [events, payments, deskPayments, refunds, reviews, reminders, acts] = await Promise.all([
    listEvents(query, ids),
    query
      .selectFrom('payments')
      .selectAll()
      .where('appointmentId', 'in', ids)
      .orderBy('id')
      .execute(),
    query
      .selectFrom('deskPayments')
      .select(['appointmentId', 'id as transactionId', 'amountCents', 'method'])
      .select(['takenAt', 'removedAt'])
      .where('appointmentId', 'in', ids)
      .orderBy('takenAt')
      .orderBy('id')
      .execute(),
    query
      .selectFrom('refunds as r')
      .innerJoin('payments as p', 'p.id', 'r.paymentId')
      .where('p.appointmentId', 'in', ids)
      .selectAll('r')
      .orderBy('r.id')
      .execute(),
    query.selectFrom('reviews').selectAll().where('appointmentId', 'in', ids).execute(),
    query
      .selectFrom('reminders')
      .select(['appointmentId', 'leadMinutes', 'decidedAt as at'])
      .where('appointmentId', 'in', ids)
      .execute(),
    query
      .selectFrom('auditEntries')
      .select(['subject', 'at', 'action'])
      .where('subject', 'in', ids)
      .execute(),
  ])
  const eventsOf = groupBy(events, ({ appointmentId }) => appointmentId)
  const paymentsOf = groupBy(payments, ({ appointmentId }) => appointmentId)
  const atDeskOf = groupBy(deskPayments, ({ appointmentId }) => appointmentId)
  const refundsOf = groupBy(refunds, ({ paymentId }) => paymentId)
  const reviewsOf = groupBy(reviews, ({ appointmentId }) => appointmentId)
  const remindersOf = groupBy(reminders, ({ appointmentId }) => appointmentId)
  const actsOn = groupBy(acts, ({ subject }) => subject)
  return appointments.map((appointment) => ({
    appointment,
    history: showHistory(appointment, eventsOf(appointment.id)),
    payments: paymentsOf(appointment.id).map((payment) => ({
      ...payment,
      refunds: refundsOf(payment.id),
    })),
    deskPayments: atDeskOf(appointment.id),
    review: reviewsOf(appointment.id)[0],
    remindersSent: remindersOf(appointment.id),
    acts: actsOn(appointment.id).map(({ at, action }) => ({ at, action })),
  }))
}

/** The rows of a key, in their order. */
function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): (key: string) => T[] {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return (key) => groups.get(key) ?? []
}

/** Appointments with all that hangs on them, as their patient reads it. */
export async function showAppointments(query: Queries, appointments: readonly Appointment[]) {
  return (await readAroundAll(query, appointments)).map(showAppointmentData)
}

type Around = Awaited<ReturnType<typeof readAppointments>>[number]

function showAppointmentData({
  appointment,
  payments,
  deskPayments,
  review,
  history,
  remindersSent,
}: Around): AccountData['appointments'][number] {
  return {
    ...appointment,
    history,
    payments: payments.map(({ intentId, refunds, ...payment }) => ({
      ...payment,
      transactionId: intentId,
      refunds: refunds.map((refund) => ({ ...refund, reason: reasonText('en', reasonOf(refund)) })),
    })),
    deskPayments,
    review: review ?? null,
    remindersSent,
  }
}

const dayMs = 86_400_000
const hourMs = 3_600_000

/** The account as the API shows it; `null` if it no longer exists. */
export async function showAccount(
  { config, database, clock }: Pick<Deps, 'config' | 'database' | 'clock'>,
  { userId }: Pick<Caller, 'userId'>,
): Promise<Account | null> {
  const account = await findAccount(database.query, userId, clock().toISOString())
  if (!account) return null
  const { name, email, phone, emailVerified, hasPassword, emailChange, linkUntil } = account
  const passwordDue = account.passwordDue === 1
  return {
    ...{ name, email, phone },
    language: account.language ?? config.clinicLanguage,
    verified: Boolean(emailVerified),
    // A link holds for a day.
    confirmationSentAt: linkUntil && new Date(Date.parse(linkUntil) - dayMs).toISOString(),
    hasPassword: Boolean(hasPassword),
    passwordDue,
    emailChange: emailChange
      ? { email: emailChange.toEmail, until: emailChange.confirmUntil }
      : null,
  }
}

/**
 * Mails the link again that proves the address; the one of the sign-up counts, too. It is counted by account and not by address: what is
 * refused must not depend on other accounts of the address.
 */
export async function sendConfirmation(
  deps: Deps,
  { userId, verified }: Caller,
  request: Request,
): Promise<Refused | null> {
  const { database, clock } = deps
  if (verified) return null
  const now = clock().getTime()
  // Links hold for a day: those that end later than this were sent within the hour.
  const sentAfter = new Date(now - hourMs + dayMs).toISOString()
  const { count, oldest } = await countConfirmations(database.query, userId, sentAfter)
  if (count >= rules.confirmation_links.most && oldest !== null) {
    deps.limits.note('confirmation_links')
    const wait = Date.parse(oldest) - dayMs + hourMs - now
    return refuse('too_many_confirmations', wait / 1000)
  }
  await createOwnerMail(deps).sendConfirmation(userId, request)
  deps.outbox.wake()
  return null
}
