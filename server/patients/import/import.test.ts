import { expect, inject, test } from 'vitest'
import type { ImportedLine, ImportReport } from '../../../contract/patients/import.ts'
import { largestImport } from '../../../contract/patients/import.ts'
import { queueConfirmations } from '../../calendar/queue-confirmations.ts'
import { beginBeforeNextCommit } from '../../testing/database/database.ts'
import {
  accepted,
  actsOf,
  addWorking,
  bookFor,
  details,
  openDesk,
  openSchedules,
} from '../../testing/desk.ts'
import { queuedMails } from '../../testing/mailbox.ts'
import { csv, importsOf, recordsOf } from '../../testing/patients.ts'
import { refusal, signIn, signInUnconfirmed } from '../../testing/portal.ts'
import { importPatients } from './import-patients.ts'

async function openImport(options?: Parameters<typeof openDesk>[0]) {
  const { portal, staff } = await openDesk(options)
  const [treatment, second] = portal.treatments.map(({ name }) => name)
  return {
    ...{ portal, staff, treatment: treatment ?? '', second: second ?? '' },
    records: recordsOf(portal, staff),
    imports: importsOf(portal, staff),
  }
}

const people = ['Name', 'Birth date', 'Phone', 'E-mail']
const visits = [...people, 'Treatment', 'Appointment date', 'Appointment time']
const karl = ['Karl Poe', '1988-06-05', '718 555 0142', '']
const zoe = ['Zoë Núñez', '', '', 'zoe@x.example']

/** What became of each line, without addresses. */
function fates({ lines }: ImportReport) {
  return lines.map(({ line, patient, appointment, problems }) => [
    line,
    patient,
    ...(appointment === 'none' ? [] : [appointment]),
    ...problems.map(({ code }) => code),
  ])
}

async function countStored({ portal }: Awaited<ReturnType<typeof openImport>>) {
  const { query } = portal.database
  const count = async (table: 'patients' | 'appointments' | 'appointmentEvents') =>
    (await query.selectFrom(table).selectAll().execute()).length
  return [await count('patients'), await count('appointments'), await count('appointmentEvents')]
}

const plus = (counts: readonly number[], more: readonly number[]) =>
  counts.map((count, n) => count + (more[n] ?? 0))

test('an import check reports the outcome of each line and stores nothing, and the import matches it', async () => {
  const desk = await openImport()
  const { imports, records, treatment, portal } = desk
  const known = await records.added({ name: 'Ann Lee', phone: '718 555 0100' })
  const file = csv(
    [...visits, 'Shoe size'],
    [...karl, treatment, '2026-06-08', '9:00 AM', '42'],
    ['Ann Lee', '', '+1 718 555 0100', '', '', '', '', ''],
    [...zoe, treatment, '2026-06-08', '09:00', ''],
    ['Bea Poe', '6/5/1988', '0142', '', '', '', '', ''],
    [...karl, treatment, '2026-06-09', '9:00 AM', ''],
  )
  const before = await countStored(desk)
  const checked = await imports.check(file)
  expect(await countStored(desk)).toEqual(before)
  expect(checked).toMatchObject({
    ...{ unread: ['Shoe size'], encoding: 'utf-8' },
    counts: { added: 2, known: 2, similar: 0, booked: 2, appointmentsKnown: 0, refused: 2 },
  })
  expect(fates(checked)).toEqual([
    [2, 'added', 'booked'],
    [3, 'known'],
    [4, 'added', 'refused', 'slot_taken'],
    [5, 'refused', 'date_unclear'],
    [6, 'known', 'booked'],
  ])
  expect(checked.lines[1]).toMatchObject({ patientId: known, sameAs: null })
  expect(checked.lines[4]).toMatchObject({ patientId: null, sameAs: 2, appointmentId: null })
  expect(checked.lines[3]?.cells).toEqual(['Bea Poe', '6/5/1988', '0142', '', '', '', '', ''])
  const done = await imports.run(file)
  expect(fates(done)).toEqual(fates(checked))
  expect(done.counts).toEqual(checked.counts)
  const id = done.lines[0]?.patientId ?? ''
  expect(await records.read(id)).toMatchObject({
    ...{ name: 'Karl Poe', birthDate: '1988-06-05', phone: '718 555 0142' },
    visits: [{ day: '2026-06-09' }, { day: '2026-06-08', slot: '9:00 AM - 9:30 AM', paid: 0 }],
  })
  expect((await records.list('zoe@')).map(({ name }) => name)).toEqual(['Zoë Núñez'])
  const audited = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'subject', 'data'])
    .where('action', 'like', '%import%')
    .orderBy('id')
    .execute()
  expect(audited).toEqual([
    { action: 'patients_import_checked', subject: 'patients.csv', data: 'null' },
    {
      ...{ action: 'patients_imported', subject: 'patients.csv' },
      data: JSON.stringify({ added: 2, booked: 2, refused: 2 }),
    },
  ])
})

