import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Booking } from '../../contract/appointments/appointment.ts'
import type { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { mailOf } from '../testing/changing.ts'
import { accepted, actsOf, addWorking, bookFor, details, openSchedules } from '../testing/desk.ts'
import { openPortal, refusal, request, signIn } from '../testing/portal.ts'
import { accept, ask, asked, offerOf, sweepAll } from '../testing/waitlist.ts'

/** Ada and Bo do the first treatment from nine to five; every slot of their Monday is booked by a guest. */
async function openFull() {
  const portal = await openPortal()
  const schedules = await openSchedules(portal)
  const [ada = '', bo = ''] = await addWorking(portal, schedules, ['Ada', 'Bo'])
  const staff = schedules.admin
  const slots = portal.treatments[0]?.slots.filter((slot) => slot.startsWith('9:')) ?? []
  const made = new Map<string, StaffAppointment>()
  for (const slot of slots) {
    for (const doctor of [ada, bo]) {
      const guest = { email: null, name: `${slot} ${doctor}` }
      made.set(
        `${slot} ${doctor}`,
        await accepted(await bookFor(portal, staff, guest, { slot, doctor })),
      )
    }
  }
  const at = (slot: string | undefined, doctor: string) => {
    const one = made.get(`${slot} ${doctor}`)
    if (!one) throw new Error('Everybody is booked')
    return one
  }
  return { portal, schedules, staff, ada, bo, slots, at, ...actsOf(portal, staff) }
}

const atNine = { fromMinute: 540, untilMinute: 600 }

test('a request for one doctor is offered only that doctor, and shows the name', async () => {
  const { portal, ada, bo, slots, at, cancel } = await openFull()
  const jane = await signIn(portal, 'jane@patients.example')
  const wish = await asked(portal, jane, { ...atNine, doctor: bo })
  expect(wish.doctor).toEqual({ _id: bo, name: 'Bo' })
  await cancel(at(slots[0], ada))
  await sweepAll(portal)
  expect(await offerOf(portal, jane)).toBeUndefined()
  await cancel(at(slots[1], bo))
  const offer = await offerOf(portal, jane)
  expect(offer).toMatchObject({ slot: slots[1], doctor: { _id: bo, name: 'Bo' } })
  expect((await mailOf(portal, 'earlier-slot-offer')).text).toContain('With Bo')
  if (offer) await accept(portal, offer)
  const { token } = jane
  const own = await request(portal, 'GET', `/booking?email=${jane.email}`, { token })
  expect(z.array(Booking).parse(await own.json())).toMatchObject([
    { slot: slots[1], doctor: { _id: bo, name: 'Bo' } },
  ])
})

test('a doctor freed by reassigning an appointment is offered to a request for that doctor', async () => {
  const { portal, schedules, ada, slots, at, give } = await openFull()
  const jane = await signIn(portal, 'jane@patients.example')
  await asked(portal, jane, { ...atNine, doctor: ada })
  const [cy = ''] = await addWorking(portal, schedules, ['Cy'])
  await accepted(await give(at(slots[0], ada), { doctor: cy }))
  expect(await offerOf(portal, jane)).toMatchObject({ doctor: { _id: ada }, slot: slots[0] })
})

test('only a doctor who does the treatment can be requested', async () => {
  const { portal, ada } = await openFull()
  const jane = await signIn(portal, 'jane@patients.example')
  const other = { treatmentId: portal.treatments[1]?._id ?? '', doctor: ada }
  expect(await refusal(await ask(portal, jane, other))).toEqual({
    status: 409,
    code: 'doctor_not_for_treatment',
  })
})

test('an offer with another doctor names that doctor, and the accepted appointment is with that doctor', async () => {
  const { portal, staff, ada, bo, slots, at, cancel } = await openFull()
  const jane = await signIn(portal, 'jane@patients.example')
  const late = { slot: '4:00 PM - 4:30 PM', doctor: ada }
  const own = await accepted(
    await bookFor(portal, staff, { email: jane.email, name: jane.name }, late),
  )
  await asked(portal, jane, { ...atNine, appointment: own._id })
  await accepted(await cancel(at(slots[0], bo)))
  const offer = await offerOf(portal, jane)
  expect(offer).toMatchObject({ doctor: { _id: bo }, instead: { slot: late.slot } })
  if (offer) await accept(portal, offer)
  const { appointment, history } = await details(portal, staff, own)
  expect(appointment).toMatchObject({ slot: slots[0], doctor: { name: 'Bo' } })
  expect(history.at(-1)?.data).toMatchObject({ from: { doctor: 'Ada' }, to: { doctor: 'Bo' } })
  expect((await mailOf(portal, 'appointment-moved')).text).toContain('With Bo')
})
