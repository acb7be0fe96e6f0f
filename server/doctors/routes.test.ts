import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Doctor } from '../../contract/doctors/endpoints.ts'
import { ErrorBody } from '../../contract/errors.ts'
import { openDatabase } from '../db/database.ts'
import { makePlace } from '../testing/database/database.ts'
import { nineToFive, noSchedule } from '../testing/desk.ts'
import { plain } from '../testing/hostile-pictures.ts'
import { addressOf, fetchPhoto, upload } from '../testing/photos.ts'
import { openPortal, type Portal, refusal, request, signIn } from '../testing/portal.ts'

const ada = {
  name: 'Ada Chen',
  email: 'ada@clinic.example',
  specialty: 'Oral Surgery',
  img: 'https://clinic.example/images/0a-480.webp',
}
const bo = { ...ada, name: 'Bo Adams', email: 'bo@clinic.example', specialty: 'Teeth Cleaning' }

async function openWithStaff() {
  const portal = await openPortal()
  const { token } = await signIn(portal, 'staff@clinic.example', 'admin')
  const call = (method: string, path: string, body?: unknown) =>
    request(portal, method, path, { token, body })
  return { portal, call }
}

type Call = Awaited<ReturnType<typeof openWithStaff>>['call']

async function list(call: Call) {
  return z.array(Doctor).parse(await (await call('GET', '/doctors')).json())
}

async function added(call: Call, doctor: typeof ada): Promise<string> {
  const response = await call('POST', '/doctors', doctor)
  return z.object({ insertedId: z.string() }).parse(await response.json()).insertedId
}

/** Retries until the e-mail is free and the doctor is added. */
async function untilAdded(call: Call, doctor: typeof ada): Promise<string> {
  while ((await call('POST', '/doctors', doctor)).status !== 200);
  return doctor.email
}

async function archive({ database }: Portal, name: string) {
  const archivedAt = '2026-06-01T00:00:00.000Z'
  await database.query
    .updateTable('treatments')
    .set({ archivedAt })
    .where('name', '=', name)
    .execute()
}

test('a doctor is added, listed by name, changed and removed', async () => {
  const { call } = await openWithStaff()
  const added = await call('POST', '/doctors', { ...bo, email: 'Bo@Clinic.example' })
  const { insertedId } = z.object({ insertedId: z.string() }).parse(await added.json())
  await call('POST', '/doctors', ada)
  expect((await list(call)).map(({ name }) => name)).toEqual(['Ada Chen', 'Bo Adams'])
  expect(await list(call)).toContainEqual({ _id: insertedId, ...bo })
  const moved = { ...bo, name: 'Aaron Adams', email: 'aaron@clinic.example' }
  const changed = await call('PUT', '/doctors/bo@clinic.example', moved)
  expect(await changed.json()).toEqual({ _id: insertedId, ...moved })
  expect((await list(call)).map(({ name }) => name)).toEqual(['Aaron Adams', 'Ada Chen'])
  const remove = () => call('DELETE', '/doctors/aaron@clinic.example')
  expect(await (await remove()).json()).toEqual({ deletedCount: 1 })
  expect(await (await remove()).json()).toEqual({ deletedCount: 0 })
  expect(await list(call)).toHaveLength(1)
})

test('a doctor is changed and removed by id, too, and the audit has the e-mail', async () => {
  const { portal, call } = await openWithStaff()
  const added = await call('POST', '/doctors', bo)
  const { insertedId } = z.object({ insertedId: z.string() }).parse(await added.json())
  const moved = { ...bo, email: 'aaron@clinic.example' }
  const changed = await call('PUT', `/doctors/${insertedId}`, moved)
  expect(await changed.json()).toEqual({ _id: insertedId, ...moved })
  const removed = await call('DELETE', `/doctors/${insertedId}`)
  expect(await removed.json()).toEqual({ deletedCount: 1 })
  const again = await call('PUT', `/doctors/${insertedId}`, moved)
  expect(await refusal(again)).toEqual({ status: 404, code: 'not_found' })
  const written = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'subject'])
    .where('action', 'in', ['doctor_changed', 'doctor_removed'])
    .orderBy('id')
    .execute()
  expect(written.slice(0, 2)).toEqual([
    { action: 'doctor_changed', subject: bo.email },
    { action: 'doctor_removed', subject: moved.email },
  ])
})