test('an import sends no notifications and is recorded in the history', async () => {
  const { portal, staff, imports, treatment } = await openImport()
  const jane = await signIn(portal, 'jane@x.example')
  const file = csv(visits, [jane.name, '', '', jane.email, treatment, '2026-06-08', '9:00 AM'])
  const done = await imports.run(file)
  expect(fates(done)).toEqual([[2, 'known', 'booked']])
  await queueConfirmations(portal.deps)
  expect(await queuedMails(portal)).toEqual([])
  const _id = done.lines[0]?.appointmentId ?? ''
  const { appointment, history } = await details(portal, staff, { _id })
  expect(appointment).toMatchObject({ patient: jane.email, paid: 'no' })
  expect(history).toMatchObject([
    {
      ...{ kind: 'imported', by: 'clinic', actor: staff.email },
      data: { day: '2026-06-08', slot: '9:00 AM - 9:30 AM', treatment },
    },
  ])
})

test('importing the same file again adds nothing, even after its appointments were rescheduled or cancelled', async () => {
  const desk = await openImport()
  const { portal, staff, imports, treatment, second } = desk
  const file = csv(
    visits,
    [...karl, treatment, '2026-06-08', '9:00 AM'],
    [...karl, second, '2026-06-08', '10:00 AM'],
    [...zoe, treatment, '2026-06-08', '10:00 AM'],
    ['Karl Poe', '1988-06-05', '', '', '', '', ''],
    [...karl, treatment, '2026-06-08', '9:00 AM'],
  )
  const first = await imports.run(file)
  expect(first.counts).toMatchObject({ added: 2, known: 3, booked: 3, appointmentsKnown: 1 })
  const shown = async ({ appointmentId }: Pick<ImportedLine, 'appointmentId'>) =>
    (await details(portal, staff, { _id: appointmentId ?? '' })).appointment
  const [moved, cancelled] = await Promise.all(first.lines.slice(0, 2).map(shown))
  if (!moved || !cancelled) throw new Error('Two were booked')
  const acts = actsOf(portal, staff)
  await accepted(await acts.move(moved, { date: 'Jun 9, 2026', slot: '9:00 AM - 9:30 AM' }))
  await accepted(await acts.cancel(cancelled))
  const before = await countStored(desk)
  for (const again of [await imports.check(file), await imports.run(file)]) {
    expect(again.counts).toMatchObject({
      ...{ added: 0, known: 5, booked: 0, appointmentsKnown: 4, refused: 0 },
    })
    expect(again.lines.map(({ appointmentId }) => appointmentId)).toEqual(
      first.lines.map(({ appointmentId }) => appointmentId),
    )
  }
  expect(await countStored(desk)).toEqual(before)
})

