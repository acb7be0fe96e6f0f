import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDayAfter } from './available.ts'
import { type Child, startPortal } from './child.ts'
import { makeClinic, makePatients, type Slot } from './fill.ts'
import { askFor } from './load.ts'
import { median } from './median.ts'

const readers = 2_000
/** Together, so that the line of waiting connections never overflows. */
const openedAtOnce = 100
const changes = 9
/** Milliseconds in which one heartbeat comes. */
const idle = 20_000
const patience = 30_000
const warmUpSeconds = 3

/** What 2,000 open streams cost, idle and when the day they watch changes. */
export async function measureStreams(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'molar-bench-'))
  const today = new Date().toISOString().slice(0, 10)
  const day = openDayAfter(today)
  const slots = await makeClinic(folder, 1_000, today)
  const patients = makePatients(folder, changes)
  const portal = await startPortal(folder)
  // What starting leaves behind is collected first, or it hides what the streams take.
  await askFor(`${portal.origin}/available?date=${day}`, warmUpSeconds)
  await wait(idle)
  const before = portal.residentMb()
  const audience = await openAudience(`${portal.origin}/available/changes?date=${day}`)
  const open = portal.residentMb()
  const cpu = await cpuOf(portal, () => wait(idle))
  const delays: number[] = []
  for (const [place, patient] of patients.entries()) {
    delays.push(await delayOf(portal, audience, { day, slot: slots[place], ...patient }))
  }
  const resident = portal.residentMb()
  audience.leave()
  await portal.stop()
  rmSync(folder, { recursive: true })
  return [
    `${readers} open streams: resident ${before.toFixed(0)} MB before, ${open.toFixed(0)} MB with them`,
    `processor while nothing happens: ${((cpu / idle) * 100).toFixed(1)} % of a core`,
    `from a booking's request to its last reader: ${median(delays).toFixed(0)} ms (at most ${Math.max(...delays).toFixed(0)} ms)`,
    `resident after it: ${resident.toFixed(0)} MB`,
  ]
}

type Audience = Awaited<ReturnType<typeof openAudience>>

/** Readers that count the changes they receive. */
async function openAudience(url: string) {
  const requests: ClientRequest[] = []
  let heard = 0
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const request = get(url, { agent: false }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode}`))
        response.setEncoding('utf8').on('data', (text: string) => {
          heard += text.split('event: day').length - 1
          resolve()
        })
      })
      // Those that are closed at the end say so.
      request.on('error', reject)
      requests.push(request)
    })
  for (let count = 0; count < readers; count += openedAtOnce) {
    await Promise.all(Array.from({ length: openedAtOnce }, open))
  }
  return {
    heard: () => heard,
    leave: () => {
      for (const request of requests) request.destroy()
    },
  }
}

type BookingInput = { day: string; slot: Slot | undefined; email: string; token: string }

/** Milliseconds from the request that books until the last reader has heard of it. */
async function delayOf(
  { origin }: Child,
  audience: Audience,
  input: BookingInput,
): Promise<number> {
  const { slot: { treatmentId = '', slot = '', price = 0 } = {}, email: patient, day } = input
  const target = audience.heard() + readers
  const body = JSON.stringify({ treatmentId, date: day, slot, price, patient, phone: '' })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${input.token}` }
  const started = performance.now()
  const answer = await fetch(`${origin}/booking`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`A booking was answered ${answer.status}`)
  while (audience.heard() < target) {
    if (performance.now() - started > patience) throw new Error('A reader has heard nothing')
    await wait(1)
  }
  return performance.now() - started
}

/** Milliseconds of processor time that the portal used during `act`. */
async function cpuOf(portal: Child, act: () => Promise<unknown>): Promise<number> {
  const before = portal.cpuMs()
  await act()
  return portal.cpuMs() - before
}
