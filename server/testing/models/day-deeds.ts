import * as fc from 'fast-check'
import { actsOf, bookFor, openDesk } from '../desk.ts'
import { book, signIn } from '../portal.ts'
import type { DayModel, Held } from './day-model.ts'

/** Today, on which a status can be set, and a day that is to come. */
export const days = ['2026-06-05', '2026-06-08']
export const times = ['10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM', '11:00 AM - 11:30 AM']

type Desk = Awaited<ReturnType<typeof openLife>>
type Seen = { _id: string; revision: number }
type Time = { day: number; time: number }
type BookingInput = Time & { who: number; treatment: number }

/** What the rules say of a deed: what stands in its way, and the appointment after it. */
type Foreseen = { reasons: string[]; after: Held }

export type Deed = {
  /** For the report of a failure. */
  name: string
  /** Which appointment it is about; `null` makes another. */
  one: number | null
  ask(desk: Desk, held: Held | undefined): Promise<Response> | Response
  foresee(model: DayModel, held: Held | undefined): Foreseen
}

/** Two patients and a member of staff at a clinic that can be emptied. */
export async function openLife() {
  const { portal, staff } = await openDesk()
  const people = [await signIn(portal), await signIn(portal)]
  // More than any life has: the limits of one account have tests of their own.
  const limits = { unpaidAppointments: 200, bookingsPerHour: 200 }
  await portal.database.query.updateTable('clinic').set(limits).execute()
  const wishOf = ({ treatment, day, time }: BookingInput) => ({
    treatment,
    ...whenOf({ day, time }),
  })
  return {
    portal,
    staff,
    ...actsOf(portal, staff),
    book: (input: BookingInput) => book(portal, people[input.who] ?? staff, wishOf(input)),
    bookByStaff: (input: BookingInput) =>
      bookFor(portal, staff, people[input.who] ?? staff, wishOf(input)),
    async clear() {
      const tables = ['deskPayments', 'appointmentEvents', 'appointments', 'outbox'] as const
      for (const table of tables) {
        await portal.database.query.deleteFrom(table).execute()
      }
    },
  }
}

function whenOf({ day, time }: Time) {
  return { date: days[day] ?? '', slot: times[time] ?? '' }
}

const booking = (name: 'book' | 'bookByStaff') =>
  fc
    .record({ who: fc.nat(1), treatment: fc.nat(1), day: fc.nat(1), time: fc.nat(2) })
    .map((input): Deed => {
      const fresh = { id: '', revision: 0, status: 'booked', paid: false } as const
      return {
        name: `${name} ${JSON.stringify(input)}`,
        one: null,
        ask: (desk) => desk[name](input),
        foresee: (model) => ({ reasons: model.inTheWay(input), after: { ...fresh, ...input } }),
      }
    })

/** A change of the appointment as staff saw it last, or of one that has changed since. */
const changing = <Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  ask: (desk: Desk, seen: Seen, input: Input) => Promise<Response> | Response,
  foresee: (held: Held, input: Input, model: DayModel) => Partial<Held> | string[],
  { alsoCancelled = false } = {},
) =>
  fc.tuple(fc.nat(20), fc.boolean(), inputs).map(([one, stale, input]): Deed => {
    // No revision is below 0.
    const seenOf = ({ revision }: Held) => (stale ? Math.abs(revision - 1) : revision)
    return {
      name: `${name} ${one} ${stale ? 'as it was ' : ''}${JSON.stringify(input)}`,
      one,
      ask: (desk, held) => {
        if (!held) throw new Error('There is nothing to change')
        return ask(desk, { _id: held.id, revision: seenOf(held) }, input)
      },
      foresee: (model, held) => {
        if (!held) throw new Error('There is nothing to change')
        const late = model.tooLate(held, seenOf(held), alsoCancelled)
        const change = late.length > 0 ? late : foresee(held, input, model)
        if (Array.isArray(change)) return { reasons: change, after: held }
        const changed = Object.keys(change).length > 0 ? 1 : 0
        return { reasons: [], after: { ...held, ...change, revision: held.revision + changed } }
      },
    }
  })

const nothing = fc.constant(null)

/** All that patients and staff may do to a day. */
export const deeds = fc.oneof(
  booking('book'),
  booking('bookByStaff'),
  changing(
    'move',
    fc.record({ day: fc.nat(1), time: fc.nat(2) }),
    (desk, seen, to) => desk.move(seen, whenOf(to)),
    (held, to, model) => {
      if (held.day === to.day && held.time === to.time) return {}
      if (held.status === 'completed') return ['visit_completed']
      const reasons = model.inTheWay({ ...held, ...to }, held)
      return reasons.length > 0 ? reasons : { ...to, status: 'booked' }
    },
  ),
  changing(
    'set status',
    fc.constantFrom('arrived', 'seated', 'completed', 'no_show', 'booked'),
    (desk, seen, status) => desk.setStatus(seen, status),
    (held, status) => {
      if (status === held.status) return {}
      if (held.day > 0) return ['not_yet_begun']
      if (status !== 'no_show') return { status }
      // The test clock stands at 9:15 AM, before the first of `times`.
      return held.status === 'booked' ? ['not_yet_begun'] : ['patient_arrived']
    },
  ),
  changing(
    'cancel',
    nothing,
    (desk, seen) => desk.cancel(seen),
    ({ status }) => (status === 'completed' ? ['visit_completed'] : { status: 'cancelled' }),
  ),
  changing(
    'pay',
    nothing,
    (desk, seen) => desk.payAtDesk(seen),
    ({ paid }) => (paid ? ['already_paid'] : { paid: true }),
  ),
  changing(
    'take back',
    nothing,
    (desk, seen) => desk.removePayment(seen),
    ({ paid }) => (paid ? { paid: false } : ['not_desk_paid']),
    { alsoCancelled: true },
  ),
)
