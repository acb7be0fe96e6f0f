import { expect, inject, test } from 'vitest'
import { ErrorBody } from '../../../contract/errors.ts'
import { pageOf } from '../../../contract/page.ts'
import { StaffWaitlistRequest } from '../../../contract/waitlist/staff-endpoints.ts'
import { holdRecipient } from '../../notifications/queries.ts'
import { mailOf } from '../../testing/changing.ts'
import { untilBlocked } from '../../testing/database/database.ts'
import { addWorking, nineToFive, noSchedule, openSchedules, wholeDay } from '../../testing/desk.ts'
import {
  monday,
  openPortal,
  type Person,
  refusal,
  request,
  signIn,
  signInUnconfirmed,
} from '../../testing/portal.ts'
import { askForAddress } from '../../testing/proving.ts'
import {
  answered,
  ask,
  asked,
  decline,
  listRequests,
  offerOf,
  requestBody,
} from '../../testing/waitlist.ts'

const morning = { fromMinute: 540, untilMinute: 600 }

/** Ada and Bo work from nine to five; Jane waits for Ada between nine and ten, and declined half past nine. */
async function openWaiting() {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const [ada = '', bo = ''] = await addWorking(portal, schedules, ['Ada', 'Bo'])
  const { token } = schedules.admin
  const staff = (method: string, path: string, body?: object) =>
    request(portal, method, path, { token, ...(body && { body }) })
  const jane = await signIn(portal, 'jane@patients.example')
  const treatments = [portal.treatments[0]?._id ?? '']
  const busy = {
    treatments,
    weeks: nineToFive,
    blocks: [{ day: monday, time: { start: 540, end: 570 }, reason: '' }],
  }
  await schedules.setSchedule(ada, busy)
  const wish = await asked(portal, jane, { ...morning, doctor: ada })
  const offer = await offerOf(portal, jane)
  if (offer) await answered(await decline(portal, offer))
  return {
    ...{ portal, schedules, staff, ada, bo, jane, wish, busy },
    store: (schedule: object, confirmed = false) =>
      staff('PUT', `/staff/doctors/${ada}/schedule`, { ...noSchedule, ...schedule, confirmed }),
    own: async (person: Person = jane) => (await listRequests(portal, person))[0],
    line: async () => {
      const answer = await staff('GET', '/staff/waitlist?limit=50')
      return pageOf(StaffWaitlistRequest).parse(await answer.json()).rows
    },
  }
}

async function touched(response: Response) {
  const { code, affected, waiting } = ErrorBody.parse(await response.json())
  return { status: response.status, code, affected, waiting }
}
const oneWaits = { status: 409, code: 'requests_affected', affected: [], waiting: 1 }

test('ending a treatment of a requested doctor requires confirmation, and staff and patient both see it', async () => {
  const { store, busy, own, line, ada } = await openWaiting()
  expect(await own()).toMatchObject({ doctorAway: null })
  expect(await touched(await store({ ...busy, treatments: [] }))).toEqual(oneWaits)
  expect(await own()).toMatchObject({ doctorAway: null })
  expect((await store({ ...busy, treatments: [] }, true)).status).toBe(200)
  const away = { state: 'waiting', doctor: { _id: ada, name: 'Ada' }, doctorAway: 'treatment' }
  expect(await own()).toMatchObject(away)
  expect(await line()).toMatchObject([{ doctor: { _id: ada }, doctorAway: 'treatment' }])
  // No request is affected that was not affected before.
  expect((await store({ ...busy, treatments: [], weeks: [] })).status).toBe(200)
  expect((await store(busy)).status).toBe(200)
  expect(await own()).toMatchObject({ doctorAway: null })
})

test('hours, time off and blocks require confirmation where they remove every slot a request could have', async () => {
  const { store, staff, busy, own, ada } = await openWaiting()
  expect(await touched(await store({ ...busy, weeks: [] }))).toEqual(oneWaits)
  const off = [{ from: monday, to: monday, reason: '' }]
  expect(await touched(await store({ ...busy, timeOff: off }))).toEqual(oneWaits)
  const path = `/staff/doctors/${ada}`
  expect(await touched(await staff('POST', `${path}/absences`, wholeDay))).toEqual(oneWaits)
  const block = { day: monday, time: { start: 570, end: 600 }, reason: '' }
  expect(await touched(await staff('POST', `${path}/blocks`, block))).toEqual(oneWaits)
  const later = { ...block, time: { start: 600, end: 660 } }
  expect((await staff('POST', `${path}/blocks`, later)).status).toBe(200)
  expect(await own()).toMatchObject({ doctorAway: null })
  const absence = { ...wholeDay, confirmed: true }
  expect((await staff('POST', `${path}/absences`, absence)).status).toBe(200)
  expect(await own()).toMatchObject({ doctorAway: 'hours' })
})

test('a doctor who has left the clinic is still named in the request, and the removal requires confirmation', async () => {
  const { staff, own, ada } = await openWaiting()
  const path = '/doctors/ada@clinic.example'
  expect(await touched(await staff('DELETE', `${path}?unless=affected`))).toEqual(oneWaits)
  expect((await staff('DELETE', path)).status).toBe(200)
  expect(await own()).toMatchObject({
    doctor: { _id: ada, name: 'Ada' },
    doctorAway: 'left',
    offer: null,
  })
})