test('concurrent imports of one file import it once', async () => {
  const desk = await openImport()
  const { imports, treatment } = desk
  const file = csv(visits, [...karl, treatment, '2026-06-08', '9:00 AM'], [...zoe, '', '', ''])
  const before = await countStored(desk)
  const done = await Promise.all([imports.run(file), imports.run(file), imports.run(file)])
  expect(done.reduce((sum, { counts }) => sum + counts.added, 0)).toBe(2)
  expect(done.reduce((sum, { counts }) => sum + counts.booked, 0)).toBe(1)
  expect(await countStored(desk)).toEqual(plus(before, [2, 1, 1]))
})

// On SQLite a transaction holds the one connection, so nothing happens beside it.
if (inject('engine') === 'postgres') {
  test('an import that begins before another of the same file is committed waits, and recognizes its patients', async () => {
    const desk = await openImport()
    const { portal, imports } = desk
    const file = csv(people, karl)
    const before = await countStored(desk)
    const second = beginBeforeNextCommit(portal.database, () => imports.run(file))
    expect((await imports.run(file)).counts.added).toBe(1)
    expect((await second).counts.added).toBe(0)
    expect(await countStored(desk)).toEqual(plus(before, [1, 0, 0]))
  })
}

test('a possible duplicate patient is reported and added, never merged', async () => {
  const { portal, imports, records } = await openImport()
  const add = async (draft: Parameters<typeof records.added>[0]) => records.added(draft)
  const twin = await add({ name: 'Karl Poe', email: 'other@x.example' })
  const father = await add({ name: 'Sam Lee', birthDate: '1950-01-01', phone: '718 555 0177' })
  const nick = await add({ name: 'Bob Ray', birthDate: '1988-06-05', phone: '718 555 0199' })
  const lone = await add({ name: 'Vera Poe', birthDate: '1970-01-01', email: 'v@x.example' })
  const jane = await signIn(portal, 'jane@x.example')
  await signInUnconfirmed(portal, 'squatter@x.example')
  const done = await imports.run(
    csv(
      people,
      karl,
      ['Sam Lee', '1980-01-01', '718 555 0177', ''],
      ['Robert Ray', '1988-06-05', '718 555 0199', ''],
      ['Vera Poe', '1971-01-01', '', 'v@x.example'],
      ['Vera Poe', '1970-01-01', '0155', 'v@x.example'],
      [jane.name, '', '', 'squatter@x.example'],
    ),
  )
  expect(fates(done)).toEqual([
    [2, 'added'],
    [3, 'added'],
    [4, 'added'],
    [5, 'refused', 'other_patient'],
    [6, 'known'],
    [7, 'added'],
  ])
  const [, , , other] = done.lines
  expect(done.lines.map(({ similar }) => similar?._id ?? null)).toEqual([
    ...[twin, null, nick, lone, null],
    expect.any(String),
  ])
  expect(other?.problems).toEqual([{ column: 'E-mail', code: 'other_patient' }])
  expect(done.lines[4]).toMatchObject({ patientId: lone, differs: [] })
  expect(done.counts).toMatchObject({ added: 4, similar: 3 })
  // Nothing of who is known was changed.
  expect(await records.read(lone)).toMatchObject({ phone: '', birthDate: '1970-01-01' })
  expect(await records.read(father)).toMatchObject({ similar: [] })
})

test('a merged patient is recognized as the one it was merged into, and a different phone is reported', async () => {
  const { imports, records } = await openImport()
  const kept = await records.added({ name: 'Karl M. Poe', birthDate: '1988-06-05' })
  const gone = await records.added({ name: 'Karl Poe', birthDate: '1988-06-05', phone: '0199' })
  expect((await records.merge(kept, gone)).status).toBe(200)
  const { lines } = await imports.run(csv(people, karl))
  expect(lines).toMatchObject([{ patient: 'known', patientId: kept, differs: ['phone'] }])
})

