import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { z } from 'zod/mini'
import {
  type AccountData,
  accountDataEndpoints,
  type PatientData,
} from '../../contract/identity/account-data.ts'
import { privacyEndpoints } from '../../contract/privacy/endpoints.ts'
import { noteEvent } from '../appointments/history.ts'
import type { Tables } from '../db/schema.ts'
import { createDeliverDueMail, type Mailer, MailRefused } from '../notifications/deliver-mail.ts'
import { erasePatient } from '../patients/erase.ts'
import { mergePatients } from '../patients/merge.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, actsOf, bookFor, details, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { findWords, tablesOf } from '../testing/find-words.ts'
import { recordsOf } from '../testing/patients.ts'
import { openTill, pay } from '../testing/paying.ts'
import {
  booked,
  openPortal,
  type Person,
  type Portal,
  request,
  signIn,
  today,
} from '../testing/portal.ts'
import { askForAddress } from '../testing/proving.ts'
import { slotOver, writeReview } from '../testing/reviewing.ts'
import { asked } from '../testing/waitlist.ts'

type Name = keyof Tables

/** Which part of the export shows what a table has of a patient. */
const shown: Partial<Record<Name, (data: AccountData) => readonly unknown[]>> = {
  users: ({ account }) => [account],
  accounts: ({ account }) => account.signInBy,
  patients: ({ records }) => records,
  appointments: ({ appointments }) => appointments,
  appointmentEvents: ({ appointments }) => appointments.flatMap(({ history }) => history),
  payments: ({ appointments }) => appointments.flatMap(({ payments }) => payments),
  deskPayments: ({ appointments }) => appointments.flatMap(({ deskPayments }) => deskPayments),
  refunds: ({ appointments }) =>
    appointments.flatMap(({ payments }) => payments.flatMap(({ refunds }) => refunds)),
  reviews: ({ appointments }) => appointments.flatMap(({ review }) => review ?? []),
  reminders: ({ appointments }) => appointments.flatMap(({ remindersSent }) => remindersSent),
  waits: ({ waitlist }) => waitlist,
  offers: ({ waitlist }) => waitlist.flatMap(({ offers }) => offers),
  contactMessages: ({ messages }) => messages,
  outbox: ({ notifications }) => notifications,
  noticeSettings: ({ reminders }) => (reminders ? [reminders] : []),
  calendarFeeds: ({ calendarFeeds }) => calendarFeeds,
  sessions: ({ sessions }) => sessions,
  signInNetworks: ({ networks }) => networks,
  knownDevices: ({ devices }) => devices,
  passkeys: ({ passkeys }) => passkeys,
  emailChanges: ({ emailChanges }) => emailChanges,
  auditEntries: ({ staffActs, looks }) => (looks.length > 0 ? staffActs : []),
}

const [secret, derived, clinics, inProgress] = [
  'A secret that proves who calls, hashed; the session or link it belongs to is shown.',
  'Made from what is shown, to search by.',
  'The clinic’s own: nothing of a patient.',
  'For as long as an act is under way; what becomes of it is shown.',
]

/** Why the rest is not in the export. */
const notShown: Record<string, string> = {
  ...{ accessTokens: secret, verifications: secret, emailConfirmations: secret },
  ...{ searchPeople: derived, searchPeopleParts: derived, searchUserParts: derived },
  ...{ patientParts: derived, searchLetters: derived, searchPlaces: derived },
  rateLimits: 'Counts by network, for minutes.',
  ...{ clinic: clinics, closedWeekdays: clinics, closures: clinics, dayNotes: clinics },
  ...{ treatments: clinics, treatmentSlots: clinics, doctors: clinics, images: clinics },
  ...{ doctorTreatments: clinics, doctorWeeks: clinics, doctorHours: clinics, doctorDays: clinics },
  ...{ doctorDayHours: clinics, doctorTimeOff: clinics, doctorBlocks: clinics, chairs: clinics },
  ...{ chairTreatments: clinics, doctorChairs: clinics, planChanges: clinics },
  ...{ auditRemovals: clinics, backups: clinics },
  dataMoves: 'Where the database itself was moved.',
  ...{ confirmationsDue: inProgress, closureMailsDue: inProgress, closureAsks: inProgress },
  ...{ lastReads: inProgress, patientMerges: inProgress, patientMergeParts: inProgress },
  settlements: 'What staff decided when a doctor was away: the history of the appointment says it.',
  providerEvents: 'Ids of what a payment provider sent, without whose it was.',
  ...{ sandboxIntents: 'Test mode’s own provider: the payment is shown.', sandboxCards: secret },
  sandboxRefunds: 'Test mode’s own provider: the refund is shown.',
  ...{
    signInFailures: 'A count by a hash that leads to nobody.',
    limitCounts: 'Counts by network, or by account for minutes.',
    erasedPeople: 'Keyed digests of who was erased, which name nobody.',
    staffInvitations: 'Of the staff; the audit says who was invited.',
  },
  ...{ authenticatorApps: secret, recoveryCodes: secret },
}

