import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addDays, weekdayOf } from '../contract/date.ts'
import { openDatabase } from '../server/db/database.ts'
import { ratio, round as thousands } from './available.ts'
import { barePerSecond, type Row } from './bare-sqlite.ts'
import { startPortal } from './child.ts'
import { makeClinic, makePatients, type Slot } from './fill.ts'
import { untilRested } from './fill-bookings.ts'
import { postEach } from './load.ts'
import { median } from './median.ts'

/** 150 open days hold 14,400 bookings; the first round warms up. */
const rounds = 7
const days = 150

type Seen = { rate: number; p99: number; longest: number; micros: number }

/**
 * `POST /booking`, signed in, validated and durable, beside a bare loop of one transaction each and, with
 * a folder, beside the portal of another checkout.
 */
export async function measureBooking(other?: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'molar-bench-'))
  const today = new Date().toISOString().slice(0, 10)
  const sides = [await openSide('this', join(folder, 'this'), today)]
  if (other) sides.push(await openSide('other', join(folder, 'other'), today, resolve(other)))
  await makeClinic(join(folder, 'bare'), 0, today)
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The first round warms up; the sides change places in each.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const seen = await bookRound(side, round)
      if (round > 0) side.seen.push(seen)
    }
    const part = sides[0]?.rounds[round] ?? []
    const rate = barePerSecond(join(folder, 'bare'), part, round)
    if (round > 0) bare.push(rate)
  }
  const lines = sides.map((side) => describe(side, median(bare)))
  for (const { portal, database } of sides) {
    await portal.stop()
    await database.close()
  }
  rmSync(folder, { recursive: true })
  return lines
}

async function openSide(name: string, dataDir: string, today: string, checkout?: string) {
  const slots = await makeClinic(dataDir, 1_000, today)
  const patients = makePatients(dataDir, slots.length)
  const inputs = shuffled(everyBooking(slots, patients, today))
  const share = Math.floor(inputs.length / rounds)
  return {
    name,
    portal: await startPortal(dataDir, {}, checkout),
    database: await openDatabase({ dataDir }),
    rounds: Array.from({ length: rounds }, (_, round) =>
      inputs.slice(round * share, (round + 1) * share),
    ),
    seen: [] as Seen[],
  }
}

type Side = Awaited<ReturnType<typeof openSide>>

async function bookRound({ portal, database, rounds: parts }: Side, round: number): Promise<Seen> {
  const before = portal.cpuMs()
  const { total, ...load } = await postEach(`${portal.origin}/booking`, parts[round] ?? [])
  // The mail due for the bookings is sent outside the timed part; its processor time is counted.
  await untilRested(portal, database)
  return { ...load, micros: ((portal.cpuMs() - before) * 1000) / total }
}

function describe({ name, portal, seen }: Side, bare: number): string {
  const of = (what: keyof Seen) => median(seen.map((one) => one[what]))
  return [
    `POST /booking, 64 connections, ${name}: ${ratio(of('rate'), bare)} of a bare node:sqlite loop`,
    `(${thousands(of('rate'))}/s of ${thousands(bare)}/s)`,
    `p99 ${of('p99').toFixed(1)} ms, longest ${of('longest').toFixed(0)} ms`,
    `${of('micros').toFixed(0)} µs of the processor with its mail`,
    `resident after it ${portal.residentMb().toFixed(0)} MB`,
  ].join(', ')
}

type BookingInput = Row & { body: string; token: string }

/** Each slot of a day has a patient of its own, so no patient is booked twice at the same time. */
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
