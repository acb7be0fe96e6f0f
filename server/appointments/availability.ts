import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, type Day, formatDay } from '../../contract/date.ts'
import type { NextTime } from '../../contract/doctors/schedule.ts'
import type { ClinicTime, Instant } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { createSharedReads } from '../db/shared-reads.ts'
import { once, type Repeated } from '../http/repeat-answers.ts'
import { groupSlots } from '../treatments/treatment.ts'
import { listFreeDays } from './free-days.ts'
import {
  listTreatingIds,
  prepareFirstSlots,
  prepareFreeSlots,
  prepareNextExpiry,
  preparePairSlots,
} from './queries.ts'
import { type DayParams, dayParams, minuteOf } from './slot-rules.ts'

export type Availability = ReturnType<typeof createAvailability>

/** As far ahead as the contract lets a horizon reach: no later day is ever open. */
const longestHorizon = 730

/** More than lie within it: past it, once in many weeks, days that are over have piled up. */
const keptDays = 800

/** More than the months that the longest horizon touches, and than the treatments of a clinic. */
const keptAnswers = 200

/** Days searched. A doctor without a free time in them is shown without one. */
const daysLooked = 60

const minuteMs = 60_000

/** The longest lead time there is. */
const longestLeadDays = 14

/**
 * What time changes about a day's free slots. `isNear` when a minute more may take slots away: they begin,
 * or the lead time reaches them. Until `heldUntil`, in epoch milliseconds, none comes back that is held for
 * the waitlist.
 */
type Reading = { today: Day; firstMinute: number; isNear: boolean; heldUntil: number }

/** Whether time has changed nothing: another today moves the horizon too. */
function isStill(known: Reading, { today, firstMinute, until }: ClinicTime): boolean {
  if (until - minuteMs >= known.heldUntil) return false
  return known.today === today && (!known.isNear || known.firstMinute === firstMinute)
}

/**
 * The free slots of a day, as sent. On SQLite, whose one process makes every change itself, they are cached
 * until `forget` reports a change, after its commit and before it is acknowledged: a slot whose booking was
 * acknowledged is never offered again. On PostgreSQL other processes write too, so each call is answered by a
 * read of the database that started after it.
 */
export function createAvailability(database: Database, clinicTime: () => ClinicTime) {
  const compose = prepareAnswer(database)
  const nextExpiry = prepareNextExpiry(database)
  const findNext = prepareNextTimes(database)
  const share = createSharedReads<Repeated>()
  const kept = new Map<Day, Repeated>()
  const months = new Map<string, Repeated>()
  /** What was asked of doctors, which a change of any day may change. */
  const ofDoctors = new Map<string, Repeated>()
  const keeps = database.engine === 'sqlite'
  let changes = 0

  /** Of a day; with the id of a doctor, what that doctor is free for, which is not stored. */
  async function read(day: Day, doctor = ''): Promise<Repeated> {
    const known = doctor === '' ? kept.get(day) : undefined
    if (known?.holds()) return known
    return share(`${day} ${doctor}`, () => readDay(day, doctor))
  }

  async function readDay(day: Day, doctor: string): Promise<Repeated> {
    const now = clinicTime()
    const before = changes
    const params = { ...dayParams(day, now), now: minuteOf(now) }
    const body = await compose(params, doctor)
    if (doctor !== '') return once(body)
    // Days that can never be booked must not fill the cache.
    const { daysAhead } = params
    if (!keeps || daysAhead < 0 || daysAhead > longestHorizon) return once(body)
    const isNear = daysAhead <= longestLeadDays
    const expiresAt = (await nextExpiry(params))[0]?.expiresAt
    const heldUntil = expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
    // A change that came while we were reading may be missing from what we read.
    if (changes !== before) return once(body)
    const reading = { ...now, isNear, heldUntil }
    return keep(kept, keptDays, day, { body, holds: () => isStill(reading, clinicTime()) })
  }

  /** On which days of a month each treatment has something free, with the id of a doctor by that one. */
  const readMonth = (month: string, doctor = '') =>
    readOfMinute(
      doctor === '' ? months : ofDoctors,
      doctor === '' ? month : `days ${month} ${doctor}`,
      (now) => listFreeDays(database.query, { month, doctor }, now),
    )

  /** When each doctor of a treatment is free next. */
  const readNext = (treatmentId: string) =>
    readOfMinute(ofDoctors, `next ${treatmentId}`, (now) => findNext(treatmentId, now))

  /** Stored for the minute it is of. */
  async function readOfMinute(
    stored: Map<string, Repeated>,
    key: string,
    find: (now: ClinicTime) => Promise<unknown>,
  ): Promise<Repeated> {
    const known = stored.get(key)
    if (known?.holds()) return known
    return share(key, async () => {
      const now = clinicTime()
      const before = changes
      const body = JSON.stringify(await find(now))
      if (!keeps || changes !== before) return once(body)
      const holds = () => now.until === clinicTime().until
      return keep(stored, keptAnswers, key, { body, holds })
    })
  }

  /** After a change of a day, or of any day with '*', is committed, and before it is answered. */
  function forget(day: Day | '*'): void {
    changes += 1
    ofDoctors.clear()
    if (day === '*') {
      kept.clear()
      months.clear()
    } else {
      kept.delete(day)
      months.delete(day.slice(0, 7))
    }
  }

  return { read, readMonth, readNext, forget }
}

/** Keeps an answer for as long as it `holds`, or until it is removed. */
function keep<K>(
  stored: Map<K, Repeated>,
  most: number,
  key: K,
  { body, holds }: Repeated,
): Repeated {
  if (stored.size >= most) stored.clear()
  const answer = { body, holds: () => stored.get(key) === answer && holds() }
  stored.set(key, answer)
  return answer
}

/**
 * The answer of a day. Where doctors decide, their free slots stand in the place of the treatment's one row
 * without any.
 */
function prepareAnswer(database: Database) {
  const freeSlots = prepareFreeSlots(database)
  const pairSlots = preparePairSlots(database)
  return async (params: DayParams & { now: Instant }, doctor: string): Promise<string> => {
    const rows = await freeSlots(params)
    const isByDoctors = ({ doctorsFrom }: (typeof rows)[number]) =>
      doctorsFrom !== null && doctorsFrom <= params.day
    if (!rows.some(isByDoctors) && doctor === '') return JSON.stringify(groupSlots(rows))
    const free = Map.groupBy(await pairSlots({ ...params, doctor }), ({ id }) => id)
    const withPairs = groupSlots(rows).map((one) => {
      const slots = (free.get(one._id) ?? []).map(({ slot }) => slot)
      return { ...one, slots: doctor === '' ? [...one.slots, ...slots] : slots }
    })
    return JSON.stringify(withPairs)
  }
}

/** When each doctor of a treatment is free next, the earliest first. */
function prepareNextTimes(database: Database) {
  const firstSlots = prepareFirstSlots(database)
  return async (treatmentId: string, now: ClinicTime): Promise<NextTime[]> => {
    const doctors = await listTreatingIds(database.query, treatmentId)
    const found = new Map<string, NextTime>()
    for (let ahead = 0; ahead < daysLooked && found.size < doctors.length; ahead += 1) {
      const day = addDays(now.today, ahead)
      const params = { ...dayParams(day, now), now: minuteOf(now), treatmentId }
      for (const { doctorId: _id, slot } of await firstSlots(params)) {
        if (!found.has(_id)) found.set(_id, { _id, date: formatDay(day), slot })
      }
      await nextTurn()
    }
    return [...found.values()]
  }
}
