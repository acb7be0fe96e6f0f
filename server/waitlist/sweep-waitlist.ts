import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Day, weekdayOf } from '../../contract/date.ts'
import { dayParams } from '../appointments/slot-rules.ts'
import type { BookingParts, Deps } from '../deps.ts'
import { startWorker } from '../worker.ts'
import { type FindSlot, listDaysWithSlot, prepareFindSlot } from './find-slot.ts'
import { changeLine } from './hold-lines.ts'
import { lapseClosed, listHeld } from './offer-queries.ts'
import { passExpired } from './pass-expired.ts'
import { claimDue, endPast } from './queries.ts'
import { type RequestRow, weekdayBit } from './request.ts'
import { checkRestMs, searchSlots } from './search-slots.ts'
import { notifyOfEnd } from './withdraw-offers.ts'

/** Requests claimed at a time; a process that dies delays this many until they are due again. */
const batch = 100

/**
 * Updates the waitlist as time passes and staff change the rules: passes on expired offers, ends offers and
 * requests that can no longer be fulfilled, and searches for the requests that are due: each periodically, and
 * at once those that a change affects, by the triggers of migration 15. Any number of processes may run it at
 * once, and other work can run between any two requests.
 */
export async function sweepWaitlist(parts: BookingParts, stopping?: AbortSignal): Promise<void> {
  const { database, clock, clinicTime } = parts
  const { query } = database
  await passExpired(parts)
  await endClosed(parts)
  const now = clock().toISOString()
  await endPast(query, { ...clinicTime(), now })
  const next = new Date(clock().getTime() + checkRestMs).toISOString()
  const findSlot = prepareFindSlot(database)
  for (;;) {
    await nextTurn()
    const due = await claimDue(query, { now, next, limit: batch })
    await searchEach(parts, due, { findSlot, stopping })
    if (due.length === 0 || stopping?.aborted) return
  }
}

/** Where a treatment is full on every day that suits a request, no search is needed. */
async function searchEach(
  parts: BookingParts,
  due: readonly RequestRow[],
  { findSlot, stopping }: { findSlot: FindSlot; stopping: AbortSignal | undefined },
): Promise<void> {
  const freeDays = new Map<string, Day[]>()
  for (const request of due) {
    if (stopping?.aborted) return
    const { treatmentId, fromDay, untilDay, weekdays } = request
    const free =
      freeDays.get(treatmentId) ??
      (await listDaysWithSlot(parts.database, treatmentId, parts.clinicTime().today))
    freeDays.set(treatmentId, free)
    const suits = (day: Day) =>
      fromDay <= day && day <= untilDay && (weekdays & weekdayBit(weekdayOf(day))) !== 0
    if (free.some(suits)) await searchSlots(parts, request, findSlot)
    await nextTurn()
  }
}

async function endClosed(parts: BookingParts): Promise<void> {
  const { database, clock, clinicTime, changes, outbox } = parts
  for (const { day, treatmentId } of await listHeld(database.query)) {
    const time = dayParams(day, clinicTime())
    const lapsed = await changeLine(database, treatmentId, async (query) => {
      const now = clock()
      const ids = await lapseClosed(query, { ...time, treatmentId }, now.toISOString())
      for (const id of ids) await notifyOfEnd(query, parts, id, { isGiven: false, now })
      return ids
    })
    if (lapsed.length > 0) {
      changes.publish(day)
      outbox.wake()
    }
    await nextTurn()
  }
}

/** Milliseconds between sweeps. */
const restMs = 15_000

/**
 * Sweeps the waitlist until stopped: at once, on a schedule, and as soon as staff change what can be booked.
 * The returned `stop` waits for the sweep in progress.
 */
export async function runWaitlist(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { changes, log } = deps
  let wake = () => {}
  const ignore = await changes.subscribe((changed) => {
    if (changed === '*') wake()
  })
  const worker = startWorker(restMs, async (_, stopping) => {
    await sweepWaitlist(deps, stopping).catch((err: unknown) => {
      log.error({ err }, 'sweep of the waitlist not finished')
    })
  })
  wake = worker.wake
  return {
    async stop() {
      ignore()
      await worker.stop()
    },
  }
}
