import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSlot } from '../../contract/appointments/slot.ts'
import { addDays } from '../../contract/date.ts'
import { addDependent } from '../testing/family.ts'
import { book, monday, openPortal, type Portal, refusal, signIn } from '../testing/portal.ts'
import { runsOf } from '../testing/runs.ts'

const longSlot = '8:15 AM - 9:00 AM'
const slots = ['8:00 AM - 8:30 AM', '8:30 AM - 9:00 AM', '9:00 AM - 9:30 AM', longSlot]

/** One of three of a family, one of three treatments, a time that may overlap another. */
const inputs = fc.record({
  person: fc.nat(2),
  treatment: fc.nat(2),
  slot: fc.constantFrom(...slots),
})
type BookingInput = { person: number; treatment: number; slot: string }

function overlap(one: string, other: string): boolean {
  const [a, b] = [parseSlot(one), parseSlot(other)]
  return a !== null && b !== null && a.start < b.end && b.start < a.end
}

/** Every rule that a request would break beside what is booked. */
function broken(input: BookingInput, standing: readonly BookingInput[]): string[] {
  const same = standing.filter(({ person }) => person === input.person)
  const isMine = same.some((one) => one.treatment === input.treatment)
  const isTaken = standing.some(
    (one) => one.treatment === input.treatment && one.slot === input.slot,
  )
  const isBusy = same.some((one) => overlap(one.slot, input.slot))
  return [
    ...(isMine ? ['already_booked'] : []),
    ...(isTaken ? ['slot_taken'] : []),
    ...(isBusy ? ['patient_busy'] : []),
  ]
}

async function openWithLongSlot() {
  const portal = await openPortal()
  for (const { _id: treatmentId } of portal.treatments.slice(0, 3)) {
    const long = { treatmentId, slot: longSlot, startMinute: 495, endMinute: 540 }
    await portal.database.query.insertInto('treatmentSlots').values(long).execute()
  }
  return portal
}

/** An account with two dependents, and a day without appointments, three days from then. */
async function newFamily(portal: Portal, round: number) {
  const date = addDays(monday, Math.floor(round / 6) * 7 + (round % 6))
  portal.time.now = new Date(`${addDays(date, -3)}T12:00Z`)
  const jane = await signIn(portal)
  const dependents = [
    (await addDependent(portal, jane))._id,
    (await addDependent(portal, jane, { name: 'Ann Doe', relation: 'partner' }))._id,
  ]
  const tryBook = ({ person: at, ...input }: BookingInput) => {
    const dependent = dependents[at - 1]
    return book(portal, jane, { ...input, date, ...(dependent && { dependent }) })
  }
  return { tryBook }
}

test('a patient cannot have overlapping appointments, but members of a family can', async (context) => {
  const portal = await openWithLongSlot()
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(inputs, { minLength: 1, maxLength: 12 }), async (asked) => {
      const { tryBook } = await newFamily(portal, round)
      round += 1
      const standing: BookingInput[] = []
      for (const input of asked) {
        const rules = broken(input, standing)
        const answer = await tryBook(input)
        if (rules.length === 0) {
          expect(answer.status).toBe(200)
          standing.push(input)
        } else expect(rules).toContain((await refusal(answer)).code)
      }
    }),
    { numRuns: runsOf(context, 25), endOnFailure: true },
  )
})

test('among concurrent bookings of a family, the accepted ones break no rule', async (context) => {
  const portal = await openWithLongSlot()
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(inputs, { minLength: 2, maxLength: 16 }), async (asked) => {
      const { tryBook } = await newFamily(portal, round)
      round += 1
      const answers = await Promise.all(asked.map(tryBook))
      const standing = asked.filter((_, n) => answers[n]?.status === 200)
      for (const [n, input] of standing.entries()) {
        expect(broken(input, standing.toSpliced(n, 1))).toEqual([])
      }
      expect(standing.length).toBeGreaterThan(0)
    }),
    { numRuns: runsOf(context, 20), endOnFailure: true },
  )
})
