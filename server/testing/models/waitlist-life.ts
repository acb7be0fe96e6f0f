import * as fc from 'fast-check'
import { signOffer } from '../../waitlist/offer.ts'
import { actsOf, openDesk } from '../desk.ts'
import { book, type Person, request, signIn } from '../portal.ts'
import { accept, ask, decline, requestBody, sweepAll } from '../waitlist.ts'
import { type Line, readLine } from './waitlist-rules.ts'

/** The hours that the life is about; everybody wants one of these. */
export const times = ['10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM', '11:00 AM - 11:30 AM']
const window = { fromMinute: 600, untilMinute: 690 }

export type Place = { zone: string; now: string; days: [string, string] }
export type Life = Awaited<ReturnType<typeof openLife>>
/** One action; returns the portal's response, or `null` if no request was made. */
export type Deed = { name: string; act(life: Life, line: Line): Promise<Response | null> }

/** Four who want something and a clinic that is full at the hours they want, again and again. */
export async function openLife({ zone, now, days }: Place) {
  const start = new Date(now)
  const { portal, staff } = await openDesk({ now: start, settings: { CLINIC_TIME_ZONE: zone } })
  const people: Person[] = []
  for (let n = 0; n < 4; n += 1) people.push(await signIn(portal))
  const { query } = portal.database
  const holders: Person[] = []
  for (const _ of times) holders.push(await signIn(portal))
  await query.updateTable('accessTokens').set({ expiresAt: '2030-01-01T00:00:00.000Z' }).execute()
  await query.updateTable('sessions').set({ expiresAt: '2030-01-01T00:00:00.000Z' }).execute()
  return {
    portal,
    staff,
    people,
    days,
    zone,
    person: (n: number) => people[n % people.length] ?? staff,
    async begin() {
      portal.time.now = start
      const tables = ['offers', 'waits', 'appointmentEvents', 'appointments', 'outbox'] as const
      for (const table of tables) await query.deleteFrom(table).execute()
      await query.deleteFrom('closures').execute()
      for (const date of days) {
        for (const [n, slot] of times.entries()) {
          await book(portal, holders[n] ?? staff, { date, slot })
        }
      }
    },
    read: () => readLine(portal.database),
    sweep: () => sweepAll(portal),
  }
}

const pick = <T>(list: readonly T[], n: number) => list[n % Math.max(list.length, 1)]
const nth = fc.nat(11)

function later({ portal: { time } }: Life, milliseconds: number): void {
  time.now = new Date(time.now.getTime() + milliseconds)
}

const deed = <I>(
  name: string,
  inputs: fc.Arbitrary<I>,
  act: (life: Life, line: Line, input: I) => Promise<Response | null>,
) =>
  inputs.map(
    (input): Deed => ({
      name: `${name} ${JSON.stringify(input)}`,
      act: (life, line) => act(life, line, input),
    }),
  )

/** Of the hours: from the `a`th to the `b`th, whichever comes first. */
const hours = fc.record({ a: fc.nat(2), b: fc.nat(2), from: fc.nat(1), until: fc.nat(1) })
type Hours = { a: number; b: number; from: number; until: number }
const suitsOf = ({ days }: Life, { a, b, from, until }: Hours) => ({
  from: days[Math.min(from, until)] ?? '',
  until: days[Math.max(from, until)] ?? '',
  fromMinute: window.fromMinute + 30 * Math.min(a, b),
  untilMinute: window.fromMinute + 30 * (Math.max(a, b) + 1),
})

const asking = deed(
  'ask',
  fc.record({ who: fc.nat(3), own: fc.boolean(), hours }),
  async (life, line, { who, own, hours: wanted }) => {
    const person = life.person(who)
    const mine = line.live.find(({ patient }) => patient === person.email)
    if (own && !mine) return null
    later(life, 1_000)
    return ask(life.portal, person, {
      ...suitsOf(life, wanted),
      appointment: own ? (mine?.id ?? null) : null,
    })
  },
)