test('a change by id reaches the right doctor, even while another doctor takes the old e-mail', async () => {
  const { call } = await openWithStaff()
  for (let round = 0; round < 10; round += 1) {
    const was = { ...ada, email: `ada${round}@clinic.example` }
    const insertedId = await added(call, was)
    const moves = Array.from({ length: 5 }, async (_, at) => {
      const email = `ada${round}.${at}@clinic.example`
      return (await call('PUT', `/doctors/${insertedId}`, { ...was, email })).status
    })
    await untilAdded(call, { ...bo, email: was.email })
    expect([...new Set(await Promise.all(moves))]).toEqual([200])
    const named = (await list(call)).find(({ email }) => email === was.email)
    expect(named?.name).toBe(bo.name)
  }
})

test('a removal by id reaches the right doctor, even while another doctor takes the old e-mail', async () => {
  const { call } = await openWithStaff()
  for (let round = 0; round < 10; round += 1) {
    const was = { ...ada, email: `ada${round}@clinic.example` }
    const insertedId = await added(call, was)
    const moved = { ...was, email: `moved${round}@clinic.example` }
    const acts = [
      call('PUT', `/doctors/${insertedId}`, moved),
      ...Array.from({ length: 5 }, () => call('DELETE', `/doctors/${insertedId}`)),
    ]
    const email = await untilAdded(call, { ...bo, email: was.email })
    await Promise.all(acts)
    expect((await list(call)).some((doctor) => doctor.email === email)).toBe(true)
  }
})

test('a doctor’s new name is published to open screens', async () => {
  const { portal, call } = await openWithStaff()
  const id = await added(call, ada)
  const published: string[] = []
  await portal.deps.changes.subscribe((day) => published.push(day))
  expect((await call('PUT', `/doctors/${id}`, { ...ada, name: 'Ada Poe' })).status).toBe(200)
  await expect.poll(() => published).toContain('*')
})

