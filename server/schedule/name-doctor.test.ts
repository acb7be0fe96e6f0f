import { expect, test } from 'vitest'
import { type DoctorSchedule, DoctorsAt } from '../../contract/doctors/schedule.ts'
import { describeEvent } from '../../contract/events.ts'
import { mailOf } from '../testing/changing.ts'
import {
  accepted,
  actsOf,
  addWorking,
  bookFor,
  details,
  everyDay,
  nineToFive,
  openSchedules,
} from '../testing/desk.ts'
import { queuedMails } from '../testing/mailbox.ts'
import { book, openPortal, type Portal, refusal, request, signIn } from '../testing/portal.ts'
import { asked, listRequests, offerOf } from '../testing/waitlist.ts'

const nine = '9:00 AM - 9:30 AM'
const half = '9:30 AM - 10:00 AM'
const jane = { email: 'jane@patients.example', name: 'Jane Doe' }
const guest = (name: string) => ({ email: null, name })

async function openWith(names: readonly string[]) {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const ids = await addWorking(portal, schedules, names)
  return { portal, schedules, staff: schedules.admin, ids, ...actsOf(portal, schedules.admin) }
}

const codeOf = async (response: Response | Promise<Response>) =>
  (await refusal(await response)).code

async function lastLine(
  portal: Portal,
  staff: Parameters<typeof details>[1],
  seen: { _id: string },
) {
  const { history } = await details(portal, staff, seen)
  const last = history.at(-1)
  return last && `${last.kind}: ${describeEvent('en', last)}`
}

test('staff can book a named doctor and chair, and a refusal gives the reason', async () => {
  const { portal, schedules, staff, ids } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  const one = await schedules.addChair('One')
  const two = await schedules.addChair('Two')
  const named = { slot: nine, doctor: bo, chair: two }
  const made = await accepted(await bookFor(portal, staff, guest('Ann'), named))
  expect([made.doctor, made.chair]).toEqual([{ _id: bo, name: 'Bo' }, two])
  const refused = (input: object) => codeOf(bookFor(portal, staff, guest('Ben'), input))
  expect(await refused(named)).toBe('doctor_unavailable')
  expect(await refused({ ...named, doctor: ada })).toBe('chair_unavailable')
  expect(await refused({ slot: nine, chair: 'x' })).toBe('chair_unavailable')
  expect(await refused({ slot: half, treatment: 1, doctor: ada })).toBe('doctor_not_for_treatment')
  const other = await bookFor(portal, staff, guest('Ben'), { slot: nine, chair: one })
  expect((await accepted(other)).doctor?._id).toBe(ada)
  expect(await refused({ slot: nine })).toBe('slot_taken')
  expect(await refused({ slot: '8:00 AM - 8:30 AM' })).toBe('nobody_works')
})

test('changing only the doctor leaves time and status as they are, and mails the patient the new name', async () => {
  const { portal, staff, ids, setStatus, give } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  const today = { date: 'Jun 5, 2026', slot: '10:00 AM - 10:30 AM', doctor: ada }
  const made = await accepted(await bookFor(portal, staff, jane, today))
  portal.time.now = new Date('2026-06-05T14:05:00Z')
  const arrived = await accepted(await setStatus(made, 'arrived'))
  const given = await accepted(await give(arrived, { doctor: bo }))
  expect(given).toMatchObject({ slot: today.slot, status: 'arrived', doctor: { name: 'Bo' } })
  expect(await lastLine(portal, staff, made)).toBe('moved: Ada → Bo')
  const { recipient, subject, text } = await mailOf(portal, 'appointment-moved')
  expect(recipient).toBe(jane.email)
  expect(subject).toContain('who you will see')
  expect(text).toContain('stays at its time, with another doctor')
  expect(text).toContain('With Bo\nBefore: With Ada')
  const done = await accepted(await setStatus(given, 'completed'))
  expect(await codeOf(give(done, { doctor: ada }))).toBe('visit_completed')
})

test('changing only the chair is recorded in the history, sends no mail and leaves the doctor', async () => {
  const { portal, schedules, staff, ids, give } = await openWith(['Ada', 'Bo'])
  const [one, two, three] = [
    await schedules.addChair('One'),
    await schedules.addChair('Two'),
    await schedules.addChair('Three', [portal.treatments[1]?._id ?? '']),
  ]
  const input = { slot: nine, doctor: ids[1] ?? '', chair: one }
  const made = await accepted(await bookFor(portal, staff, jane, input))
  const before = await queuedMails(portal)
  const moved = await accepted(await give(made, { chair: two }))
  expect([moved.doctor?.name, moved.chair]).toEqual(['Bo', two])
  expect(await lastLine(portal, staff, made)).toBe('moved: One → Two')
  const same = await accepted(await give(moved, { chair: two }))
  expect(same.revision).toBe(moved.revision)
  expect(await queuedMails(portal)).toEqual(before)
  expect(await codeOf(give(moved, { chair: three }))).toBe('chair_unavailable')
})

