import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { doctors, treatments } from '../scripts/demo-clinic/clinic.ts'
import { createDice } from '../scripts/demo-clinic/dice.ts'
import { fillClinic } from '../scripts/demo-clinic/fill.ts'
import { makePatients } from '../scripts/demo-clinic/people.ts'
import { hoursOf, planVisits } from '../scripts/demo-clinic/plan.ts'
import { readConfig } from './config.ts'
import { openTestDatabase } from './testing/database/database.ts'
import { fridayMorning, today } from './testing/portal.ts'
import { NODE_COMPILE_CACHE } from './testing/process.ts'

async function fill() {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const config = { ...readConfig({}), authSecret: 'a secret of the tests, long enough' }
  const passwords = { staff: 'only for this test', patient: 'and this one too' }
  const size = { back: 3, ahead: 3, patients: 80 }
  const made = await fillClinic({ config, database, now: fridayMorning, passwords, ...size })
  return { made, query: database.query }
}

type Filled = Awaited<ReturnType<typeof fill>>

/** Pairs of live appointments that one doctor, chair or patient has at one time. */
async function overlaps({ query }: Filled) {
  const meet = sql<boolean>`"a"."startMinute" < "b"."busyUntilMinute"
    and "b"."startMinute" < "a"."busyUntilMinute"`
  return query
    .selectFrom('appointments as a')
    .innerJoin('appointments as b', (join) =>
      join.onRef('a.day', '=', 'b.day').onRef('a.id', '<', 'b.id'),
    )
    .where('a.cancelledAt', 'is', null)
    .where('b.cancelledAt', 'is', null)
    .where(({ or, eb, ref, and }) =>
      or([
        and([eb('a.doctorId', '=', ref('b.doctorId')), meet]),
        and([eb('a.chairId', '=', ref('b.chairId')), meet]),
        and([
          eb('a.patientId', '=', ref('b.patientId')),
          sql<boolean>`"a"."startMinute" < "b"."endMinute"
            and "b"."startMinute" < "a"."endMinute"`,
        ]),
      ]),
    )
    .select(['a.id', 'b.id as other'])
    .execute()
}

/** What appointments say was paid, and what the payments and the desk say, in cents. */
async function books({ query }: Filled) {
  const rows = await query
    .selectFrom('appointments as a')
    .leftJoin('payments as p', 'p.appointmentId', 'a.id')
    .groupBy(['a.id', 'a.paidCents', 'a.deskCents'])
    .select(['a.id', 'a.paidCents', 'a.deskCents'])
    .select(
      sql<number>`sum(case when "p"."chargedAt" is null then 0
      else "p"."amountCents" - "p"."returnedCents" end)`.as('cardCents'),
    )
    .execute()
  return rows.map(({ id, paidCents, deskCents, cardCents }) => ({
    id,
    ...{ paid: paidCents, known: deskCents + Number(cardCents) },
  }))
}

test('the demo clinic breaks none of the rules, and its payments add up', async () => {
  const filled = await fill()
  const { made, query } = filled
  expect(made).toMatchObject({ refused: 0, patients: 80 })
  const live = await query
    .selectFrom('appointments')
    .selectAll()
    .where('cancelledAt', 'is', null)
    .execute()
  expect(live.length).toBeGreaterThan(60)
  expect(await overlaps(filled)).toEqual([])
  // Each lies within its doctor's hours, in a chair.
  const places = new Map(doctors.map(({ name }, place) => [name, place]))
  const astray = live.filter(({ day, startMinute, endMinute, doctorName, chairId }) => {
    const hours = hoursOf(places.get(doctorName ?? '') ?? -1, day, today)
    const fits = hours.some(({ start, end }) => start <= startMinute && endMinute <= end)
    return !fits || chairId === null
  })
  expect(astray).toEqual([])
  const accounts = await books(filled)
  expect(accounts.filter(({ paid, known }) => paid !== known)).toEqual([])
  expect(accounts.filter(({ paid }) => paid > 0).length).toBeGreaterThan(20)
  // What is over has been settled, what comes has not.
  const left = live.filter(({ day, status }) => day < today !== (status !== 'booked'))
  expect(left.filter(({ day }) => day !== today)).toEqual([])
  expect(await query.selectFrom('sessions').select('id').execute()).toEqual([])
})

test('the same date generates the same demo clinic', () => {
  const plan = () => {
    const dice = createDice(7)
    return planVisits(dice, makePatients(dice, 80, today), { today, back: 3, ahead: 3 })
  }
  expect(plan()).toEqual(plan())
})

test('the demo clinic’s treatments take 15 to 120 minutes', () => {
  const lengths = Object.values(treatments).map(({ length }) => length)
  expect(lengths).toHaveLength(11)
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([15, 120])
})

test('a folder that already holds a clinic is refused and not changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'molar-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'molar.db'), 'of somebody else')
  const script = join(import.meta.dirname, '../scripts/demo-clinic/run.ts')
  const env = { NODE_COMPILE_CACHE, DATA_DIR: folder }
  const { status, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('holds a clinic already, and nothing of it was changed')
})