const changing = deed('change', fc.record({ nth, hours }), async (life, line, input) => {
  const wait = pick(line.waits, input.nth)
  const person = life.people.find(({ email }) => email === wait?.patient)
  if (!wait || !person) return null
  const {
    appointment: _,
    treatmentId: __,
    ...body
  } = requestBody(life.portal, suitsOf(life, input.hours))
  return request(life.portal, 'PUT', `/waitlist/${wait.id}`, { token: person.token, body })
})

const leaving = deed('leave', nth, async (life, line, n) => {
  const wait = pick(line.waits, n)
  const person = life.people.find(({ email }) => email === wait?.patient)
  if (!wait || !person) return null
  return request(life.portal, 'DELETE', `/waitlist/${wait.id}`, { token: person.token })
})

const cancelling = deed('cancel', nth, async ({ portal, staff }, line, n) => {
  const one = pick(line.live, n)
  if (!one) return null
  return actsOf(portal, staff).cancel({ _id: one.id, revision: one.revision })
})

const when = { day: fc.nat(1), time: fc.nat(2) }

const moving = deed('move', fc.record({ nth, ...when }), async (life, line, to) => {
  const one = pick(line.live, to.nth)
  const [date, slot] = [life.days[to.day] ?? '', times[to.time] ?? '']
  if (!one) return null
  return actsOf(life.portal, life.staff).move(
    { _id: one.id, revision: one.revision },
    { date, slot },
  )
})

const booking = deed(
  'book',
  fc.record({ who: fc.nat(3), treatment: fc.nat(1), ...when }),
  async (life, _, { who, treatment, day, time }) => {
    const input = { treatment, date: life.days[day] ?? '', slot: times[time] ?? '' }
    return book(life.portal, life.person(who), input)
  },
)

const answering = (name: 'accept' | 'decline') =>
  deed(name, nth, async ({ portal }, line, n) => {
    const offer = pick(line.offers, n)
    if (!offer) return null
    const wait = line.waits.find(({ id }) => id === offer.waitId)
    const price = wait?.appointmentId ? null : (portal.treatments[0]?.price ?? 0)
    const patient = wait?.patient ?? ''
    const token = signOffer({ id: offer.id, patient }, portal.config.authSecret)
    return name === 'accept' ? accept(portal, { token, price }) : decline(portal, { token })
  })

const closing = deed(
  'close',
  fc.record({ day: fc.nat(1), opens: fc.boolean() }),
  async (life, _, { day, opens }) => {
    const date = life.days[day] ?? ''
    const { token } = life.staff
    const body = { from: date, to: date, reason: 'Painting', confirmed: true }
    return opens
      ? request(life.portal, 'DELETE', `/staff/closures/${date}`, { token })
      : request(life.portal, 'POST', '/staff/closures', { token, body })
  },
)

const passing = deed(
  'pass',
  fc.constantFrom(1, 30, 119, 121, 600, 1440),
  async (life, _, minutes) => {
    later(life, minutes * 60_000)
    return null
  },
)

/** The worker comes by. */
const sweeping = deed('sweep', fc.constant(null), async (life) => {
  await life.sweep()
  return null
})

/** All that patients, staff and time may do to the line; what frees slots comes often. */
export const deeds = fc.oneof(
  { weight: 4, arbitrary: asking },
  { weight: 4, arbitrary: cancelling },
  { weight: 3, arbitrary: answering('accept') },
  { weight: 3, arbitrary: answering('decline') },
  { weight: 2, arbitrary: sweeping },
  { weight: 2, arbitrary: passing },
  { weight: 2, arbitrary: moving },
  { weight: 2, arbitrary: booking },
  { weight: 1, arbitrary: changing },
  { weight: 1, arbitrary: leaving },
  { weight: 1, arbitrary: closing },
)
