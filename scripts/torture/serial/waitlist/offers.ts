import { keyOf } from '../judge.ts'
import type { Rules } from '../order.ts'
import {
  type Appointment,
  type Cell,
  follow,
  heldFor,
  type Line,
  laterOf,
  liveOf,
  liveOn,
  mostUnanswered,
  type OfferState,
  offer,
  openOf,
  takeBack,
  type Wait,
  withAppointment,
  withOffer,
  withWait,
} from './line.ts'

/** A waiting request as staff see it. */
type Standing = { held: Cell | null; doctor: boolean; rests: boolean }

/** `answer` is `ok`, a refusal's code, or `unknown` where no answer came. */
type Said = { answer: string }
export type Change = Said &
  (
    | {
        kind: 'book'
        by: 'staff' | 'patient'
        who: string
        cell: Cell
        despite: boolean
        id: string
      }
    | { kind: 'move'; id: string; revision: number; cell: Cell; despite: boolean }
    | { kind: 'cancel'; id: string; revision: number }
    /** An offer is identified by its request and its time. */
    | { kind: 'accept' | 'decline'; id: string; cell: Cell }
    | { kind: 'leave' | 'resume'; id: string }
    | { kind: 'open' | 'write'; id: string }
    | { kind: 'change'; id: string; cells: Cell[] }
    | { kind: 'ask'; who: string; id: string; cells: Cell[] }
  )
type Look =
  | { kind: 'offer'; id: string; cell: Cell; seen: string }
  | { kind: 'line'; seen: Readonly<Record<string, Standing>> }
  | { kind: 'held'; who: string; seen: Readonly<Record<string, Cell>> }
  | { kind: 'requests'; who: string; seen: Readonly<Record<string, string>> }
  | { kind: 'read'; id: string; seen: Omit<Appointment, 'who'> }
export type LineCall =
  | Change
  | Look
  /** A patient's own appointments, by id. */
  | { kind: 'list'; who: string; seen: Readonly<Record<string, Cell>> }
  /** An offer expires, if it was open. */
  | { kind: 'expire'; id: string; cell: Cell; found: boolean }
  /** Another day begins. */
  | { kind: 'turn'; line: Line }

const mostWritten = 3

/** The valid reasons for a refusal, or the states it may lead to. */
type Outcome = string[] | { after: Line[] }

function book(line: Line, call: Extract<Change, { kind: 'book' }>): Outcome {
  const { by, who, cell, despite, id } = call
  const isHeld = heldFor(line, cell) !== undefined && !despite
  const reasons = [
    ...(liveOn(line, cell) || isHeld ? ['slot_taken'] : []),
    ...(isHeld && by === 'staff' ? ['slot_held'] : []),
    ...(liveOf(line, who) === undefined ? [] : ['already_booked']),
  ]
  if (reasons.length > 0) return reasons
  const made = { who, cell, revision: 0, live: true }
  return { after: [withAppointment(takeBack(line, cell), id, made)] }
}

function changeAppointment(
  line: Line,
  call: Extract<Change, { kind: 'move' | 'cancel' }>,
): Outcome {
  const one = line.appointments[call.id]
  if (!one) return ['not_found']
  if (!one.live) return ['appointment_cancelled']
  if (one.revision !== call.revision) return ['appointment_changed']
  const next = { ...one, revision: one.revision + 1 }
  if (call.kind === 'cancel') {
    return {
      after: follow(withAppointment(line, call.id, { ...next, live: false }), call.id, one.cell),
    }
  }
  const { cell, despite } = call
  const isHeld = heldFor(line, cell) !== undefined && !despite
  if (isHeld) return ['slot_held', 'slot_taken']
  // An expired offer is passed on first, and blocks its time until then.
  if (liveOn(line, cell) || heldFor(line, cell, 'late') !== undefined) return ['slot_taken']
  return {
    after: follow(
      withAppointment(takeBack(line, cell), call.id, { ...next, cell }),
      call.id,
      one.cell,
    ),
  }
}

