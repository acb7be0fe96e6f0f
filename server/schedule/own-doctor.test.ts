import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Patient, PatientRow } from '../../contract/patients/patient.ts'
import { MonthDay, StaffAppointment, StaffDay } from '../../contract/schedule/staff-appointment.ts'
import { actsOf, addWorking, nine, openSchedules } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import {
  booked,
  monday,
  openPortal,
  type Person,
  refusal,
  request,
  signIn,
  today,
} from '../testing/portal.ts'
import { slot, slotOver, writeReview } from '../testing/reviewing.ts'
import { asked, sweepAll } from '../testing/waitlist.ts'

const ten = '10:00 AM - 10:30 AM'
const Page = <Row extends z.ZodMiniType>(row: Row) => z.object({ rows: z.array(row) })

/** Ada and Bo work; Jane and Joe have booked Ada, and Joe and Kim Bo. */
async function openTwoDoctors() {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const [ada = '', bo = ''] = await addWorking(portal, schedules, ['Ada', 'Bo'])
  const people = []
  for (const name of ['jane', 'joe', 'kim']) {
    people.push(await signIn(portal, `${name}@patients.example`))
  }
  const [jane, joe, kim] = people as [Person, Person, Person]
  const janes = await booked(portal, jane, { slot: nine, doctor: ada })
  const joes = await booked(portal, joe, { slot: ten, doctor: ada })
  const joesToo = await booked(portal, joe, { slot: nine, doctor: bo, date: 'Jun 9, 2026' })
  const kims = await booked(portal, kim, { slot: ten, doctor: bo })
  const doctor = await signIn(portal, 'ada@clinic.example', 'doctor')
  const read = async (path: string, as: Person = doctor) =>
    (await request(portal, 'GET', path, as)).json()
  const patientOf = async (id: string) => {
    const found = await read(`/staff/appointments/${id}`, schedules.admin)
    return z.object({ appointment: StaffAppointment }).parse(found).appointment.patientId
  }
  const staff = { doctor, schedules, read, patientOf }
  return { ...staff, portal, ada, bo, jane, joe, janes, joes, joesToo, kims }
}

test('a doctor sees only their own day, month, week and appointments', async () => {
  const { portal, ada, bo, janes, joes, kims, doctor, read } = await openTwoDoctors()
  const day = StaffDay.parse(await read(`/staff/schedule?date=${monday}`))
  expect(day.appointments.map(({ _id }) => _id)).toEqual([janes._id, joes._id])
  expect(day.doctors.map(({ _id }) => _id)).toEqual([ada])
  expect(JSON.stringify(day)).not.toContain('kim@')

  const month = z.array(MonthDay).parse(await read('/staff/month?month=2026-06'))
  const counts = month.filter(({ booked }) => booked > 0).map(({ day, booked }) => [day, booked])
  expect(counts).toEqual([[monday, 2]])

  const status = async (path: string) => (await request(portal, 'GET', path, doctor)).status
  const week = `week?date=${monday}`
  expect([
    await status(`/staff/doctors/${ada}/${week}`),
    await status(`/staff/doctors/${bo}/${week}`),
    await status(`/staff/appointments/${janes._id}`),
    await status(`/staff/appointments/${kims._id}`),
  ]).toEqual([200, 404, 200, 404])

  const Found = Page(StaffAppointment)
  const found = async (search: string) =>
    Found.parse(await read(`/staff/appointments?search=${search}`)).rows.map(({ _id }) => _id)
  expect(await found('joe')).toEqual([joes._id])
  expect(await found('kim')).toEqual([])
  // All are called Pat Doe, and the newest appointment is Bo's.
  expect(await found('doe&limit=1')).toEqual([joes._id])
})