test('a doctor can be renamed while their schedule changes', async () => {
  const { portal, call } = await openWithStaff()
  const added = await call('POST', '/doctors', ada)
  const { insertedId } = z.object({ insertedId: z.string() }).parse(await added.json())
  const path = `/staff/doctors/${insertedId}/schedule`
  const treatments = portal.treatments.map(({ _id }) => _id)
  const schedule = { ...noSchedule, treatments, weeks: nineToFive, confirmed: true }
  expect((await call('PUT', path, schedule)).status).toBe(200)
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      call('PUT', path, schedule),
      call('PUT', `/doctors/${insertedId}`, { ...ada, name: `Ada ${round}` }),
      call('PUT', path, schedule),
      call('PUT', `/doctors/${insertedId}`, { ...ada, name: `Ada Lee ${round}` }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})

test('when twenty requests add a doctor with the same e-mail at the same time, only one succeeds', async () => {
  const { call } = await openWithStaff()
  const calls = Array.from({ length: 20 }, () => call('POST', '/doctors', ada))
  const responses = await Promise.all(calls)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const [refused] = responses.filter(({ status }) => status !== 200)
  expect(refused && (await refusal(refused))).toEqual({ status: 409, code: 'doctor_exists' })
  expect(await list(call)).toHaveLength(1)
})

test('a specialty must be the name of an active treatment', async () => {
  const { portal, call } = await openWithStaff()
  const unknown = { status: 409, code: 'unknown_specialty' }
  expect(await refusal(await call('POST', '/doctors', { ...ada, specialty: 'Magic' }))).toEqual(
    unknown,
  )
  await archive(portal, 'Pediatric Dental')
  const archived = { ...ada, specialty: 'Pediatric Dental' }
  expect(await refusal(await call('POST', '/doctors', archived))).toEqual(unknown)
  await call('POST', '/doctors', ada)
  const changed = await call('PUT', `/doctors/${ada.email}`, archived)
  expect(await refusal(changed)).toEqual(unknown)
  expect(await list(call)).toMatchObject([ada])
})

test('a doctor whose treatment was archived later remains and can be changed', async () => {
  const { portal, call } = await openWithStaff()
  await call('POST', '/doctors', ada)
  await archive(portal, ada.specialty)
  const changed = await call('PUT', `/doctors/${ada.email}`, { ...ada, name: 'Ada Lee' })
  expect(await changed.json()).toMatchObject({ name: 'Ada Lee', specialty: ada.specialty })
})

test('a change can neither take another doctor’s e-mail nor create a doctor', async () => {
  const { call } = await openWithStaff()
  for (const doctor of [ada, bo]) await call('POST', '/doctors', doctor)
  const taken = await call('PUT', `/doctors/${bo.email}`, { ...bo, email: ada.email })
  expect(await refusal(taken)).toEqual({ status: 409, code: 'doctor_exists' })
  const nobody = await call('PUT', '/doctors/nobody@clinic.example', ada)
  expect(await refusal(nobody)).toEqual({ status: 404, code: 'not_found' })
})

test.each([
  ['name', { name: ' ' }, 'name_required', 'Name is required'],
  ['email', { email: '' }, 'email_required', 'Email is required'],
  ['email', { email: 'ada' }, 'email_invalid', 'Provide a valid email'],
  ['specialty', { specialty: '' }, 'specialty_required', 'Please choose a specialty'],
  ['img', { img: '' }, 'image_required', 'Image is required'],
  ['img', { img: 'javascript:alert(1)' }, 'image_address', 'Please upload the photo again'],
  ['img', { img: 'data:image/svg+xml,x' }, 'image_address', 'Please upload the photo again'],
  ['img', { img: '//evil.example/x' }, 'image_address', 'Please upload the photo again'],
  ['img', { img: '/images/..' }, 'image_address', 'Please upload the photo again'],
])('a doctor with a wrong %s (%j) is refused there', async (path, wrong, code, message) => {
  const { call } = await openWithStaff()
  const response = await call('POST', '/doctors', { ...ada, ...wrong })
  expect(response.status).toBe(400)
  expect(ErrorBody.parse(await response.json()).issues).toEqual([{ path, code, message }])
  expect(await list(call)).toEqual([])
})

test('one of Molar’s own photos may be given without its origin', async () => {
  const { portal, call } = await openWithStaff()
  const own = await call('POST', '/doctors', { ...ada, img: '/images/0a-480.webp' })
  expect(own.status).toBe(200)
  const img = `${portal.config.publicUrl}/images/0a-480.webp`
  expect(await list(call)).toMatchObject([{ img }])
})

test('Molar’s own photos follow a new PUBLIC_URL, and photos on an image host do not', async () => {
  const place = await makePlace()
  const openAt = async (publicUrl: string) => {
    const settings = { PUBLIC_URL: publicUrl }
    const portal = await openPortal({ database: await openDatabase(place), settings })
    const { token } = await signIn(portal, `${new URL(publicUrl).host}@clinic.example`, 'admin')
    const call: Call = (method, path, body) => request(portal, method, path, { token, body })
    return { portal, token, call }
  }
  const before = await openAt('https://old.example')
  const picture = await plain().png().toBuffer()
  const img = await addressOf(await upload(before.portal, before.token, [picture]))
  const outside = 'https://i.host.example/images/photo.webp'
  for (const doctor of [
    { ...ada, img },
    { ...bo, img: outside },
  ]) {
    expect((await before.call('POST', '/doctors', doctor)).status).toBe(200)
  }
  expect((await list(before.call)).map((doctor) => doctor.img)).toEqual([img, outside])

  const after = await openAt('https://new.example')
  const moved = img.replace('https://old.example', 'https://new.example')
  expect((await list(after.call)).map((doctor) => doctor.img)).toEqual([moved, outside])
  await fetchPhoto(after.portal, moved)
  const renamed = { ...ada, name: 'Ada Lee', img: moved }
  const changed = await after.call('PUT', `/doctors/${ada.email}`, renamed)
  expect(await changed.json()).toMatchObject({ img: moved })
})
