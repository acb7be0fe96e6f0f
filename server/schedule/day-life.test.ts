import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { BookingAccepted } from '../../contract/appointments/appointment.ts'
import { formatDay } from '../../contract/date.ts'
import { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { details } from '../testing/desk.ts'
import { type Deed, days, deeds, openLife, times } from '../testing/models/day-deeds.ts'
import { DayModel, type Held } from '../testing/models/day-model.ts'
import { refusal } from '../testing/portal.ts'
import { runsOf } from '../testing/runs.ts'

test('after any sequence of changes by patients and staff, the day matches the model', async (context) => {
  const desk = await openLife()
  const total = { accepted: 0, refused: 0 }
  const live = async (acts: Deed[]) => {
    await desk.clear()
    const model = new DayModel()
    for (const act of acts) {
      if (act.one !== null && model.held.length === 0) continue
      const place = act.one === null ? model.held.length : act.one % model.held.length
      const { reasons, after } = act.foresee(model, model.held[place])
      const response = await act.ask(desk, model.held[place])
      if (reasons.length > 0) {
        const { status, code } = await refusal(response)
        expect([status, reasons]).toEqual([409, expect.arrayContaining([code])])
        total.refused += 1
      } else {
        model.held[place] = { ...after, id: await idOf(response) }
        total.accepted += 1
      }
    }
    await expectDay(desk, model)
  }
  const lifetimes = fc.array(deeds, { minLength: 5, maxLength: 25 })
  const limits = { numRuns: runsOf(context, 25, 10) }
  await fc.assert(fc.asyncProperty(lifetimes, live), limits)
  // A property over days on which nothing happens proves nothing.
  expect(Math.min(total.accepted, total.refused)).toBeGreaterThan(20)
})

/** Everything is as the model has it, and each change is one line of history. */
async function expectDay({ portal, staff }: Awaited<ReturnType<typeof openLife>>, model: DayModel) {
  for (const held of model.held) {
    const { appointment, history } = await details(portal, staff, { _id: held.id })
    expect(heldOf(appointment, held)).toEqual(held)
    expect(history).toHaveLength(held.revision + 1)
  }
}

/** The id of what a patient or staff have made or changed. */
async function idOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  const body: unknown = await response.json()
  const byStaff = StaffAppointment.safeParse(body)
  return byStaff.success ? byStaff.data._id : BookingAccepted.parse(body).booking._id
}

function heldOf(appointment: StaffAppointment, { who, treatment }: Held): Held {
  const { _id: id, revision, date, slot, status, paid } = appointment
  const day = days.findIndex((iso) => formatDay(iso) === date)
  return {
    id,
    revision,
    who,
    treatment,
    day,
    time: times.indexOf(slot),
    status,
    paid: paid !== 'no',
  }
}