test('a doctor sees no patient for whom the waitlist holds another time', async () => {
  const { portal, schedules, kims, doctor, read } = await openTwoDoctors()
  const [first, second] = portal.treatments
  const withoutDoctor = { treatment: 1, slot: '1:00 PM - 1:30 PM' }
  const other = await booked(portal, await signIn(portal), withoutDoctor)
  const wanted = { treatmentId: first?._id ?? '', fromMinute: 600, untilMinute: 630 }
  await asked(portal, await signIn(portal), wanted)
  const wantedToo = { treatmentId: second?._id ?? '', fromMinute: 780, untilMinute: 810 }
  await asked(portal, await signIn(portal), wantedToo)
  const { cancel } = actsOf(portal, schedules.admin)
  for (const one of [kims, other]) expect((await cancel({ ...one, revision: 0 })).status).toBe(200)
  await sweepAll(portal)
  const heldFor = async (as: Person) => {
    const { holds, columns } = StaffDay.parse(await read(`/staff/schedule?date=${monday}`, as))
    const slots = columns.flatMap((column) => column.slots.flatMap((one) => one.heldFor ?? []))
    return { holds: holds.map(({ patientName }) => patientName), slots }
  }
  expect(await heldFor(schedules.admin)).toEqual({
    ...{ holds: ['Pat Doe'], slots: ['Pat Doe', 'Pat Doe'] },
  })
  expect(await heldFor(doctor)).toEqual({ holds: [], slots: [] })
})

test('of a closed day a doctor sees only who of their own patients was asked', async () => {
  const { schedules, janes, joes, kims, doctor, read } = await openTwoDoctors()
  const days = { from: monday, to: monday }
  await schedules.act('POST', '/staff/closures', { ...days, reason: 'Flood', confirmed: true })
  await schedules.act('POST', '/staff/closures/settle', { ...days, way: 'ask' })
  const askedOf = async (as: Person) =>
    StaffDay.parse(await read(`/staff/schedule?date=${monday}`, as)).asked.toSorted()
  expect(await askedOf(schedules.admin)).toEqual([janes._id, joes._id, kims._id].toSorted())
  expect(await askedOf(doctor)).toEqual([janes._id, joes._id].toSorted())
})

test('a doctor reads what the chairs are called', async () => {
  const { schedules, doctor, portal } = await openTwoDoctors()
  await schedules.addChair('Window chair')
  const answer = await request(portal, 'GET', '/staff/chairs', doctor)
  expect(await answer.json()).toMatchObject([{ name: 'Window chair' }])
})

test('a doctor sees only their own patients, with only their own visits', async () => {
  const { portal, joes, kims, doctor, read, patientOf, schedules } = await openTwoDoctors()
  const rows = Page(PatientRow).parse(await read('/staff/patients')).rows
  expect(rows.map(({ email }) => email)).toEqual(['jane@patients.example', 'joe@patients.example'])
  const sought = Page(PatientRow).parse(await read('/staff/patients?search=kim')).rows
  expect(sought).toEqual([])
  const [joe, kim] = [await patientOf(joes._id), await patientOf(kims._id)]
  const own = Patient.parse(await read(`/staff/patients/${joe}`))
  expect(own.visits.map(({ _id }) => _id)).toEqual([joes._id])
  expect(own).toMatchObject({ due: own.visits[0]?.due, messages: null, similar: [], merges: [] })
  const whole = Patient.parse(await read(`/staff/patients/${joe}`, schedules.admin))
  expect(whole.visits).toHaveLength(2)
  const other = await request(portal, 'GET', `/staff/patients/${kim}`, doctor)
  expect(await refusal(other)).toEqual({ status: 404, code: 'not_found' })
  // A patient whose only appointment was cancelled is no patient of the doctor's any more.
  await actsOf(portal, schedules.admin).cancel({ ...joes, revision: 0 })
  expect((await request(portal, 'GET', `/staff/patients/${joe}`, doctor)).status).toBe(404)
})

test('a doctor sees no family of their patients', async () => {
  const { portal, ada, joe, joes, doctor, read, patientOf, schedules } = await openTwoDoctors()
  const { _id: timmy } = await addDependent(portal, joe)
  await booked(portal, joe, { dependent: timmy, slot: '11:00 AM - 11:30 AM', doctor: ada })
  const holder = await patientOf(joes._id)
  const familyOf = async (id: string, as: Person) => {
    const { holderId, dependents } = Patient.parse(await read(`/staff/patients/${id}`, as))
    return { holderId, dependents: dependents.map(({ name }) => name) }
  }
  const none = { holderId: null, dependents: [] }
  expect(await familyOf(holder, schedules.admin)).toEqual({ ...none, dependents: ['Timmy Doe'] })
  expect(await familyOf(timmy, schedules.admin)).toEqual({ ...none, holderId: holder })
  for (const id of [holder, timmy]) expect(await familyOf(id, doctor)).toEqual(none)
})

