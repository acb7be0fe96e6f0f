import { expect, test } from 'vitest'
import { patientEndpoints } from '../../contract/patients/patient.ts'
import { markOutdated } from '../notifications/queries.ts'
import { accepted, actsOf, bookFor, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { recordsOf } from '../testing/patients.ts'
import { booked, refusal, request, signIn, signInUnconfirmed } from '../testing/portal.ts'

async function openRecords() {
  const { portal, staff } = await openDesk()
  return { portal, staff, records: recordsOf(portal, staff) }
}

test('a patient is found by any part of a name, by birth date, phone and e-mail', async () => {
  const { portal, records } = await openRecords()
  await records.added({ name: 'Zoë O’Brien-Núñez', birthDate: '1988-06-05' })
  await records.added({ name: 'Karl Poe', phone: '(718) 555-0142', email: 'kp@x.example' })
  const jane = await signIn(portal, 'jane@x.example')
  await addDependent(portal, jane, { name: 'Timmy Doe' })
  await signInUnconfirmed(portal, 'squatter@x.example')
  const zoe = ['Zoë O’Brien-Núñez']
  for (const search of [
    'obrien',
    'nunez zoe',
    '1988-06-05',
    '6/5/1988',
    '5.6.1988',
    'Jun 5, 1988',
  ]) {
    expect({ search, found: await records.find(search) }).toEqual({ search, found: zoe })
  }
  for (const search of ['0142', '+1 718 555 0142', 'KP', 'kp@x.example']) {
    expect({ search, found: await records.find(search) }).toEqual({ search, found: ['Karl Poe'] })
  }
  expect(await records.find('timmy')).toEqual(['Timmy Doe'])
  expect(await records.find('jane@')).toEqual(['Pat Doe'])
  // An account that never confirmed its e-mail is not listed as a patient yet.
  expect(await records.find('squatter')).toEqual([])
  expect(await records.find('x')).toEqual([])
  for (const search of ['..', '%', '- -', '\u200b']) {
    expect({ search, found: await records.find(search) }).toEqual({ search, found: [] })
  }
  expect(await records.find('')).toEqual(['Karl Poe', 'Pat Doe', 'Pat Doe', 'Timmy Doe', ...zoe])
})

test('a patient who matches by both name and e-mail is listed once', async () => {
  const { records } = await openRecords()
  await records.added({ name: 'Karl Poe', email: 'karl@x.example' })
  expect(await records.find('karl')).toEqual(['Karl Poe'])
})

test('the patient list is paginated', async () => {
  const { records } = await openRecords()
  for (const name of ['Bea', 'Ann', 'Ann', 'Cid', 'Ann']) await records.added({ name })
  const names: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const query = `?limit=2&${after === '' ? '' : `after=${encodeURIComponent(after)}`}`
    const answer = await (await records.ask('GET', query)).json()
    const page = patientEndpoints.listPatients.answer.parse(answer)
    names.push(...page.rows.map(({ name }) => name))
    after = page.next
  }
  expect(names).toEqual(['Ann', 'Ann', 'Ann', 'Bea', 'Cid', 'Pat Doe'])
  const wrong = await records.ask('GET', '?after=x')
  expect(wrong.status).toBe(400)
})

test('a patient’s page shows visits, money, family and messages, and reading it is audited', async () => {
  const { portal, staff, records } = await openRecords()
  const jane = await signIn(portal, 'jane@x.example')
  const timmy = await addDependent(portal, jane)
  await accepted(await bookFor(portal, staff, { email: jane.email }, { treatment: 1 }))
  const own = await booked(portal, jane, { slot: '9:00 AM - 9:30 AM' })
  await booked(portal, jane, { dependent: timmy._id, treatment: 2, slot: '9:00 AM - 9:30 AM' })
  const { patientId } = await portal.database.query
    .selectFrom('appointments')
    .select('patientId')
    .where('id', '=', own._id)
    .executeTakeFirstOrThrow()
  const page = await records.read(patientId)
  expect(page).toMatchObject({
    ...{ name: jane.name, email: jane.email, account: { confirmed: true }, holder: null },
    dependents: [{ _id: timmy._id, name: 'Timmy Doe', relation: 'child' }],
    visits: [{ _id: own._id, toCome: true, due: own.price }, { toCome: true }],
    paid: 0,
  })
  expect(page.due).toBe(page.visits.reduce((sum, { due }) => sum + due, 0))
  expect(page.messages?.length).toBe((await queuedMails(portal)).length)
  expect(await records.read(timmy._id)).toMatchObject({
    ...{ holder: jane.name, holderId: patientId, relation: 'child', email: jane.email },
  })
  const entries = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'subject', 'status'])
    .where('action', '=', 'patient_read')
    .orderBy('id')
    .execute()
  expect(entries.map(({ subject }) => subject)).toEqual([patientId, timmy._id])
  expect((await records.ask('GET', '/nobody')).status).toBe(404)
})

