import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Deed,
  deeds,
  type Life,
  openLife,
  type Place,
  times,
} from '../testing/models/waitlist-life.ts'
import {
  holdersOf,
  type Line,
  minutesLeft,
  openOf,
  waitersFor,
} from '../testing/models/waitlist-rules.ts'
import { refusal } from '../testing/portal.ts'
import { runsOf } from '../testing/runs.ts'

/** The clocks change within these days: New York's go back on November 1, Berlin's forward on March 29. */
const places: Place[] = [
  { zone: 'America/New_York', now: '2026-10-30T13:15:00Z', days: ['2026-10-31', '2026-11-02'] },
  { zone: 'Europe/Berlin', now: '2026-03-27T08:15:00Z', days: ['2026-03-28', '2026-03-30'] },
]

test.for(places)(
  'the waitlist in $zone stays fair and consistent through random operations',
  async (place, context) => {
    const life = await openLife(place)
    const total = { offered: 0, accepted: 0, declined: 0, passed: 0, held: 0 }
    const live = async (acts: Deed[]) => {
      await life.begin()
      for (const act of acts) await expectStep(life, act, total)
      await life.sweep()
      const line = await life.read()
      expectTrue(life, line)
      expectNobodyForgotten(life, line)
    }
    const lifetimes = fc.array(deeds, { minLength: 10, maxLength: 30 })
    const limits = { numRuns: runsOf(context, 20, 10) }
    await fc.assert(fc.asyncProperty(lifetimes, live), limits)
    // A run in which nothing is offered proves nothing.
    expect(Math.min(...Object.values(total))).toBeGreaterThan(0)
  },
)

type Total = Record<'offered' | 'accepted' | 'declined' | 'passed' | 'held', number>

/** Runs one operation, and checks every invariant after it. */
async function expectStep(life: Life, { name, act }: Deed, total: Total): Promise<void> {
  const before = await life.read()
  const response = await act(life, before)
  const after = await life.read()
  expectTrue(life, after)
  for (const wait of after.waits) expectCounted(name, wait, before, after)
  const now = life.portal.time.now.toISOString()
  for (const offer of after.offers) {
    const was = before.offers.find(({ id }) => id === offer.id)
    const what = becameOf(was, offer)
    if (what) total[what] += 1
    if (what === 'offered') expectFair(after, offer)
    if (what === 'accepted') {
      expect(was && was.expiresAt > now, name).toBe(true)
      expectTaken(before, after, offer)
    }
  }
  if (name.startsWith('sweep')) expectNobodyForgotten(life, after)
  if (response?.status === 409 && (await refusal(response)).code === 'slot_taken') total.held += 1
  else if (response) expect([200, 409], name).toContain(response.status)
}

type Offer = Line['offers'][number]

function becameOf(was: Offer | undefined, { state }: Offer): keyof Total | null {
  if (!was) return 'offered'
  if (was.state !== 'open' || state === 'open') return null
  return state === 'lapsed' ? 'passed' : state
}

/** One holder per slot, one offer per request, no request offered the same slot twice. */
function expectTrue({ portal }: Life, line: Line): void {
  const now = portal.time.now.toISOString()
  const keys = new Set<string>()
  for (const offer of line.offers) {
    const { waitId, day, slot, treatmentId, state, expiresAt } = offer
    const key = `${waitId} ${day} ${slot} ${treatmentId}`
    expect(keys.has(key), 'offered twice').toBe(false)
    keys.add(key)
    if (state === 'open' && expiresAt > now) {
      expect(holdersOf(line, offer, now), 'holders').toEqual([offer.id])
    }
  }
  for (const wait of line.waits) {
    const own = line.offers.filter(({ waitId }) => waitId === wait.id)
    const count = (wanted: string) => own.filter(({ state }) => state === wanted).length
    expect(count('open'), 'open offers of a request').toBeLessThanOrEqual(1)
    expect(openOf(line, wait.userId), 'open offers of an account').toBeLessThanOrEqual(2)
    expect(count('accepted'), 'accepted offers of a request').toBe(wait.state === 'done' ? 1 : 0)
  }
}

/** An unanswered offer is counted until its patient answers or changes the request. */
function expectCounted(name: string, wait: Line['waits'][number], before: Line, after: Line): void {
  const was = before.waits.find(({ id }) => id === wait.id)
  const own = after.offers.filter(({ waitId }) => waitId === wait.id)
  const became = own.map((offer) => {
    const what = becameOf(
      before.offers.find(({ id }) => id === offer.id),
      offer,
    )
    return what === 'passed' && (offer.settledAt ?? '') < offer.expiresAt ? null : what
  })
  const silent = became.filter((what) => what === 'passed').length
  const counted = became.includes('declined') ? 0 : (was?.unanswered ?? 0) + silent
  const allowed = name.startsWith('change') ? [counted, 0] : [counted]
  if (wait.state === 'waiting') expect(allowed, `${name}: unanswered`).toContain(wait.unanswered)
}

/** No earlier request could have had the slot. */
function expectFair(line: Line, offer: Offer): void {
  const place = line.waits.findIndex(({ id }) => id === offer.waitId)
  const before = waitersFor(line, offer).filter((wait) => line.waits.indexOf(wait) < place)
  expect(before.map(({ id }) => id)).toEqual([])
}

/** The appointment is at the offered slot: moved there, or new. */
function expectTaken(before: Line, { live, waits }: Line, offer: Offer): void {
  const wait = waits.find(({ id }) => id === offer.waitId)
  const { day, slot, treatmentId } = offer
  const [own, ...more] = live.filter(
    (one) => one.day === day && one.slot === slot && one.treatmentId === treatmentId,
  )
  expect(more).toEqual([])
  expect(own?.patient).toBe(wait?.patient)
  if (wait?.appointmentId) expect(own?.id).toBe(wait.appointmentId)
  else expect(before.live.map(({ id }) => id)).not.toContain(own?.id)
}

/** No free slot suits a waiting request, unless it is too late to offer it. */
function expectNobodyForgotten({ portal, days, zone }: Life, line: Line): void {
  const now = portal.time.now
  const treatmentId = portal.treatments[0]?._id ?? ''
  for (const day of days) {
    for (const slot of times) {
      const place = { day, slot, treatmentId }
      if (holdersOf(line, place, now.toISOString()).length > 0) continue
      if (minutesLeft(place, now, zone) < 6) continue
      expect(waitersFor(line, place), `${day} ${slot} is free`).toEqual([])
    }
  }
}