const closed: Partial<Record<OfferState, string>> = {
  ...{ accepted: 'offer_accepted', declined: 'offer_declined', withdrawn: 'offer_withdrawn' },
  ...{ late: 'offer_expired', lapsed: 'offer_expired' },
}

function answerOffer(line: Line, call: Extract<Change, { kind: 'accept' | 'decline' }>): Outcome {
  const { kind, id, cell } = call
  const wait = line.waits[id]
  const state = wait?.offers[cell]
  if (!wait || !state) return ['not_found']
  if (kind === 'decline' && state === 'declined') return { after: [line] }
  const why = closed[state]
  if (why) return [why]
  if (kind === 'decline') {
    const declined = withOffer(line, id, cell, 'declined')
    return { after: offer(withWait(declined, id, { unanswered: 0 }), cell) }
  }
  const { who, appointment } = wait
  const done = withWait(withOffer(line, id, cell, 'accepted'), id, { state: 'done' })
  if (appointment === null) {
    if (liveOf(line, who) !== undefined) return ['already_booked']
    // Its id is seen when it is listed.
    const made = { who, cell, revision: 0, live: true }
    return { after: [withAppointment(done, `of ${id}`, made)] }
  }
  const own = line.appointments[appointment]
  if (!own?.live) return ['appointment_cancelled']
  const moved = { ...own, cell, revision: own.revision + 1 }
  return { after: follow(withAppointment(done, appointment, moved), appointment, own.cell) }
}

const fresh = { state: 'waiting', unanswered: 0, offers: {}, doctor: false } as const

function changeRequest(
  line: Line,
  { id, ...call }: Extract<Change, { kind: 'leave' | 'resume' | 'change' }>,
): Outcome {
  const wait = line.waits[id]
  if (!wait) return ['not_found']
  const isWaiting = wait.state === 'waiting'
  if (call.kind === 'leave') {
    if (!isWaiting) return { after: [line] }
    const open = openOf(wait)
    const left = withWait(line, id, { state: 'left' })
    return { after: open === undefined ? [left] : offer(withOffer(left, id, open, 'lapsed'), open) }
  }
  if (!isWaiting) return ['left_line']
  const chosen = call.kind === 'change' ? { cells: call.cells, doctor: false } : {}
  return { after: [withWait(line, id, { ...chosen, unanswered: 0 })] }
}

/** Staff handle a request for a doctor who cannot take it. */
function seeTo(line: Line, { kind, id }: Extract<Change, { kind: 'open' | 'write' }>): Outcome {
  const wait = line.waits[id]
  if (!wait) return ['not_found']
  if (wait.state !== 'waiting' || !wait.doctor) return ['request_changed']
  if (kind === 'open') return { after: [withWait(line, id, { doctor: false })] }
  const count = line.written[wait.who] ?? 0
  if (count >= mostWritten) return ['written_enough']
  return { after: [{ ...line, written: { ...line.written, [wait.who]: count + 1 } }] }
}

function ask(line: Line, { who, id, cells }: Extract<Change, { kind: 'ask' }>): Outcome {
  const isOther = (one: Wait) =>
    one.who === who && one.appointment === null && one.state === 'waiting'
  if (Object.values(line.waits).some(isOther)) return ['already_waiting']
  const made = { ...fresh, who, cells, appointment: null }
  return { after: [{ ...line, waits: { ...line.waits, [id]: made } }] }
}

function outcomeOf(line: Line, call: Change): Outcome {
  switch (call.kind) {
    case 'book':
      return book(line, call)
    case 'move':
    case 'cancel':
      return changeAppointment(line, call)
    case 'accept':
    case 'decline':
      return answerOffer(line, call)
    case 'open':
    case 'write':
      return seeTo(line, call)
    case 'ask':
      return ask(line, call)
    default:
      return changeRequest(line, call)
  }
}