async function read<T>(
  portal: Portal,
  { answer }: { answer: z.ZodMiniType<T> },
  asked: { path: string; by: Person },
): Promise<T> {
  const response = await request(portal, 'GET', asked.path, asked.by)
  expect(response.status).toBe(200)
  return answer.parse(await response.json())
}

test('a patient’s export covers every table, except those excluded for a stated reason', async () => {
  const { portal, jane, booking } = await openTill()
  const { query } = portal.database
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  await pay(portal, jane, booking)
  const timmy = await addDependent(portal, jane, { name: 'Timothy Smallwood' })
  await asked(portal, jane, { appointment: booking._id, from: today })
  const visit = await booked(portal, jane, {
    treatment: 1,
    date: today,
    slot: '9:30 AM - 10:00 AM',
  })
  portal.time.now = slotOver
  await writeReview(portal, jane, visit._id)
  const { appointment } = await details(portal, staff, booking)
  const unpaid = (await details(portal, staff, visit)).appointment
  await accepted(await actsOf(portal, staff).payAtDesk(unpaid))
  const atDesk = await signIn(portal, 'desk@clinic.example', 'admin')
  await accepted(await actsOf(portal, atDesk).cancel(appointment, { refund: true }))
  const message = { email: jane.email, subject: 'A question', message: 'About my tooth' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  await request(portal, 'POST', '/calendar-feed', jane)
  const provedAt = portal.time.now.toISOString()
  await query.updateTable('sessions').set({ provedAt }).execute()
  await request(portal, 'POST', '/account/email', {
    token: jane.token,
    body: { email: 'jane.roe@patients.example' },
  })
  const settings = { byMail: true, bySms: false, phone: null }
  await request(portal, 'PUT', '/reminder-settings', { token: jane.token, body: settings })
  const records = recordsOf(portal, staff)
  const [holder] = await records.list(jane.email)
  await records.read(holder?._id ?? '')
  expect(timmy.name).toBe('Timothy Smallwood')
  // What only a browser, a clock or a lost race brings.
  const user = await query
    .selectFrom('users')
    .select('id')
    .where('email', '=', jane.email)
    .executeTakeFirstOrThrow()
  const at = portal.time.now.toISOString()
  const own = { id: 'a', userId: user.id, createdAt: at, updatedAt: at }
  await query
    .insertInto('accounts')
    .values({ ...own, accountId: user.id, providerId: 'credential', password: 'x' })
    .execute()
  await query
    .insertInto('signInNetworks')
    .values({ userId: user.id, network: '198.51.100.0', signedInAt: at })
    .execute()
  await query
    .insertInto('knownDevices')
    .values({ userId: user.id, hash: 'x', since: at, lastUsedAt: at })
    .execute()
  await sql`insert into "passkeys" ("id", "name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
    values ('a', 'Phone', 'x', ${user.id}, 'x', 0, 'singleDevice', false)`.execute(query)
  const reminded = {
    appointmentId: visit._id,
    day: today,
    slot: visit.slot,
    leadMinutes: 120,
    decidedAt: at,
  }
  await query.insertInto('reminders').values(reminded).execute()

  const data = await read(portal, accountDataEndpoints.readData, {
    path: '/account/data',
    by: jane,
  })
  const names = await tablesOf(portal)
  const unknown = names.filter((name) => !(name in shown) && !(name in notShown))
  expect(unknown, 'neither exported nor left out for a reason').toEqual([])
  // Some of those that are left out are of one engine alone.
  expect(Object.keys(shown).filter((name) => name in notShown || !names.includes(name))).toEqual([])
  for (const [name, part] of Object.entries(shown)) {
    expect(part(data).length, name).toBeGreaterThan(0)
  }

  const path = `/staff/patients/${holder?._id}`
  const handed = await read(portal, privacyEndpoints.exportPatient, {
    path: `${path}/data`,
    by: await signIn(portal, 'recently@clinic.example', 'admin'),
  })
  const same: (keyof PatientData)[] = ['waitlist', 'messages', 'appointments']
  for (const part of same) expect(handed[part]).toEqual(data[part])
  expect(handed.records).toEqual(data.records.slice(0, 1))
})

test('reads of a patient are listed by name, at most once an hour, for staff and for the patient', async () => {
  const { portal, jane, booking } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const joe = await signIn(portal, 'joe@patients.example')
  const records = recordsOf(portal, staff)
  const [holder] = await records.list(jane.email)
  const id = holder?._id ?? ''
  const hour = 3_600_000
  for (const minutes of [0, 6, 12, 60]) {
    const now = new Date(Date.parse('2026-06-05T14:00:00Z') + (minutes / 60) * hour)
    portal.time.now = now
    await records.read(id)
  }
  await request(portal, 'GET', `/staff/appointments/${booking._id}`, staff)
  const recently = await signIn(portal, 'recently@clinic.example', 'admin')
  await request(portal, 'GET', `/staff/patients/${id}/data`, recently)
  await request(portal, 'GET', '/staff/patients/nobody/data', recently)
  const path = `/staff/patients/${id}/looks`
  const looks = await read(portal, privacyEndpoints.listLooks, { path, by: staff })
  expect(looks.map(({ action, by }) => `${action} by ${by}`)).toEqual([
    'patient_exported by Pat Doe',
    'appointment_read by Pat Doe',
    'patient_read by Pat Doe',
    'patient_read by Pat Doe',
  ])
  const data = await read(portal, accountDataEndpoints.readData, {
    path: '/account/data',
    by: jane,
  })
  expect(data.looks).toEqual(looks)
  for (const what of ['looks', 'data']) {
    const refused = await request(portal, 'GET', `/staff/patients/${id}/${what}`, joe)
    expect(refused.status).toBe(403)
  }
})

test('a patient’s own export has the reads of records that were merged into theirs', async () => {
  const { portal, jane } = await openTill()
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const records = recordsOf(portal, staff)
  const [holder] = await records.list(jane.email)
  const former = await records.added({ name: jane.name })
  await records.read(former)
  expect((await records.merge(holder?._id ?? '', former)).status).toBe(200)
  const { looks } = await read(portal, accountDataEndpoints.readData, {
    path: '/account/data',
    by: jane,
  })
  expect(looks.map(({ action }) => action)).toEqual(['patient_read'])
})

test('after a patient is erased, no table contains personal data of theirs', async () => {
  const { portal } = await openTill()
  const { query } = portal.database
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  const person = {
    name: 'Zebulon Quackenbush',
    email: 'zebulon@patients.example',
    phone: '(718) 555-9483 ext. 7',
    birthDate: '1961-07-23',
    note: 'Afraid of ostriches',
    alert: 'Zirconia allergy',
  }
  const records = recordsOf(portal, staff)
  const formerEmail = 'quackenbush.former@patients.example'
  const former = { ...person, email: formerEmail }
  const id = await records.added(former)
  const slot = '11:00 AM - 11:30 AM'
  const first = await accepted(
    await bookFor(portal, staff, former, { date: today, slot, treatment: 2 }),
  )
  const [appointmentId, at] = [first._id, portal.time.now.toISOString()]
  const byLink = { appointmentId, at, actor: formerEmail, kind: 'confirmed', data: {} } as const
  await noteEvent(query, byLink)
  expect((await records.change(id, { email: person.email })).status).toBe(200)
  for (const [treatment, slot] of ['9:30 AM - 10:00 AM', '10:00 AM - 10:30 AM'].entries()) {
    const visit = await accepted(
      await bookFor(portal, staff, person, { date: today, slot, treatment }),
    )
    const paid = await accepted(await actsOf(portal, staff).payAtDesk(visit))
    const reason = 'Saw an ostrich on the way'
    if (treatment === 0) await accepted(await actsOf(portal, staff).cancel(paid, { reason }))
  }
  const message = { email: person.email, subject: 'Ostriches', message: 'Are there any?' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  await records.change(id, { note: `${person.note}, very much` })
  const { phone, birthDate } = person
  const searches = ['Zebulon', 'Quackenbush, Zebulon', 'quackenb 9483', '718 555 9483']
  for (const search of [...searches, person.email, phone, birthDate, '07/23/1961']) {
    await records.list(search)
    await request(portal, 'GET', `/staff/appointments?search=${encodeURIComponent(search)}`, staff)
  }
  await records.list('Somebody else')
  portal.time.now = new Date('2026-06-05T16:00:00Z')
  await createDeliverDueMail({ ...portal.deps, mailer: { send: async () => {} } })()
  const words = [
    'Zebulon',
    'Quackenb',
    'zebulonq',
    '5559483',
    '555-9483',
    '1961-07-23',
    '07/23/1961',
    'July 23, 1961',
    'strich',
    'irconia',
  ]
  const everything = () => findWords(portal, words)
  expect((await everything()).length).toBeGreaterThan(20)
  const provedAt = portal.time.now.toISOString()
  await query.updateTable('sessions').set({ provedAt }).execute()
  expect((await records.ask('DELETE', `/${id}`)).status).toBe(200)
  expect(await everything()).toEqual([])
  const kept = await query
    .selectFrom('appointments')
    .select('paidCents')
    .where('patient', 'like', 'guest:removed:%')
    .execute()
  expect(kept).toHaveLength(3)
  const left = await query
    .selectFrom('auditEntries')
    .select('data')
    .where('data', 'like', '%search%')
    .execute()
  expect(left.filter(({ data }) => data.includes('Somebody else'))).toHaveLength(1)
})

test.each(['is sent', 'is refused'] as const)(
  'after an account with a former e-mail is removed and its last mail %s, no table contains personal data of its holder',
  async (what) => {
    const portal = await openPortal()
    const staff = await signIn(portal, 'staff@clinic.example', 'admin')
    const zeb = await signIn(portal, 'zebulon.former@patients.example')
    await booked(portal, zeb)
    const message = { email: zeb.email, subject: 'Ostriches', message: 'Are there any?' }
    await request(portal, 'POST', '/contact-messages', { body: message })
    const { token } = staff
    const body = { unbounded: true }
    await request(portal, 'PUT', `/users/limits/${zeb.email}`, { token, body })
    const email = 'quackenbush.now@patients.example'
    const change = await askForAddress(portal, zeb, email)
    expect((await change()).status).toBe(200)
    const deliver = async (send: Mailer['send']) => {
      const deliverOne = createDeliverDueMail({ ...portal.deps, mailer: { send } })
      while (await deliverOne());
    }
    await deliver(async () => {})
    const words = ['zebulon', 'quackenbush', 'strich']
    expect((await findWords(portal, words)).length).toBeGreaterThan(6)
    expect(
      (await request(portal, 'DELETE', `/users/${email}?appointments=cancel`, { token })).status,
    ).toBe(200)
    await deliver(async ({ recipient }) => {
      if (what === 'is refused') throw new MailRefused(`550 <${recipient}> is unknown`)
    })
    expect(await findWords(portal, words)).toEqual([])
  },
)

test.runIf(inject('engine') === 'postgres')(
  'searches for a patient who is merged into another are forgotten if that one is erased at this moment',
  async () => {
    const { portal, staff } = await openDesk()
    const { database } = portal
    const records = recordsOf(portal, staff)
    const [kept, gone] = [await records.added(), await records.added({ name: 'Carl Quackenbush' })]
    expect(await records.find('quackenbush')).toHaveLength(1)
    const erasing = beginBeforeNextCommit(database, () => erasePatient(portal.deps, kept))
    expect(await mergePatients(portal.deps, { kept, gone })).toEqual({ ok: true })
    expect(await erasing).toEqual({ ok: true })
    expect(await findWords(portal, ['quackenbush'])).toEqual([])
  },
)