test('a closed day does not count as the doctor being away', async () => {
  const { staff, own } = await openWaiting()
  const closed = await staff('POST', '/staff/closures', {
    from: monday,
    to: monday,
    reason: 'Holiday',
    confirmed: true,
  })
  expect(closed.status).toBe(200)
  expect(await own()).toMatchObject({ doctorAway: null })
})

test('a request cannot name a doctor who can never take it', async () => {
  const { portal, store, busy, ada, jane, wish } = await openWaiting()
  await store({ ...busy, weeks: [] }, true)
  const refused = { status: 409, code: 'doctor_not_then' }
  const paul = await signIn(portal, 'paul@patients.example')
  expect(await refusal(await ask(portal, paul, { ...morning, doctor: ada }))).toEqual(refused)
  const { appointment: _, treatmentId: __, ...suits } = requestBody(portal, morning)
  const change = (doctor: string | null) =>
    request(portal, 'PUT', `/waitlist/${wish._id}`, {
      token: jane.token,
      body: { ...suits, doctor },
    })
  expect(await refusal(await change(ada))).toEqual(refused)
  // A patient's own searches for a request are limited in rate.
  portal.time.now = new Date(portal.time.now.getTime() + 60_000)
  expect((await change(null)).status).toBe(200)
  expect(await offerOf(portal, jane)).toMatchObject({ doctor: { name: 'Bo' } })
})

test('staff can open a request to any doctor once, and a free slot is held immediately', async () => {
  const { portal, staff, store, busy, own, ada, bo, jane, wish } = await openWaiting()
  await store({ ...busy, treatments: [] }, true)
  const open = (doctor: string, id = wish._id) =>
    staff('POST', `/staff/waitlist/${id}/open`, { doctor })
  expect(await refusal(await open(bo))).toEqual({ status: 409, code: 'request_changed' })
  expect(await refusal(await open(ada, 'nobody'))).toMatchObject({ status: 404 })
  expect((await open(ada)).status).toBe(200)
  expect(await own()).toMatchObject({ doctor: null, doctorAway: null })
  expect(await offerOf(portal, jane)).toMatchObject({ doctor: { name: 'Bo' } })
  expect(await refusal(await open(ada))).toEqual({ status: 409, code: 'request_changed' })
  const { token } = jane
  const path = `/staff/waitlist/${wish._id}`
  for (const what of ['open', 'write']) {
    const body = what === 'open' ? { doctor: ada } : {}
    const answer = await request(portal, 'POST', `${path}/${what}`, { token, body })
    expect(answer.status).toBe(403)
  }
  const audit = await portal.database.query
    .selectFrom('auditEntries')
    .select(['action', 'subject'])
    .where('action', '=', 'request_opened')
    .execute()
  expect(audit).toContainEqual({ action: 'request_opened', subject: jane.email })
})

test('staff can mail a patient whose requested doctor is unavailable, with a link to choose again', async () => {
  const { portal, staff, store, busy, jane, wish } = await openWaiting()
  const write = (id = wish._id) => staff('POST', `/staff/waitlist/${id}/write`)
  expect(await refusal(await write())).toEqual({ status: 409, code: 'request_changed' })
  expect(await refusal(await write('nobody'))).toMatchObject({ status: 404 })
  await store({ ...busy, treatments: [] }, true)
  expect((await write()).status).toBe(200)
  const mail = await mailOf(portal, 'waiting-doctor-away')
  expect(mail.recipient).toBe(jane.email)
  expect(mail.text).toContain('Ada no longer does this treatment.')
  expect(mail.text).toContain(`/dashboard/waitlist?request=${wish._id}`)
  for (let more = 0; more < 2; more += 1) expect((await write()).status).toBe(200)
  const limited = await write()
  expect(limited.headers.get('retry-after')).toBe('3600')
  expect(await refusal(limited)).toEqual({ status: 429, code: 'written_enough' })
})

test('staff cannot mail an unconfirmed address about its request', async () => {
  const { portal, staff, store, busy, ada } = await openWaiting()
  const pat = await signInUnconfirmed(portal, 'pat@patients.example')
  const wish = await asked(portal, pat, { ...morning, doctor: ada })
  await store({ ...busy, treatments: [] }, true)
  expect(await refusal(await staff('POST', `/staff/waitlist/${wish._id}/write`))).toEqual({
    status: 409,
    code: 'no_confirmed_mail',
  })
})

if (inject('engine') === 'postgres') {
  test('a mail about an unavailable doctor that is written while its patient’s address changes is sent to the new one', async () => {
    const { portal, staff, store, busy, jane, wish } = await openWaiting()
    const { database } = portal
    await store({ ...busy, treatments: [] }, true)
    const next = 'jane.roe@patients.example'
    const change = await askForAddress(portal, jane, next)
    let writing: Promise<Response> | undefined
    let changing: Promise<Response> | undefined
    await database.query.transaction().execute(async (transaction) => {
      await holdRecipient(database, transaction, jane.email)
      writing = Promise.resolve(staff('POST', `/staff/waitlist/${wish._id}/write`))
      await untilBlocked(database, writing)
      changing = change()
      await untilBlocked(database, changing, 1)
    })
    expect((await writing)?.status).toBe(200)
    expect((await changing)?.status).toBe(200)
    expect((await mailOf(portal, 'waiting-doctor-away')).recipient).toBe(next)
  })
}
