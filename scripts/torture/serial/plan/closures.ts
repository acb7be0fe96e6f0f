import { judge, keyOf, type Said, without } from '../judge.ts'
import type { Rules } from '../order.ts'

/** `time` is the revision at which it got its day: each patient is asked once per `time`. */
type Booked = { day: string; revision: number; time: number; live: boolean }

export type Closures = {
  /** Days that can be closed, and whether they are. */
  closed: Readonly<Record<string, boolean>>
  appointments: Readonly<Record<string, Booked>>
  /** Appointments whose patients were asked to choose another time: an id, and its `time`. */
  asked: Readonly<Record<string, true>>
  /** What a settling has read and not yet acted on: revisions or times, by id. */
  begun: Readonly<Record<string, Readonly<Record<string, number>>>>
}

type Change =
  | { kind: 'move'; id: string; revision: number; day: string }
  | { kind: 'cancel'; id: string; revision: number }
  | { kind: 'close'; day: string; closed: boolean }

/** A settling first reads and then acts, each at its own moment; `token` identifies one. */
type Settling =
  | { kind: 'was closed'; day: string }
  | { kind: 'was empty'; day: string }
  | { kind: 'stood'; token: string; day: string; ids: string[] }
  | { kind: 'asked'; token: string }
  | { kind: 'found'; token: string; id: string }
  | { kind: 'cancelled'; token: string; id: string }
  /** It was not cancelled: it was not on that day, or the day was open. */
  | { kind: 'passed'; id: string; day: string }

export type ClosureCall =
  | (Change & Said)
  | Settling
  | { kind: 'read'; id: string; seen: Omit<Booked, 'time'> }
  /** The appointments on a closed day, and how many of their patients were asked; `null` for an open one. */
  | { kind: 'count'; day: string; seen: { appointments: number; asked: number } | null }
  | { kind: 'turn'; closures: Closures }

const standingOn = ({ appointments }: Closures, day: string) =>
  Object.entries(appointments).filter(([, one]) => one.live && one.day === day)

const withBooked = (state: Closures, id: string, one: Booked): Closures => ({
  ...state,
  appointments: { ...state.appointments, [id]: one },
})

const known = ['appointment_cancelled', 'appointment_changed', 'day_closed']

function changed(state: Closures, call: Change & Said): Closures[] {
  if (call.kind === 'close') {
    const after = { ...state, closed: { ...state.closed, [call.day]: call.closed } }
    return judge(state, call, { reasons: [], known: [], after })
  }
  const one = state.appointments[call.id]
  if (!one) return []
  const revision = one.revision + 1
  const isMove = call.kind === 'move'
  const next = isMove
    ? { ...one, revision, day: call.day, time: revision }
    : { ...one, revision, live: false }
  const late = one.live ? 'appointment_changed' : 'appointment_cancelled'
  const isUnchanged = one.live && one.revision === call.revision
  const isClosed = isMove && state.closed[call.day]
  // The message is chosen afterwards: if the day is open again by then, it is that of any change.
  const why = isClosed ? ['day_closed', 'appointment_changed'] : []
  const reasons = [...(isUnchanged ? [] : [late]), ...why]
  return judge(state, call, { reasons, known, after: withBooked(state, call.id, next) })
}

function settled(state: Closures, call: Settling): boolean | Closures {
  const { begun } = state
  switch (call.kind) {
    case 'was closed':
      return state.closed[call.day] === true
    case 'was empty':
      return !state.closed[call.day] || standingOn(state, call.day).length === 0
    case 'stood': {
      const times = Object.fromEntries(
        standingOn(state, call.day).map(([id, one]) => [id, one.time]),
      )
      const isSeen = Object.keys(times).toSorted().join() === call.ids.toSorted().join()
      return isSeen && { ...state, begun: { ...begun, [call.token]: times } }
    }
    case 'asked': {
      const times = begun[call.token]
      if (!times) return false
      const asked = Object.entries(times).map(([id, time]) => [`${id} ${time}`, true as const])
      const rest = without(begun, call.token)
      return { ...state, begun: rest, asked: { ...state.asked, ...Object.fromEntries(asked) } }
    }
    case 'found': {
      const one = state.appointments[call.id]
      if (!one?.live || !state.closed[one.day]) return false
      return { ...state, begun: { ...begun, [call.token]: { [call.id]: one.revision } } }
    }
    case 'cancelled': {
      const one = state.appointments[call.id]
      if (!one?.live || begun[call.token]?.[call.id] !== one.revision) return false
      const gone = { ...one, revision: one.revision + 1, live: false }
      return withBooked({ ...state, begun: without(begun, call.token) }, call.id, gone)
    }
    default: {
      const one = state.appointments[call.id]
      return !one?.live || one.day !== call.day || !state.closed[call.day]
    }
  }
}

function seen(state: Closures, call: Extract<ClosureCall, { kind: 'read' | 'count' }>): unknown {
  if (call.kind === 'read') {
    const one = state.appointments[call.id]
    return one && { day: one.day, revision: one.revision, live: one.live }
  }
  if (!state.closed[call.day]) return null
  const standing = standingOn(state, call.day)
  const asked = standing.filter(([id, { time }]) => state.asked[`${id} ${time}`])
  return { appointments: standing.length, asked: asked.length }
}

/** The sequential rules of settling appointments on closed days. */
export const closureRules: Rules<ClosureCall, Closures> = {
  keyOf,
  step(state, call) {
    if (call.kind === 'turn') return [call.closures]
    if (call.kind === 'read' || call.kind === 'count') {
      return keyOf(seen(state, call)) === keyOf(call.seen) ? [state] : []
    }
    if ('answer' in call) return changed(state, call)
    const after = settled(state, call)
    if (typeof after === 'boolean') return after ? [state] : []
    return [after]
  },
}