test('an appointment on a line that matches two patients is refused and left to staff', async () => {
  const { imports, records, treatment } = await openImport()
  await records.added({ name: 'Karl Poe', birthDate: '1988-06-05' })
  await records.added({ name: 'Karl Poe', phone: '718 555 0142' })
  const file = csv(visits, [...karl, treatment, '2026-06-08', '9:00 AM'])
  expect(fates(await imports.run(file))).toEqual([[2, 'known', 'refused', 'patient_unclear']])
})

test('a line whose appointment cannot be booked reports the reason, and its patient is still imported', async () => {
  const { portal, staff, imports, treatment } = await openImport()
  await portal.database.query
    .insertInto('closures')
    .values({ day: '2026-06-10', reason: 'Painting' })
    .execute()
  await accepted(await bookFor(portal, staff, { email: null, name: 'Other' }))
  const line = (phone: string, day: string, time: string, name = treatment) => [
    ...['Karl Poe', '', phone, ''],
    ...[name, day, time],
  ]
  const file = csv(
    visits,
    line('0001', '2026-06-08', '8:00 AM'),
    line('0002', '2026-06-10', '9:00 AM'),
    line('0003', '2026-06-04', '9:00 AM'),
    line('0004', '2026-06-05', '8:00 AM'),
    line('0005', '2026-06-08', '3:07 AM'),
    line('0006', '2026-06-08', '9:00 AM', 'Astrology'),
    // Beyond the booking window of 180 days: what was promised before holds.
    line('0007', '2027-03-01', '9:00 AM'),
    line('0008', '2026-06-09', '9:00 AM', treatment.toUpperCase()),
    line('0008', '2026-06-09', '9:30 AM'),
  )
  const done = await imports.run(file)
  expect(fates(done)).toEqual([
    [2, 'added', 'refused', 'slot_taken'],
    [3, 'added', 'refused', 'day_closed'],
    [4, 'added', 'refused', 'day_past'],
    [5, 'added', 'refused', 'slot_begun'],
    [6, 'added', 'refused', 'unknown_slot'],
    [7, 'added', 'refused', 'unknown_treatment'],
    [8, 'added', 'booked'],
    [9, 'added', 'booked'],
    [10, 'known', 'refused', 'already_booked'],
  ])
  expect(done.lines.map(({ problems }) => problems.map(({ column }) => column))).toEqual([
    ...[['Appointment time'], ['Appointment date'], ['Appointment date'], ['Appointment time']],
    ...[['Appointment time'], ['Treatment'], [], [], ['Appointment time']],
  ])
})

test('an import books the doctor named on a line, or any doctor, if one is free', async () => {
  const { portal, imports, treatment, second } = await openImport()
  const schedules = await openSchedules(portal)
  await addWorking(portal, schedules, ['Ann', 'Ben'])
  const at = (name: string, doctor: string, what = treatment) => [
    ...[name, '1988-06-05', '', '', what],
    ...['2026-06-08', '9:00 AM', doctor],
  ]
  const file = csv(
    [...visits, 'Dentist'],
    at('One Poe', 'Dr. Ben'),
    at('Two Poe', ''),
    at('Three Poe', ''),
    at('Four Poe', 'ann'),
    at('Five Poe', 'Nobody'),
    at('Six Poe', 'Ann', second),
  )
  const wanted = [
    [2, 'added', 'booked'],
    [3, 'added', 'booked'],
    [4, 'added', 'refused', 'slot_taken'],
    [5, 'added', 'refused', 'doctor_unavailable'],
    [6, 'added', 'refused', 'doctor_unknown'],
    [7, 'added', 'refused', 'doctor_without_hours'],
  ]
  expect(fates(await imports.check(file))).toEqual(wanted)
  expect(fates(await imports.run(file))).toEqual(wanted)
  const rows = portal.database.query
    .selectFrom('appointments')
    .select(['patientName', 'doctorName'])
    .orderBy('patientName')
  expect(await rows.execute()).toEqual([
    { patientName: 'One Poe', doctorName: 'Ben' },
    { patientName: 'Two Poe', doctorName: 'Ann' },
  ])
})

