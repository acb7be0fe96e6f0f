import { keyOf } from '../judge.ts'

/** One of the times of the only day and treatment, by its index. */
export type Cell = number

/** `late` is an expired offer that the portal has not passed on yet. */
export type OfferState = 'open' | 'late' | 'lapsed' | 'accepted' | 'declined' | 'withdrawn'

export type Appointment = { who: string; cell: Cell; revision: number; live: boolean }

export type Wait = {
  who: string
  cells: Cell[]
  /** The appointment that would move; `null` where accepting books a new one. */
  appointment: string | null
  /** It waits for one doctor, who can never take it. */
  doctor: boolean
  state: 'waiting' | 'done' | 'left' | 'over'
  /** Unanswered offers in a row. */
  unanswered: number
  /** The times it was offered, each at most once. */
  offers: Readonly<Record<Cell, OfferState>>
}

export type Line = {
  /** One process writes at a time. */
  isExact: boolean
  appointments: Readonly<Record<string, Appointment>>
  /** By id, which rises with the time of the request. */
  waits: Readonly<Record<string, Wait>>
  /** Mails about a doctor who is away, by account. */
  written: Readonly<Record<string, number>>
}

export const mostUnanswered = 2

export const withWait = (line: Line, id: string, change: Partial<Wait>): Line => {
  const wait = line.waits[id]
  return wait ? { ...line, waits: { ...line.waits, [id]: { ...wait, ...change } } } : line
}

export const withOffer = (line: Line, id: string, cell: Cell, state: OfferState): Line =>
  withWait(line, id, { offers: { ...line.waits[id]?.offers, [cell]: state } })

/** The open offer of a request. */
export function openOf({ offers }: Wait): Cell | undefined {
  const found = Object.entries(offers).find(([, state]) => state === 'open')
  return found && Number(found[0])
}

/** The request that a time is held for. */
export const heldFor = ({ waits }: Line, cell: Cell, state: OfferState = 'open') =>
  Object.keys(waits).find((id) => waits[id]?.offers[cell] === state)

export const liveOn = ({ appointments }: Line, cell: Cell) =>
  Object.values(appointments).find((one) => one.live && one.cell === cell)

export const liveOf = ({ appointments }: Line, who: string) =>
  Object.keys(appointments).find((id) => appointments[id]?.live && appointments[id].who === who)

function mayBeOffered(line: Line, wait: Wait, cell: Cell): boolean {
  const isHolding = Object.values(wait.offers).some((one) => one === 'open' || one === 'late')
  if (wait.state !== 'waiting' || wait.doctor || isHolding) return false
  if (wait.unanswered >= mostUnanswered || wait.offers[cell] !== undefined) return false
  const own = wait.appointment === null ? undefined : line.appointments[wait.appointment]
  if (wait.appointment !== null && !(own?.live && own.cell > cell)) return false
  return wait.cells.includes(cell)
}

/** Whether the patient has no other appointment on the day. */
function isFreeOn(line: Line, { who, appointment }: Wait): boolean {
  const other = liveOf(line, who)
  return other === undefined || other === appointment
}

/** When a request was made: an id begins with its milliseconds. */
const askedAt = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Requests made within this many milliseconds may be in either order. */
const slackMs = 2

/** Offers a free time to the first request in line that it suits; also returns whether there was one. */
function offerToFirst(line: Line, cell: Cell): { offered: Line[]; isSure: boolean } {
  if (liveOn(line, cell) || heldFor(line, cell) || heldFor(line, cell, 'late'))
    return { offered: [], isSure: false }
  const open = Object.entries(line.waits).filter(([, wait]) => mayBeOffered(line, wait, cell))
  const suited = open.filter(([, wait]) => isFreeOn(line, wait))
  const first = Math.min(...suited.map(([id]) => askedAt(id)))
  // With several concurrent writers, the first in line may have booked another time of the day since.
  const offered = (line.isExact ? suited : open)
    .filter(([id]) => askedAt(id) <= first + slackMs)
    .map(([id]) => withOffer(line, id, cell, 'open'))
  return { offered, isSure: suited.length > 0 }
}

/** Offers a time that a call frees, together with that call. */
export function offer(line: Line, cell: Cell): Line[] {
  const { offered, isSure } = offerToFirst(line, cell)
  return isSure ? offered : [line, ...offered]
}

const offerEach = (line: Line, cells: Cell[]): Line[] =>
  cells.reduce((lines, cell) => lines.flatMap((one) => offer(one, cell)), [line])

/** Ends the expired offers as unanswered. */
function lapse(line: Line): Line {
  let after = line
  for (const [id, { offers, state, unanswered }] of Object.entries(line.waits)) {
    for (const [cell, one] of Object.entries(offers)) {
      if (one !== 'late') continue
      after = withOffer(after, id, Number(cell), 'lapsed')
      if (state === 'waiting') after = withWait(after, id, { unanswered: unanswered + 1 })
    }
  }
  return after
}

/** Offers the time that an appointment has left, and the one that its own request no longer wants. */
export function follow(line: Line, id: string, left: Cell): Line[] {
  const own = line.appointments[id]
  const found = Object.entries(line.waits).find(
    ([, wait]) => wait.appointment === id && wait.state === 'waiting',
  )
  if (!own || !found) return offerEach(line, [left])
  const [request, wait] = found
  const open = openOf(wait)
  const isWanted = own.live && open !== undefined && open < own.cell
  let after = line
  if (open !== undefined && !isWanted) after = withOffer(after, request, open, 'lapsed')
  if (!own.live) after = withWait(after, request, { state: 'over' })
  return offerEach(after, open === undefined || isWanted ? [left] : [open, left])
}

export const withAppointment = (line: Line, id: string, one: Appointment): Line => ({
  ...line,
  appointments: { ...line.appointments, [id]: one },
})

export function takeBack(line: Line, cell: Cell): Line {
  const holder = heldFor(line, cell)
  return holder === undefined ? line : withOffer(line, holder, cell, 'withdrawn')
}

/**
 * The states that the portal may reach by itself before the next call: it passes on offers, and offers free
 * times.
 */
export function laterOf(line: Line, cells: readonly Cell[]): Line[] {
  const found = new Map([[keyOf(line), line]])
  for (const one of found.values()) {
    for (const next of [lapse(one), ...cells.flatMap((cell) => offerToFirst(one, cell).offered)]) {
      if (next !== one) found.set(keyOf(next), found.get(keyOf(next)) ?? next)
    }
  }
  return [...found.values()]
}
