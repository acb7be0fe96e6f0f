import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, weekdayOf } from '../contract/date.ts'
import { startChild, startPortal } from './child.ts'
import { makeClinic } from './fill.ts'
import { askFor } from './load.ts'
import { median } from './median.ts'

const rounds = 6
const names = ['bare', 'few', 'many'] as const
const seconds = 3

/** `GET /available` beside a bare server of the same bytes, with few and with many appointments. */
export async function measureAvailable(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'molar-bench-'))
  const today = new Date().toISOString().slice(0, 10)
  const day = openDayAfter(today)
  await makeClinic(join(folder, 'few'), 1_000, today)
  await makeClinic(join(folder, 'many'), 1_000_000, today)
  const few = await startPortal(join(folder, 'few'))
  const many = await startPortal(join(folder, 'many'))
  const path = `/available?date=${day}`
  const bytes = join(folder, 'bytes')
  writeFileSync(bytes, Buffer.from(await (await fetch(few.origin + path)).arrayBuffer()))
  const bare = await startChild(['bench/bare-http.ts', bytes])
  const urls = { bare: bare.origin, few: few.origin + path, many: many.origin + path }
  const seen = { bare: [] as number[], few: [] as number[], many: [] as number[] }
  for (let round = -1; round < rounds; round += 1) {
    // The first round warms up; after that each comes first as often as the others.
    for (let place = 0; place < names.length; place += 1) {
      const name = names[(place + round + 1) % names.length] ?? 'bare'
      const { rate } = await askFor(urls[name], seconds)
      if (round >= 0) seen[name].push(rate)
    }
  }
  const resident = many.residentMb()
  await Promise.all([few.stop(), many.stop(), bare.stop()])
  rmSync(folder, { recursive: true })
  const [bareRate, fewRate, manyRate] = [median(seen.bare), median(seen.few), median(seen.many)]
  return [
    `GET /available, 64 connections: ${ratio(fewRate, bareRate)} of bare node:http (${round(fewRate)}/s of ${round(bareRate)}/s)`,
    `GET /available, 1,000,000 appointments beside 1,000: ${ratio(manyRate, fewRate)}`,
    `resident after it: ${resident.toFixed(0)} MB`,
  ]
}

/** A weekday ahead that the demo clinic is open on. */
export function openDayAfter(day: string): string {
  const next = addDays(day, 1)
  return weekdayOf(next) === 0 ? addDays(next, 1) : next
}

export const ratio = (value: number, of: number) => (value / of).toFixed(2)
export const round = (value: number) => Math.round(value).toLocaleString('en')
