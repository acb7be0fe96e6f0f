import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { ErrorBody } from '../../contract/errors.ts'
import { StaffTreatment } from '../../contract/treatments/endpoints.ts'
import { longestDescription, Treatment } from '../../contract/treatments/treatment.ts'
import { holdBookings } from '../appointments/find-appointment.ts'
import { replaceSchedule } from '../doctors/schedule-queries.ts'
import { addWorking, everyDay, noSchedule, openSchedules } from '../testing/desk.ts'
import {
  book,
  booked,
  openPortal,
  type Portal,
  refusal,
  request,
  signIn,
  today,
} from '../testing/portal.ts'
import { refreshTreatments } from './refresh-treatments.ts'

const slots = ['9:00 AM - 9:30 AM', '8:00 AM - 8:30 AM']

async function openClinic() {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'admin@clinic.example', 'admin')
  const act = (method: string, path: string, body?: unknown) =>
    request(portal, method, path, { token, body })
  return { portal, act }
}

async function list({ act }: { act: Awaited<ReturnType<typeof openClinic>>['act'] }) {
  return z.array(StaffTreatment).parse(await (await act('GET', '/staff/treatments')).json())
}

/** The first treatment of the demo clinic with some of it changed, as our screen sends it. */
async function change(clinic: Awaited<ReturnType<typeof openClinic>>, input: object) {
  const [first] = await list(clinic)
  if (!first) throw new Error('The demo clinic has six treatments')
  const { _id, name, price } = first
  const body = { name, price, slots: first.slots, ...input }
  return clinic.act('PUT', `/staff/treatments/${_id}`, body)
}

const auditDetails = async ({ database }: Portal) => {
  const rows = await database.query.selectFrom('auditEntries').selectAll().orderBy('id').execute()
  return rows.map(({ action, subject, data }) => `${action}: ${subject}: ${data}`)
}

test('a new treatment is listed last with its slots in order, and can be booked immediately', async () => {
  const clinic = await openClinic()
  const { portal, act } = clinic
  await request(portal, 'GET', '/available?date=2026-06-08')
  const added = await act('POST', '/staff/treatments', { name: ' Whitening ', price: 49.9, slots })
  const { insertedId } = z.object({ insertedId: z.string() }).parse(await added.json())
  expect((await list(clinic)).at(-1)).toEqual({
    _id: insertedId,
    name: 'Whitening',
    description: '',
    price: 49.9,
    slots: slots.toReversed(),
    ...{ buffer: 0, starts: null, byDoctors: false },
    archived: false,
    revision: 0,
    upcoming: 0,
  })
  await booked(portal, await signIn(portal), { treatmentId: insertedId, price: 49.9 })
  expect((await list(clinic)).at(-1)?.upcoming).toBe(1)
  const offered = z
    .array(z.object({ name: z.string(), slots: z.array(z.string()) }))
    .parse(await (await request(portal, 'GET', '/available?date=2026-06-08')).json())
  expect(offered.at(-1)).toEqual({ name: 'Whitening', slots: ['9:00 AM - 9:30 AM'] })
})

test.each([
  ['overlap', ['8:00 AM - 8:30 AM', '8:15 AM - 8:45 AM'], 'slots_overlap'],
  ['are the same', ['8:00 AM - 8:30 AM', '8:00 AM - 8:30 AM'], 'slots_overlap'],
])('slots that %s are refused', async (_, wrong, code) => {
  const clinic = await openClinic()
  const body = { name: 'New', price: 10, slots: wrong }
  const added = await clinic.act('POST', '/staff/treatments', body)
  expect(await refusal(added)).toEqual({ status: 409, code })
  expect(await refusal(await change(clinic, { slots: wrong }))).toEqual({ status: 409, code })
  expect(await list(clinic)).toHaveLength(6)
})

test.each(['8:00 - 8:30', '8:30 AM - 8:00 AM', '08:00 AM - 8:30 AM'])(
  '%s is not a valid slot',
  async (slot) => {
    const { act } = await openClinic()
    const added = await act('POST', '/staff/treatments', { name: 'New', price: 1, slots: [slot] })
    expect(await refusal(added)).toEqual({ status: 400, code: 'invalid_input' })
  },
)

