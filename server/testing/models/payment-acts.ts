import * as fc from 'fast-check'
import { PaymentSecret } from '../../../contract/payments/endpoints.ts'
import { testCards } from '../../../contract/payments/test-cards.ts'
import { dueOf } from '../../appointments/appointment.ts'
import { ProviderUnavailable } from '../../payments/provider.ts'
import { Crash, type Weather } from '../crashes.ts'
import type { Life } from './payment-life.ts'
import { expectNothingInvented } from './payment-truth.ts'

/** What fast-check may know of a life; the provider's ledger is the real model. */
export type Seen = Record<
  'acts' | 'crashes' | 'charges' | 'refused' | 'cancelled' | 'moved',
  number
>

type Act = (life: Life, seen: Seen) => Promise<unknown>

/** One act in a life, in its weather; afterwards another server stands where one died. */
class Deed implements fc.AsyncCommand<Seen, Life> {
  readonly name: string
  readonly weather: Weather
  readonly act: Act

  constructor(name: string, act: Act, weather: Weather = { stepsToCrash: null, breaks: null }) {
    this.name = name
    this.act = act
    this.weather = weather
  }

  check(): boolean {
    return true
  }

  async run(seen: Seen, life: Life): Promise<void> {
    seen.acts += 1
    const { stepsToCrash, breaks } = this.weather
    Object.assign(life.fate.weather, { stepsToCrash, breaks: breaks && { ...breaks } })
    try {
      await this.act(life, seen)
    } catch (error) {
      if (!(error instanceof Crash) && !(error instanceof ProviderUnavailable)) throw error
    }
    if (life.fate.isDead()) seen.crashes += 1
    life.fate.revive()
    await expectNothingInvented(life)
  }

  toString(): string {
    return `${this.name} ${JSON.stringify(this.weather)}`
  }
}

const weather: fc.Arbitrary<Weather> = fc.record({
  stepsToCrash: fc.option(fc.nat(30), { freq: 2 }),
  breaks: fc.option(
    fc.record({ after: fc.nat(2), side: fc.constantFrom('before' as const, 'after' as const) }),
    { freq: 5 },
  ),
})
const which = fc.nat(1)
const pick = fc.nat(9)
/** Times of one day to which patients move. */
const slots = ['8:30 AM - 9:00 AM', '1:30 PM - 2:00 PM', '4:00 PM - 4:30 PM']
const cards = testCards.map(({ number }) => number)

async function open(life: Life, booking: number, tabs: number): Promise<void> {
  const chosen = life.bookings[booking]
  if (!chosen) return
  const dueCents = dueOf(await life.readAppointment(chosen._id))
  const asked = Array.from({ length: tabs }, () => life.open(chosen, dueCents / 100))
  for (const response of await Promise.all(asked)) {
    if (response.status !== 200) continue
    life.tabs.push(PaymentSecret.parse(await response.json()).clientSecret)
  }
}

/** A browser and the provider, behind our server's back. */
async function confirm({ clinic, tabs }: Life, seen: Seen, tab: number, number: string) {
  const clientSecret = tabs.at(-1 - (tab % (tabs.length || 1)))
  if (clientSecret === undefined) return
  const typed = {
    number,
    expMonth: 12,
    expYear: 2099,
    cvc: number.startsWith('37') ? '1234' : '123',
  }
  const made = await clinic.sandbox.createCard(typed)
  if (!made.ok) throw new Error('The test cards are all taken')
  const confirmed = await clinic.sandbox.confirm({ clientSecret, paymentMethod: made.id })
  if (confirmed.ok && confirmed.status === 'succeeded') seen.charges += 1
}

async function report(life: Life, seen: Seen, tab: number, booking: number): Promise<void> {
  const secret = life.tabs.at(-1 - (tab % (life.tabs.length || 1)))
  const chosen = life.bookings[booking]
  if (!secret || !chosen) return
  const transactionId = secret.split('_secret_')[0] ?? ''
  const response = await life.report(chosen, transactionId)
  if (response.status === 409) seen.refused += 1
  if (response.status !== 200) return
  if (!(await life.isKept(chosen._id, transactionId)))
    throw new Error('Answered 200, but not paid by it')
}

/** Opens the screen, pays and reports, as almost everybody does. */
async function payAtOnce(life: Life, seen: Seen, booking: number): Promise<void> {
  const before = life.tabs.length
  await open(life, booking, 1)
  if (life.tabs.length === before) return
  await confirm(life, seen, 0, cards[0] ?? '')
  await report(life, seen, 0, booking)
}