test('a patient’s page says how many older visits and messages it leaves out, and has no message that was outdated when it was due', async () => {
  const { portal, staff, records } = await openRecords()
  const { query } = portal.database
  const { _id } = await accepted(await bookFor(portal, staff, { email: 'karl@x.example' }))
  const visit = await query
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  const older = { ...visit, day: '2025-06-05', cancelledAt: visit.createdAt }
  const visits = Array.from({ length: 202 }, (_, n) => ({ ...older, id: `older ${n}` }))
  await query.insertInto('appointments').values(visits).execute()
  const mail = { kind: 'x', recipient: 'karl@x.example', subject: '', text: '', html: '' }
  const times = { appointmentId: _id, createdAt: visit.createdAt, dueAt: visit.createdAt }
  const mails = Array.from({ length: 60 }, (_, n) => ({ ...mail, ...times, id: `${n}` }))
  const queued = await queuedMails(portal)
  await query
    .insertInto('outbox')
    .values([...mails, { ...mail, ...times, id: 'outdated' }])
    .execute()
  await markOutdated(query, 'outdated', visit.createdAt)
  const page = await records.read(visit.patientId)
  expect([page.visits.length, page.messages?.length]).toEqual([200, 50])
  expect(page.leftOut).toEqual({ visits: 3, messages: queued.length + 10 })
})

test('nothing is due for a visit that was missed or cancelled', async () => {
  const { portal, staff } = await openRecords()
  const karl = { email: 'karl@x.example', name: 'Karl Poe' }
  const [missed, cancelled, standing] = [
    await accepted(await bookFor(portal, staff, karl, { slot: '8:00 AM - 8:30 AM' })),
    await accepted(await bookFor(portal, staff, karl, { treatment: 1, slot: '9:00 AM - 9:30 AM' })),
    await accepted(
      await bookFor(portal, staff, karl, { treatment: 2, slot: '10:00 AM - 10:30 AM' }),
    ),
  ]
  portal.time.now = new Date('2026-06-08T15:00:00Z')
  const later = await signIn(portal, 'later@clinic.example', 'admin')
  await accepted(await actsOf(portal, later).setStatus(missed, 'no_show'))
  await accepted(await actsOf(portal, later).cancel(cancelled))
  const page = await recordsOf(portal, later).read(missed.patientId)
  expect(page.visits.map(({ _id, due }) => [_id, due])).toEqual([
    [standing._id, standing.price],
    [cancelled._id, 0],
    [missed._id, 0],
  ])
  expect(page.due).toBe(standing.price)
})

test('a visit that was completed before its time is not to come any more', async () => {
  const { portal, staff } = await openRecords()
  const karl = { email: 'karl@x.example', name: 'Karl Poe' }
  const [done, standing] = [
    await accepted(await bookFor(portal, staff, karl, { slot: '2:00 PM - 2:30 PM' })),
    await accepted(await bookFor(portal, staff, karl, { treatment: 1, slot: '3:00 PM - 3:30 PM' })),
  ]
  portal.time.now = new Date('2026-06-08T15:00:00Z')
  const later = await signIn(portal, 'later@clinic.example', 'admin')
  await accepted(await actsOf(portal, later).setStatus(done, 'completed'))
  const page = await recordsOf(portal, later).read(done.patientId)
  expect(page.visits.map(({ _id, toCome }) => [_id, toCome])).toEqual([
    [standing._id, true],
    [done._id, false],
  ])
})

test('the second of two edits of one record is refused and does not overwrite the first', async () => {
  const { records } = await openRecords()
  const id = await records.added({ name: 'Karl Poe' })
  expect((await records.change(id, { alert: 'Penicillin allergy' }, 0)).status).toBe(200)
  const late = await records.change(id, { note: 'Prefers mornings' }, 0)
  expect(await refusal(late)).toEqual({ status: 409, code: 'changed_meanwhile' })
  expect(await records.read(id)).toMatchObject({ alert: 'Penicillin allergy', note: '' })
})

test('reading a record during a change returns a single revision', async () => {
  const { records } = await openRecords()
  const id = await records.added({ name: 'Karl Poe', phone: '0', note: '0', alert: '0' })
  const seen: object[] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) {
      const { revision, phone, note, alert } = await records.read(id)
      seen.push({ revision: String(revision), phone, note, alert })
    }
  }
  const readers = [reader(), reader(), reader()]
  for (let at = 0; at < 40; at += 1) {
    const text = String(at + 1)
    const change = { name: 'Karl Poe', birthDate: '', email: '', language: '', revision: at }
    const body = { ...change, phone: text, note: text, alert: text }
    expect((await records.ask('PUT', `/${id}`, body)).status).toBe(200)
  }
  isOver = true
  await Promise.all(readers)
  expect(seen).not.toEqual([])
  for (const one of seen) expect(new Set(Object.values(one)).size, JSON.stringify(one)).toBe(1)
})