test('the name of an active treatment is unique regardless of case, and an archived name can be reused', async () => {
  const clinic = await openClinic()
  const exists = { status: 409, code: 'treatment_exists' }
  const again = { name: 'ORAL surgery', price: 1, slots: [] }
  expect(await refusal(await clinic.act('POST', '/staff/treatments', again))).toEqual(exists)
  expect(await refusal(await change(clinic, { name: 'oral surgery' }))).toEqual(exists)

  const old = (await list(clinic)).at(-1)
  const archive = `/staff/treatments/${old?._id}/archive`
  expect((await clinic.act('POST', archive, { archived: true })).status).toBe(200)
  expect((await clinic.act('POST', '/staff/treatments', again)).status).toBe(200)
  const back = await clinic.act('POST', archive, { archived: false })
  expect(await refusal(back)).toEqual(exists)
})

test('of concurrent additions of one treatment name, only one succeeds', async () => {
  const { act } = await openClinic()
  const body = { name: 'Whitening', price: 10, slots }
  const adding = Array.from({ length: 6 }, () => act('POST', '/staff/treatments', body))
  const statuses = (await Promise.all(adding)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409, 409, 409, 409, 409])
})

test('a new price applies only to new appointments, and the audit records both prices', async () => {
  const clinic = await openClinic()
  const { portal } = clinic
  const jane = await signIn(portal)
  const before = await booked(portal, jane)
  expect((await change(clinic, { price: 109.5 })).status).toBe(200)
  const mine = await request(portal, 'GET', `/booking/${before._id}`, { token: jane.token })
  expect(await mine.json()).toMatchObject({ price: 99, treatment: 'Teeth Orthodontics' })
  const slot = '9:00 AM - 9:30 AM'
  const old = await book(portal, await signIn(portal), { slot })
  expect((await refusal(old)).code).toBe('price_changed')
  await booked(portal, await signIn(portal), { slot, price: 109.5 })
  expect(await auditDetails(portal)).toEqual([
    'treatment_changed: Teeth Orthodontics: {"priceCents":{"from":9900,"to":10950}}',
  ])
})

test('a description is trimmed, shown to patients, limited in length, and unchanged when omitted', async () => {
  const clinic = await openClinic()
  const { portal } = clinic
  const shown = async () => {
    const free = await request(portal, 'GET', '/available?date=2026-06-08')
    return z.array(Treatment).parse(await free.json())[0]?.description
  }
  const before = await shown()
  expect(before).toMatch(/^Braces/)
  expect((await change(clinic, {})).status).toBe(200)
  expect(await shown()).toBe(before)
  expect((await change(clinic, { description: ' Straight teeth. ' })).status).toBe(200)
  expect(await shown()).toBe('Straight teeth.')
  expect((await list(clinic))[0]?.description).toBe('Straight teeth.')
  const long = 'x'.repeat(longestDescription)
  expect((await change(clinic, { description: long })).status).toBe(200)
  expect(await refusal(await change(clinic, { description: `${long}x` }))).toEqual({
    status: 400,
    code: 'invalid_input',
  })
  expect((await change(clinic, { description: '' })).status).toBe(200)
  expect(await shown()).toBe('')
  expect((await auditDetails(portal)).at(-1)).toBe(
    'treatment_changed: Teeth Orthodontics: {"description":true}',
  )
})