test('a doctor can change only the note and alert of their own patients', async () => {
  const { portal, janes, kims, doctor, read, patientOf } = await openTwoDoctors()
  const [jane, kim] = [await patientOf(janes._id), await patientOf(kims._id)]
  const write = async (id: string, revision: number, note = 'Prefers mornings') => {
    const body = { note, alert: 'Penicillin allergy', revision }
    const { token } = doctor
    return request(portal, 'PUT', `/staff/patients/${id}/notes`, { token, body })
  }
  const before = Patient.parse(await read(`/staff/patients/${jane}`))
  const { revision } = before
  expect(await (await write(jane, revision)).json()).toEqual({ revision: revision + 1 })
  expect(await refusal(await write(jane, revision))).toMatchObject({ code: 'changed_meanwhile' })
  expect(Patient.parse(await read(`/staff/patients/${jane}`))).toEqual({
    ...before,
    ...{ note: 'Prefers mornings', alert: 'Penicillin allergy', revision: revision + 1 },
  })
  for (const stale of [0, 7]) {
    expect(await refusal(await write(kim, stale))).toEqual({ status: 404, code: 'not_found' })
  }
  const { name, phone, email } = before
  const whole = { name, phone, email, birthDate: '', language: '', note: '', alert: '', revision }
  const all = await request(portal, 'PUT', `/staff/patients/${jane}`, {
    ...{ token: doctor.token, body: whole },
  })
  expect(await refusal(all)).toEqual({ status: 403, code: 'forbidden' })
})

test('a doctor can change the status of only their own visits', async () => {
  const { portal, janes, kims, doctor } = await openTwoDoctors()
  portal.time.now = new Date('2026-06-08T15:00:00Z')
  const expiresAt = '2026-07-01T00:00:00.000Z'
  await portal.database.query.updateTable('sessions').set({ expiresAt }).execute()
  await portal.database.query.updateTable('accessTokens').set({ expiresAt }).execute()
  const { setStatus } = actsOf(portal, doctor)
  expect((await setStatus({ ...janes, revision: 0 }, 'seated')).status).toBe(200)
  expect(await refusal(await setStatus({ ...kims, revision: 0 }, 'seated'))).toEqual({
    status: 404,
    code: 'not_found',
  })
})

test('a doctor account is linked by the current e-mail of both, and sees nothing without a matching doctor', async () => {
  const { portal, doctor, schedules, read } = await openTwoDoctors()
  const bo = await signIn(portal, 'bo@clinic.example', 'doctor')
  const seen = async (person: Person) =>
    StaffDay.parse(await read(`/staff/schedule?date=${monday}`, person)).appointments.length
  expect([await seen(doctor), await seen(bo)]).toEqual([2, 1])
  const specialty = portal.treatments[0]?.name
  await schedules.act('PUT', '/doctors/bo@clinic.example', {
    ...{ name: 'Bo', email: 'bo.lee@clinic.example', specialty, img: '/images/0a-480.webp' },
  })
  expect(await seen(bo)).toBe(0)
  const none = await signIn(portal, 'new@clinic.example', 'doctor')
  expect(await seen(none)).toBe(0)
  expect(Page(PatientRow).parse(await read('/staff/patients', none)).rows).toEqual([])
})

test('the front desk can cancel an appointment, but not with a refund', async () => {
  const { portal, janes } = await openTwoDoctors()
  const desk = await signIn(portal, 'desk@clinic.example', 'desk')
  const seen = { ...janes, revision: 0 }
  const { cancel } = actsOf(portal, desk)
  expect(await refusal(await cancel(seen, { refund: true }))).toMatchObject({ status: 403 })
  expect((await cancel(seen, { refund: false })).status).toBe(200)
})

test('staff counts omit items that the role cannot see', async () => {
  const { portal, ada, jane, schedules, read } = await openTwoDoctors()
  const message = { email: 'a@x.example', subject: 'Hello', message: 'When are you open?' }
  await request(portal, 'POST', '/contact-messages', { body: message })
  await asked(portal, await signIn(portal), { fromMinute: 600, untilMinute: 630 })
  const visit = await booked(portal, jane, { date: today, slot, doctor: ada })
  portal.time.now = slotOver
  expect((await writeReview(portal, jane, visit._id)).status).toBe(200)
  const all = { messages: 1, reviews: 1, waiting: 1 }
  expect(await read('/staff/counts', schedules.admin)).toEqual(all)
  expect(await read('/staff/counts')).toEqual({ messages: 0, reviews: 0, waiting: 0 })
})