test('an appointment cannot be given to a doctor who is busy or does not do the treatment', async () => {
  const { portal, schedules, staff, ids, give, move } = await openWith(['Ada', 'Bo'])
  const [ada = '', bo = ''] = ids
  const made = await accepted(
    await bookFor(portal, staff, guest('Ann'), { slot: nine, doctor: ada }),
  )
  await accepted(await bookFor(portal, staff, guest('Ben'), { slot: nine, doctor: bo }))
  const cy = await schedules.addDoctor('Cy')
  await schedules.setSchedule(cy, {
    treatments: [portal.treatments[1]?._id ?? ''],
    weeks: nineToFive,
  })
  for (const [doctor, code] of [
    [bo, 'doctor_unavailable'],
    [cy, 'doctor_not_for_treatment'],
    ['x', 'doctor_unavailable'],
  ] as const) {
    expect(await codeOf(give(made, { doctor }))).toBe(code)
  }
  await accepted(await bookFor(portal, staff, guest('Cal'), { slot: half, doctor: bo }))
  const to = { date: made.date, slot: half, doctor: bo }
  expect(await codeOf(move(made, to))).toBe('doctor_unavailable')
  expect((await accepted(await move(made, { ...to, doctor: ada }))).doctor?.name).toBe('Ada')
})

/** Jane has an offer of nine o'clock, which holds the one or the two doctors; others have the rest. */
async function openWithHold(names: readonly string[]) {
  const opened = await openWith(names)
  const { portal, schedules, staff, ids, cancel } = opened
  const waiting = await signIn(portal, jane.email)
  await schedules.setSchedule(ids[0] ?? '', {
    treatments: portal.treatments.slice(0, 2).map(({ _id }) => _id),
    weeks: nineToFive,
  })
  const taken = []
  for (const doctor of ids) {
    taken.push(
      await accepted(
        await bookFor(portal, staff, guest(`At nine with ${doctor}`), { slot: nine, doctor }),
      ),
    )
  }
  await asked(portal, waiting, { fromMinute: 540, untilMinute: 570 })
  const [first] = taken
  if (first) await cancel(first)
  const offer = await offerOf(portal, waiting)
  if (!offer) throw new Error('Jane is offered nothing')
  const made = await accepted(
    await bookFor(portal, staff, guest('Ann'), { slot: half, doctor: ids[0] ?? '' }),
  )
  return { ...opened, waiting, offer, made }
}

test.each([['any doctor'], ['the doctor who is held']])(
  'rescheduling to a held time with %s succeeds only after staff confirm',
  async (who) => {
    const { portal, ids, waiting, offer, made, move } = await openWithHold(['Ada', 'Bo'])
    const named = who === 'any doctor' ? {} : { doctor: ids[0] ?? '' }
    const to = { date: made.date, slot: nine, ...named }
    const asking = await move(made, to)
    expect({ status: asking.status, body: await asking.json() }).toMatchObject({
      status: 409,
      body: { code: 'slot_held', held: { patientName: waiting.name, until: offer.expiresAt } },
    })
    expect(await offerOf(portal, waiting)).toMatchObject({ state: 'open' })
    const moved = await accepted(await move(made, { ...to, despite: ['hold'] }))
    expect(moved).toMatchObject({ slot: nine, doctor: { name: 'Ada' } })
    expect(await offerOf(portal, waiting)).toBeUndefined()
    expect(await listRequests(portal, waiting)).toMatchObject([{ state: 'waiting' }])
    expect(await queuedMails(portal)).toContain(`earlier-slot-withdrawn to ${jane.email}`)
  },
)

test('booking a doctor who is held for another treatment requires confirmation', async () => {
  const { portal, staff, ids, waiting } = await openWithHold(['Ada'])
  const input = { treatment: 1, slot: nine, doctor: ids[0] ?? '' }
  const asking = await bookFor(portal, staff, guest('Ben'), input)
  expect(await codeOf(asking)).toBe('slot_held')
  const made = await bookFor(portal, staff, guest('Ben'), { ...input, despite: ['hold'] })
  expect((await accepted(made)).doctor?.name).toBe('Ada')
  expect(await offerOf(portal, waiting)).toBeUndefined()
})

test('overriding holds uses another free doctor where there is one, and the hold remains', async () => {
  const { portal, schedules, waiting, made, move } = await openWithHold(['Ada'])
  await addWorking(portal, schedules, ['Cy'])
  const moved = await accepted(await move(made, { date: made.date, slot: nine, despite: ['hold'] }))
  expect(moved.doctor?.name).toBe('Cy')
  expect(await offerOf(portal, waiting)).toMatchObject({ state: 'open' })
})