test('a slot with an appointment is removed only after confirmation, and the appointment remains', async () => {
  const clinic = await openClinic()
  const { portal } = clinic
  const jane = await signIn(portal)
  const held = await booked(portal, jane)
  await booked(portal, await signIn(portal), { treatment: 1 })
  await booked(portal, await signIn(portal), { slot: '9:00 AM - 9:30 AM' })
  const input = { slots: ['9:00 AM - 9:30 AM', '10:00 AM - 10:45 AM'] }

  const refused = await change(clinic, input)
  expect(refused.status).toBe(409)
  const { _id, treatment, date, slot, patientName } = held
  expect(ErrorBody.parse(await refused.json())).toMatchObject({
    code: 'appointments_affected',
    affected: [{ _id, treatment, date, slot, patientName }],
  })
  expect((await list(clinic))[0]?.slots).toHaveLength(16)

  const confirmed = await change(clinic, { ...input, confirmed: true })
  expect(await confirmed.json()).toMatchObject({ slots: input.slots, upcoming: 2 })
  const mine = await request(portal, 'GET', `/booking/${_id}`, { token: jane.token })
  expect(await mine.json()).toMatchObject({ slot: '8:00 AM - 8:30 AM' })
  const late = await book(portal, await signIn(portal))
  expect((await refusal(late)).code).toBe('unknown_slot')
  expect((await auditDetails(portal)).at(-1)).toMatch(
    /"added":\["10:00 AM - 10:45 AM"\],"removed":\["8:00 AM - 8:30 AM",/,
  )
})

test('a new slot that overlaps the appointment of a removed slot is taken until that appointment moves', async () => {
  const clinic = await openClinic()
  const { portal, act } = clinic
  const held = await booked(portal, await signIn(portal))
  const between = '8:15 AM - 8:45 AM'
  const nine = '9:00 AM - 9:30 AM'
  const free = async () => {
    const shown = await request(portal, 'GET', '/available?date=2026-06-08')
    return z.array(Treatment).parse(await shown.json())[0]?.slots
  }
  expect((await change(clinic, { slots: [between, nine], confirmed: true })).status).toBe(200)
  expect(await free()).toEqual([nine])
  const jane = await signIn(portal)
  expect(await refusal(await book(portal, jane, { slot: between }))).toEqual({
    status: 409,
    code: 'slot_taken',
  })
  const to = { date: 'Jun 9, 2026', slot: nine, revision: 0 }
  const moved = await act('POST', `/staff/appointments/${held._id}/reschedule`, to)
  expect(moved.status).toBe(200)
  expect(await free()).toEqual([between, nine])
  await booked(portal, jane, { slot: between })
})

test('past, started and cancelled appointments do not block the removal of a slot', async () => {
  const clinic = await openClinic()
  const { portal } = clinic
  await booked(portal, await signIn(portal), { date: 'Jun 5, 2026', slot: '9:30 AM - 10:00 AM' })
  const gone = await booked(portal, await signIn(portal), { slot: '8:30 AM - 9:00 AM' })
  await portal.database.query
    .updateTable('appointments')
    .set({ cancelledAt: portal.time.now.toISOString() })
    .where('id', '=', gone._id)
    .execute()
  portal.time.now = new Date('2026-06-05T13:30:00Z')
  expect((await change(clinic, { slots: [] })).status).toBe(200)
})

test('renaming a treatment renames the doctors’ specialty, and existing appointments retain the old name', async () => {
  const clinic = await openClinic()
  const { portal } = clinic
  const doctor = { email: 'd@clinic.example', name: 'Dr. Day', photo: 'x.webp' }
  const createdAt = portal.time.now.toISOString()
  await portal.database.query
    .insertInto('doctors')
    .values({ id: 'd', ...doctor, specialty: 'Teeth Orthodontics', createdAt })
    .execute()
  const jane = await signIn(portal)
  const { _id } = await booked(portal, jane)
  expect((await change(clinic, { name: 'Braces' })).status).toBe(200)
  const { specialty } = await portal.database.query
    .selectFrom('doctors')
    .select('specialty')
    .executeTakeFirstOrThrow()
  expect(specialty).toBe('Braces')
  const mine = await request(portal, 'GET', `/booking/${_id}`, { token: jane.token })
  expect(await mine.json()).toMatchObject({ treatment: 'Teeth Orthodontics' })
})

test('renaming an archived treatment leaves the specialty to an active one of the same name', async () => {
  const clinic = await openClinic()
  const { portal, act } = clinic
  const [former] = await list(clinic)
  const { _id = '', name = '' } = former ?? {}
  const schedules = await openSchedules(portal)
  await addWorking(portal, schedules, ['Ada'])
  await portal.database.query.updateTable('doctors').set({ specialty: name }).execute()
  const rename = (to: string) =>
    act('PUT', `/staff/treatments/${_id}`, { name: to, price: 1, slots: former?.slots })
  const specialties = async () =>
    (await portal.database.query.selectFrom('doctors').select('specialty').execute()).map(
      ({ specialty }) => specialty,
    )
  expect((await act('POST', `/staff/treatments/${_id}/archive`, { archived: true })).status).toBe(
    200,
  )
  expect((await act('POST', '/staff/treatments', { name, price: 1, slots })).status).toBe(200)
  expect((await rename('Old thing')).status).toBe(200)
  expect(await specialties()).toEqual([name])
})

test('an archived treatment cannot be booked, retains its appointments, and can be restored', async () => {
  const clinic = await openClinic()
  const { portal, act } = clinic
  await booked(portal, await signIn(portal))
  const [first] = portal.treatments
  const path = `/staff/treatments/${first?._id}/archive`
  expect(await (await act('POST', path, { archived: true })).json()).toMatchObject({
    archived: true,
    upcoming: 1,
  })
  expect((await list(clinic)).at(-1)?.name).toBe(first?.name)
  const late = await book(portal, await signIn(portal), { slot: '9:00 AM - 9:30 AM' })
  expect((await refusal(late)).code).toBe('unknown_treatment')
  await act('POST', path, { archived: false })
  await booked(portal, await signIn(portal), { slot: '9:00 AM - 9:30 AM' })
  const nobody = await act('POST', '/staff/treatments/none/archive', { archived: true })
  expect((await refusal(nobody)).code).toBe('not_found')
})

test('concurrent edits of one treatment do not overwrite each other', async () => {
  const clinic = await openClinic()
  const [before] = await list(clinic)
  const kept = before?.slots.slice(0, 8)
  const answers = await Promise.all([
    change(clinic, { slots: kept, revision: 0 }),
    change(clinic, { price: 120, revision: 0 }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [late] = answers.filter(({ status }) => status === 409)
  expect(ErrorBody.parse(await late?.json()).code).toBe('changed_meanwhile')
  expect((await list(clinic))[0]?.revision).toBe(1)
  expect((await change(clinic, { price: 130, revision: 1 })).status).toBe(200)
  // A call that names none overwrites what is there.
  expect((await change(clinic, { price: 140 })).status).toBe(200)
  expect((await list(clinic))[0]).toMatchObject({ price: 140, revision: 3 })
})

test('concurrent changes of one treatment each return their own result', async () => {
  const clinic = await openClinic()
  const [first] = await list(clinic)
  const path = `/staff/treatments/${first?._id}`
  const archive = async (archived: boolean) => {
    const answer = await clinic.act('POST', `${path}/archive`, { archived })
    expect(StaffTreatment.parse(await answer.json()).archived).toBe(archived)
  }
  const changes = Array.from({ length: 12 }, async (_, price) => {
    await archive(price % 2 === 0)
    const kept = first?.slots.slice(price)
    const input = { name: `Braces ${price}`, price, slots: kept }
    const answer = await clinic.act('PUT', path, input)
    const made = StaffTreatment.parse(await answer.json())
    expect(made).toMatchObject(input)
    return made.revision
  })
  const revisions = await Promise.all(changes)
  expect(revisions.toSorted((a, b) => a - b)).toEqual(revisions.map((_, at) => at + 1))
})

test('reading treatments during a change returns a single revision', async () => {
  const clinic = await openClinic()
  const slots = (await list(clinic))[0]?.slots ?? []
  const seen: StaffTreatment[] = []
  let isOver = false
  const reader = async () => {
    while (!isOver) seen.push(...(await list(clinic)).slice(0, 1))
  }
  const readers = [reader(), reader(), reader()]
  for (let revision = 0; revision < 12; revision += 1) {
    const input = { slots: slots.slice(revision % 2), price: (revision + 1) % 2, revision }
    expect((await change(clinic, input)).status).toBe(200)
  }
  isOver = true
  await Promise.all(readers)
  for (const { revision, price, slots: shown } of seen) {
    if (revision === 0) continue
    expect([price, shown.length]).toEqual([revision % 2, slots.length - ((revision + 1) % 2)])
  }
})

const onPostgres = inject('engine') === 'postgres'

// On SQLite a transaction has the one connection, and who adds a treatment waits for it.
if (onPostgres)
  test('a treatment added while a doctor’s hours change leaves the slots with the new hours', async () => {
    const clinic = await openClinic()
    const { portal, act } = clinic
    const { database } = portal
    const schedules = await openSchedules(portal)
    const [ada = ''] = await addWorking(portal, schedules, ['Ada'])
    const treatments = [(await list(clinic))[0]?._id ?? '']
    const starts = { length: 30, every: 30 }
    expect((await change(clinic, { slots: [], starts })).status).toBe(200)
    let adding: ReturnType<typeof act> | undefined
    await database.query.transaction().execute(async (query) => {
      await holdBookings(database, query)
      await sql`lock table "treatmentSlots"`.execute(query)
      adding = act('POST', '/staff/treatments', { name: 'New', price: 1, slots: [], starts })
      const waiting = sql`select 1 from "pg_locks" where not "granted"
        and "database" = (select "oid" from "pg_database" where "datname" = current_database())`
      await expect.poll(async () => (await waiting.execute(query)).rows).not.toEqual([])
      const weeks = everyDay({ start: 540, end: 600 })
      await replaceSchedule(query, ada, { ...noSchedule, treatments, weeks })
      await refreshTreatments(query, today)
    })
    expect((await adding)?.status).toBe(200)
    expect((await list(clinic))[0]?.slots).toEqual(['9:00 AM - 9:30 AM', '9:30 AM - 10:00 AM'])
  })