test('an interrupted import is completed by importing the file again', async () => {
  const desk = await openImport()
  const { portal, staff, imports, treatment } = desk
  const before = await countStored(desk)
  const many = Array.from({ length: 700 }, (_, n) => [`Pat ${n}`, '', `718 ${n}`, '', '', '', ''])
  const file = csv(visits, ...many, [...karl, treatment, '2026-06-08', '9:00 AM'])
  let chunks = 0
  const clock = () => {
    chunks += 1
    if (chunks === 2) throw new Error('cut off')
    return portal.time.now
  }
  const actor = { email: staff.email, userId: 'staff', isStaff: true }
  const order = { actor, dates: undefined, isTrial: false }
  const bytes = new TextEncoder().encode(file)
  await expect(importPatients({ ...portal.deps, clock }, bytes, order)).rejects.toThrow('cut off')
  expect(await countStored(desk)).toEqual(plus(before, [500, 0, 0]))
  const { counts } = await imports.run(file)
  expect(counts).toMatchObject({ added: 201, known: 500, booked: 1, refused: 0 })
  expect(await countStored(desk)).toEqual(plus(before, [701, 1, 1]))
})

test('an import takes the order of day and month for ambiguous dates', async () => {
  const { imports, records } = await openImport()
  const file = csv(people, ['Karl Poe', '6/5/1988', '', ''])
  expect((await imports.check(file, 'day')).counts).toMatchObject({ added: 1, refused: 0 })
  const [line] = (await imports.run(file, 'month')).lines
  expect(await records.read(line?.patientId ?? '')).toMatchObject({ birthDate: '1988-06-05' })
})

test('a file that is not a table of patients is refused as a whole', async () => {
  const { portal, staff, imports } = await openImport()
  const code = async (content: BlobPart) => refusal(await imports.send(content))
  expect(await code('Shoe size\n42\n')).toEqual({ status: 422, code: 'import_no_name' })
  expect(await code('Name')).toEqual({ status: 422, code: 'import_empty' })
  const large = new Uint8Array(largestImport + 1)
  expect(await code(large)).toEqual({ status: 413, code: 'import_too_large' })
  const huge = new Uint8Array(2 * largestImport)
  expect(await code(huge)).toEqual({ status: 413, code: 'import_too_large' })
  const headers = { authorization: `Bearer ${staff.token}` }
  const post = (body: FormData | string) =>
    portal.app.request('/staff/patients/import', { method: 'POST', headers, body })
  expect((await refusal(await post('Name\nKarl'))).status).toBe(415)
  expect((await refusal(await post(new FormData()))).code).toBe('invalid_input')
})

test('an import does not restore erased patients, and only digests of them are stored', async () => {
  const { imports, records, portal } = await openImport()
  const file = csv(
    people,
    karl,
    ['Karl Poe', '', '+1 (718) 555-0142', ''],
    ['Karl Poe', '1990-01-01', '', 'karl@x.example'],
    zoe,
  )
  const first = await imports.run(csv(people, karl, zoe))
  for (const { patientId } of first.lines) {
    expect((await records.ask('DELETE', `/${patientId}`)).status).toBe(200)
  }
  const stored = await portal.database.query.selectFrom('erasedPeople').selectAll().execute()
  expect(stored).toHaveLength(3)
  expect(JSON.stringify(stored)).not.toMatch(/karl|zo|1988|0142/i)

  const expected = [
    [2, 'refused', 'patient_erased'],
    [3, 'refused', 'patient_erased'],
    [4, 'added'],
    [5, 'refused', 'patient_erased'],
  ]
  expect(fates(await imports.check(file))).toEqual(expected)
  expect(fates(await imports.run(file))).toEqual(expected)
  // Who comes back as a patient is known again.
  await records.added({ name: 'Zoë Núñez', email: 'zoe@x.example' })
  expect(fates(await imports.run(csv(people, zoe)))).toEqual([[2, 'known']])
})