test('an appointment can be given to a doctor who is held at its time once staff confirm', async () => {
  const { portal, schedules, staff, ids, waiting, give } = await openWithHold(['Ada'])
  const [cy = ''] = await addWorking(portal, schedules, ['Cy'])
  const made = await accepted(
    await bookFor(portal, staff, guest('Ben'), { slot: nine, doctor: cy }),
  )
  const doctor = ids[0] ?? ''
  expect(await codeOf(give(made, { doctor }))).toBe('slot_held')
  const given = await accepted(await give(made, { doctor, despite: ['hold'] }))
  expect(given.doctor?.name).toBe('Ada')
  expect(await offerOf(portal, waiting)).toBeUndefined()
})

test('when staff and patients want one doctor for the same time concurrently, only one succeeds', async () => {
  const { portal, staff, ids, give } = await openWith(['Ada', 'Bo', 'Cy', 'Di'])
  const [ada = '', ...others] = ids
  const made = []
  for (const doctor of others) {
    const input = { slot: nine, doctor }
    made.push(await accepted(await bookFor(portal, staff, guest(`With ${doctor}`), input)))
  }
  const patients = await Promise.all(Array.from({ length: 3 }, () => signIn(portal)))
  const responses = await Promise.all([
    ...made.map((one) => give(one, { doctor: ada })),
    ...patients.map((patient) => book(portal, patient, { slot: nine, doctor: ada })),
  ])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
  for (const response of responses.filter(({ status }) => status === 409)) {
    expect(['doctor_unavailable', 'slot_taken']).toContain(await codeOf(response))
  }
  const rows = await portal.database.query
    .selectFrom('appointments')
    .select('id')
    .where('doctorId', '=', ada)
    .execute()
  expect(rows).toHaveLength(1)
})

test('doctors for a time are listed with the free ones and their chairs first, then the others with reasons', async () => {
  const { portal, schedules, staff, ids } = await openWithHold(['Ada', 'Bo'])
  const bo = ids[1] ?? ''
  // Bo's appointment takes the first.
  const chairs = [await schedules.addChair('One'), await schedules.addChair('Two')]
  const treatments = [portal.treatments[0]?._id ?? '']
  const day = '2026-06-08'
  const more: [string, Partial<DoctorSchedule>][] = [
    ['Cy', { weeks: nineToFive }],
    ['Di', { weeks: nineToFive, timeOff: [{ from: day, to: day, reason: 'Holiday' }] }],
    [
      'Ed',
      {
        weeks: nineToFive,
        blocks: [{ day, time: { start: 540, end: 600 }, reason: 'Meeting' }],
      },
    ],
    ['Flo', { weeks: everyDay({ start: 780, end: 1020 }) }],
  ]
  for (const [name, schedule] of more) {
    await schedules.setSchedule(await schedules.addDoctor(name), { treatments, ...schedule })
  }
  const read = async (query: Record<string, string>) => {
    const search = new URLSearchParams({ treatmentId: treatments[0] ?? '', date: day, ...query })
    const response = await request(portal, 'GET', `/staff/doctors/at?${search}`, staff)
    const answer = DoctorsAt.parse(await response.json())
    expect(answer.chairs.map(({ name }) => name)).toEqual(['One', 'Two'])
    return answer.doctors.map(({ name, why, chairs: own }) => [name, why ?? own])
  }
  expect(await read({ slot: nine })).toEqual([
    ['Cy', chairs.slice(1)],
    ['Ada', { code: 'held', patientName: 'Pat Doe' }],
    ['Bo', { code: 'booked', slot: nine, patientName: `At nine with ${bo}` }],
    ['Di', { code: 'off', reason: 'Holiday' }],
    ['Ed', { code: 'blocked', reason: 'Meeting' }],
    ['Flo', { code: 'no_hours' }],
  ])
  const afterLunch = { slot: '1:00 PM - 1:30 PM' }
  await accepted(
    await bookFor(portal, staff, guest('Eve'), { ...afterLunch, doctor: ids[0] ?? '' }),
  )
  const made = await accepted(
    await bookFor(portal, staff, guest('Fay'), { ...afterLunch, doctor: bo }),
  )
  const isFree = ([, why]: Awaited<ReturnType<typeof read>>[number]) => Array.isArray(why)
  // Everybody else would need one of the two chairs.
  const afternoon = await read({ slot: made.slot })
  expect(afternoon.filter(isFree)).toEqual([])
  expect(afternoon).toContainEqual(['Flo', { code: 'no_chair' }])
  const left = await read({ slot: made.slot, except: made._id })
  expect(left.filter(isFree).map(([name]) => name)).toEqual(['Cy', 'Ed', 'Flo', 'Bo'])
})