/** A refusal for any other reason says nothing about the state. */
const known: Readonly<Record<Change['kind'], readonly string[]>> = {
  book: ['slot_taken', 'slot_held', 'already_booked'],
  move: ['slot_taken', 'slot_held', 'appointment_cancelled', 'appointment_changed'],
  cancel: ['appointment_cancelled', 'appointment_changed'],
  accept: [...Object.values(closed), 'already_booked', 'slot_taken', 'not_found'],
  decline: [...Object.values(closed), 'not_found'],
  leave: ['not_found'],
  resume: ['left_line', 'not_found'],
  change: ['left_line', 'not_found'],
  open: ['request_changed', 'not_found'],
  write: ['request_changed', 'written_enough', 'not_found'],
  ask: ['already_waiting'],
}

function changed(line: Line, call: Change): Line[] {
  const outcome = outcomeOf(line, call)
  const after = 'after' in outcome ? outcome.after : []
  if (call.answer === 'ok') return after
  if (call.answer === 'unknown') return [line, ...after]
  const isTrue = 'after' in outcome ? false : outcome.includes(call.answer)
  return isTrue || !known[call.kind].includes(call.answer) ? [line] : []
}

const shown: Readonly<Record<OfferState, string>> = {
  ...{ open: 'open', late: 'expired', lapsed: 'expired' },
  ...{ accepted: 'accepted', declined: 'declined', withdrawn: 'withdrawn' },
}

/** What a read of the line shows. */
function showsNow(line: Line, call: Look): unknown {
  const waits = Object.entries(line.waits)
  switch (call.kind) {
    case 'offer': {
      const state = line.waits[call.id]?.offers[call.cell]
      return state && shown[state]
    }
    case 'line':
      return Object.fromEntries(
        waits
          .filter(([, { state }]) => state === 'waiting')
          .map(([id, wait]): [string, Standing] => {
            const rests = wait.unanswered >= mostUnanswered
            return [id, { held: openOf(wait) ?? null, doctor: wait.doctor, rests }]
          }),
      )
    case 'held':
      return Object.fromEntries(
        waits
          .filter(([, wait]) => wait.who === call.who && openOf(wait) !== undefined)
          .map(([id, wait]) => [id, openOf(wait)]),
      )
    case 'requests':
      return Object.fromEntries(
        waits.filter(([, { who }]) => who === call.who).map(([id, { state }]) => [id, state]),
      )
    default: {
      const { who: _, ...one } = line.appointments[call.id] ?? { who: '' }
      return one
    }
  }
}

/** Sets the id of an appointment booked by an offer, as soon as it is seen. */
function listed(line: Line, { who, seen }: Extract<LineCall, { kind: 'list' }>): Line[] {
  const id = liveOf(line, who)
  const [entry, ...others] = Object.entries(seen)
  if (!id || !entry) return id || entry ? [] : [line]
  const one = line.appointments[id]
  const [named, cell] = entry
  if (!one || others.length > 0 || cell !== one.cell) return []
  if (named === id) return [line]
  if (!id.startsWith('of ')) return []
  const { [id]: _, ...rest } = line.appointments
  return [{ ...line, appointments: { ...rest, [named]: one } }]
}

function stepAtOnce(line: Line, call: LineCall): Line[] {
  if (call.kind === 'turn') return [call.line]
  if (call.kind === 'list') return listed(line, call)
  if (call.kind === 'expire') {
    const isOpen = line.waits[call.id]?.offers[call.cell] === 'open'
    if (isOpen !== call.found) return []
    return [isOpen ? withOffer(line, call.id, call.cell, 'late') : line]
  }
  if ('answer' in call) return changed(line, call)
  return keyOf(showsNow(line, call)) === keyOf(call.seen) ? [line] : []
}

/**
 * The sequential rules of a line of requests for a few times of one day, of a treatment without doctors. A time
 * that a call frees is offered in the same step; the portal offers every other free time at its own moment.
 */
export const lineRules = (cells: readonly Cell[]): Rules<LineCall, Line> => ({
  keyOf,
  step(line, call) {
    const now = stepAtOnce(line, call)
    // A right call that changes nothing needs no other call before it.
    const isIdle = now.length === 1 && now[0] === line
    if (isIdle || call.kind === 'turn') return now
    return laterOf(line, cells).flatMap((later) => stepAtOnce(later, call))
  },
})
