import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, weekdayOf } from '../contract/date.ts'
import { ratio, round as thousands } from './available.ts'
import { barePerSecond, type Row } from './bare-sqlite.ts'
import { startPortal } from './child.ts'
import { makeClinic, makePatients, type Slot } from './fill.ts'
import { postsPerSecond } from './load.ts'
import { median } from './median.ts'

/** 150 open days hold 14,400 bookings; the first round warms up. */
const rounds = 7
const days = 150

/** `POST /booking`, signed in, validated and durable, beside a bare loop of one transaction each. */
export async function measureBooking(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'molar-bench-'))
  const today = new Date().toISOString().slice(0, 10)
  const slots = await makeClinic(join(folder, 'clinic'), 1_000, today)
  const patients = makePatients(join(folder, 'clinic'), slots.length)
  const inputs = shuffled(everyBooking(slots, patients, today))
  const portal = await startPortal(join(folder, 'clinic'))
  await makeClinic(join(folder, 'bare'), 0, today)
  const share = Math.floor(inputs.length / rounds)
  const seen = { bare: [] as number[], portal: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const part = inputs.slice(round * share, (round + 1) * share)
    const bare = barePerSecond(join(folder, 'bare'), part, round)
    const rate = await postsPerSecond(`${portal.origin}/booking`, part)
    if (round > 0) {
      seen.bare.push(bare)
      seen.portal.push(rate)
    }
  }
  const resident = portal.residentMb()
  await portal.stop()
  rmSync(folder, { recursive: true })
  const [bare, rate] = [median(seen.bare), median(seen.portal)]
  return [
    `POST /booking, 64 connections: ${ratio(rate, bare)} of a bare node:sqlite loop (${thousands(rate)}/s of ${thousands(bare)}/s)`,
    `resident after it: ${resident.toFixed(0)} MB`,
  ]
}

type BookingInput = Row & { body: string; token: string }

/** Each slot of a day has a patient of its own, so nobody is wanted in two chairs. */
function everyBooking(
  slots: Slot[],
  patients: { email: string; token: string }[],
  today: string,
): BookingInput[] {
  const open = Array.from({ length: 178 }, (_, ahead) => addDays(today, ahead + 1))
    .filter((day) => weekdayOf(day) !== 0)
    .slice(0, days)
  return open.flatMap((day) =>
    slots.map(({ treatmentId, slot, price }, place) => {
      const { email: patient, token } = patients[place] ?? { email: '', token: '' }
      const body = { treatmentId, treatment: '', date: day, slot, price, patient, phone: '' }
      return { treatmentId, day, slot, patient, token, body: JSON.stringify(body) }
    }),
  )
}

function shuffled<Item>(items: Item[]): Item[] {
  const mixed = [...items]
  for (let place = mixed.length - 1; place > 0; place -= 1) {
    const other = Math.floor(Math.random() * (place + 1))
    ;[mixed[place], mixed[other]] = [mixed[other] as Item, mixed[place] as Item]
  }
  return mixed
}