async function payAndReschedule(life: Life, seen: Seen, booking: number, ...to: [number, string]) {
  await payAtOnce(life, seen, booking)
  await rescheduleOwn(life, seen, booking, ...to)
}

async function deliver(life: Life, event: number): Promise<void> {
  const { events } = life.clinic
  const told = events[event % (events.length || 1)]
  if (told) await life.deliver(told)
}

async function cancelOwn(life: Life, seen: Seen, booking: number): Promise<void> {
  const chosen = life.bookings[booking]
  if (!chosen) return
  const { status } = await life.cancelOwn(chosen)
  if (status === 200) seen.cancelled += 1
}

async function rescheduleOwn(
  life: Life,
  seen: Seen,
  booking: number,
  treatment: number,
  slot: string,
) {
  const chosen = life.bookings[booking]
  if (!chosen) return
  const { status } = await life.rescheduleOwn(chosen, { treatment, slot })
  if (status === 200) seen.moved += 1
}

/** Everybody at once, as on a bad day. */
async function storm(life: Life, seen: Seen, tab: number, booking: number): Promise<void> {
  await Promise.allSettled([
    rescheduleOwn(life, seen, booking, tab % 6, slots[tab % slots.length] ?? ''),
    report(life, seen, tab, booking),
    deliver(life, tab),
    life.sweep(true),
    report(life, seen, tab, booking),
    open(life, booking, 2),
    life.sweep(true),
  ])
}

const deed = <T extends unknown[]>(
  name: string,
  inputs: { [I in keyof T]: fc.Arbitrary<T[I]> },
  act: (life: Life, seen: Seen, ...input: T) => Promise<unknown>,
  sky: fc.Arbitrary<Weather | undefined> = weather,
) =>
  fc
    .tuple(fc.tuple<T>(...inputs), sky)
    .map(
      ([input, over]) =>
        new Deed(`${name}(${input.join()})`, (life, seen) => act(life, seen, ...input), over),
    )

const calm = fc.constant(undefined)

/** All that patients, staff, providers, time and misfortune may do. */
export const deeds = [
  deed('open', [which, fc.integer({ min: 1, max: 3 })], (life, _, booking, tabs) =>
    open(life, booking, tabs),
  ),
  deed('pay', [pick], (life, seen, tab) => confirm(life, seen, tab, cards[0] ?? ''), calm),
  deed('try card', [pick, fc.constantFrom(...cards)], confirm, calm),
  deed(
    'answer challenge',
    [pick, fc.constantFrom('pass' as const, 'fail' as const)],
    async ({ clinic, tabs }, _, tab, outcome) => {
      const clientSecret = tabs[tab % (tabs.length || 1)]
      if (clientSecret) await clinic.sandbox.answerChallenge({ clientSecret, outcome })
    },
    calm,
  ),
  deed('report', [pick, which], report),
  deed('webhook', [pick], (life, _, event) => deliver(life, event)),
  deed('sweep', [fc.boolean()], (life, _, everything) => life.sweep(everything)),
  deed('storm', [pick, which], storm),
  deed('cancel', [which], (life, _, booking) => life.cancel(booking), calm),
  deed(
    'change price',
    [which, fc.integer({ min: 50, max: 20_000 })],
    (life, _, booking, cents) => life.reprice(booking, cents),
    calm,
  ),
  deed('cancel own', [which], cancelOwn),
  deed('move own', [which, fc.nat(5), fc.constantFrom(...slots)], rescheduleOwn),
  deed('refund', [which], async (life, _, booking) => {
    const chosen = life.bookings[booking]
    if (chosen) await life.refund(chosen)
  }),
  deed(
    'wait',
    [fc.integer({ min: 1, max: 200 })],
    async (life, _, minutes) => life.wait(minutes),
    calm,
  ),
]

/** What happens most, over again. */
export const usual = [
  ...deeds.slice(0, 2),
  deed('pay at once', [which], payAtOnce, calm),
  deed('pay and move', [which, fc.nat(5), fc.constantFrom(...slots)], payAndReschedule, calm),
  // To the cheapest, so that a part of a payment goes back in many lives.
  deed('pay and save', [which, fc.constant(2), fc.constantFrom(...slots)], payAndReschedule, calm),
]
