import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deeds, type Seen, usual } from '../testing/models/payment-acts.ts'
import { beginLife, type Life, openClinic } from '../testing/models/payment-life.ts'
import { expectNothingLost } from '../testing/models/payment-truth.ts'
import { runsOf } from '../testing/runs.ts'

const blank: Seen = { acts: 0, crashes: 0, charges: 0, refused: 0, cancelled: 0, moved: 0 }
const counted = ['acts', 'crashes', 'charges', 'refused', 'cancelled', 'moved'] as const

/** Lets three days pass with a sweep on each, so that every lost charge is found. */
async function letTheDustSettle(life: Life): Promise<void> {
  life.fate.revive()
  for (let night = 0; night < 3; night += 1) {
    life.wait(24 * 60)
    await life.sweep(true)
  }
}

test('after any sequence of payment events, every charge is recorded or refunded', async (context) => {
  const clinic = await openClinic()
  let number = 0
  const total = {
    ...{ lives: 0, acts: 0, crashes: 0, charges: 0, refused: 0, cancelled: 0, moved: 0 },
    ...{ kept: 0, givenBack: 0, inPart: 0 },
  }
  await fc.assert(
    fc.asyncProperty(
      fc.commands([...deeds, ...usual], { size: '+1', maxCommands: 40 }),
      async (commands) => {
        const life = await beginLife(clinic, number++)
        const seen: Seen = { ...blank }
        await fc.asyncModelRun(() => ({ model: seen, real: life }), commands)
        await letTheDustSettle(life)
        const { payments } = await expectNothingLost(life)
        total.lives += 1
        for (const name of counted) total[name] += seen[name]
        total.kept += payments.filter(({ state }) => state === 'succeeded').length
        const isPart = ({ returnedCents, amountCents }: (typeof payments)[number]) =>
          returnedCents > 0 && returnedCents < amountCents
        total.inPart += payments.filter(isPart).length
        total.givenBack += payments.filter(({ state }) => state === 'refunded').length
      },
    ),
    { numRuns: runsOf(context, 60, 15) },
  )
  // A property over lives in which nothing happens proves nothing.
  for (const count of Object.values(total)) expect(count).toBeGreaterThan(0)
})