test('changing a patient’s e-mail updates their appointments, and is refused for a patient with an account', async () => {
  const { portal, staff, records } = await openRecords()
  const made = await accepted(
    await bookFor(portal, staff, { email: null, name: 'Karl Poe', phone: '718 555' }),
  )
  expect((await records.change(made.patientId, { email: 'karl@x.example' })).status).toBe(200)
  const row = portal.database.query.selectFrom('appointments').select('patient')
  const stored = row.where('id', '=', made._id)
  expect(await stored.execute()).toEqual([{ patient: 'karl@x.example' }])
  expect((await records.change(made.patientId, { email: '' })).status).toBe(200)
  expect(await stored.execute()).toEqual([{ patient: `guest:${made.patientId}` }])
  const jane = await signIn(portal, 'jane@x.example')
  const own = await accepted(await bookFor(portal, staff, { email: jane.email }, { treatment: 1 }))
  const foreign = await records.change(own.patientId, { email: 'other@x.example' })
  expect((await refusal(foreign)).code).toBe('email_of_account')
  expect((await records.change(own.patientId, { note: 'Late riser' })).status).toBe(200)
})

test('a second patient with the same e-mail and name is refused', async () => {
  const { records } = await openRecords()
  await records.added({ email: 'v@x.example' })
  const again = await records.add({ name: 'VERA  Poe', email: 'v@x.example' })
  expect((await refusal(again)).code).toBe('patient_exists')
  const other = await records.added({ name: 'Karl Poe', email: 'v@x.example' })
  expect((await refusal(await records.change(other, { name: 'Vera Poe' }))).code).toBe(
    'patient_exists',
  )
})

test('a dependent who would be called as another in the family list is refused', async () => {
  const { portal, records } = await openRecords()
  const jane = await signIn(portal, 'jane@x.example')
  const { _id } = await addDependent(portal, jane, { name: 'Ana Doe' })
  await addDependent(portal, jane, { name: 'Anna Doe' })
  expect((await refusal(await records.change(_id, { name: 'ANNA Doe' }))).code).toBe('name_in_list')
  expect(await records.read(_id)).toMatchObject({ name: 'Ana Doe' })
})

test.each([
  [{ name: '' }, 'name'],
  [{ birthDate: '2126-01-01' }, 'birthDate'],
  [{ birthDate: '1988-02-30' }, 'birthDate'],
  [{ email: 'nowhere' }, 'email'],
  [{ alert: 'x'.repeat(201) }, 'alert'],
])('%j is refused at its field', async (draft, path) => {
  const { records } = await openRecords()
  const response = await records.add(draft)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ issues: [{ path }] })
})

test('a patient’s alert is shown on the day and on the appointment', async () => {
  const { portal, staff, records } = await openRecords()
  const made = await accepted(await bookFor(portal, staff, { email: null, name: 'Karl Poe' }))
  await records.change(made.patientId, { alert: 'Latex allergy' })
  const read = async (path: string) => (await request(portal, 'GET', path, staff)).json()
  expect(await read(`/staff/appointments/${made._id}`)).toMatchObject({ alert: 'Latex allergy' })
  expect(await read('/staff/schedule?date=2026-06-08')).toMatchObject({
    alerts: { [made.patientId]: 'Latex allergy' },
  })
})

test('a patient can be archived and restored', async () => {
  const { records } = await openRecords()
  const id = await records.added()
  const archive = (archived: boolean, revision: number) =>
    records.ask('POST', `/${id}/archive`, { archived, revision })
  expect(await (await archive(true, 0)).json()).toEqual({ revision: 1 })
  expect(await records.read(id)).toMatchObject({ archived: true })
  expect((await refusal(await archive(false, 0))).code).toBe('changed_meanwhile')
  expect((await archive(false, 1)).status).toBe(200)
  expect(await records.read(id)).toMatchObject({ archived: false })
})

test('a patient without an account is mailed in the language stored in their record', async () => {
  const { portal, staff, records } = await openRecords()
  const email = 'zoe@x.example'
  await records.added({ name: 'Zoe Poe', email, language: 'es' })
  await accepted(await bookFor(portal, staff, { email, name: 'Zoe Poe' }))
  const { subject } = await portal.database.query
    .selectFrom('outbox')
    .select('subject')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  expect(subject).toContain('cita')
})
