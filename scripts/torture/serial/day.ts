import type { VisitStatus } from '../../../contract/schedule/staff-appointment.ts'

/** An appointment as staff read it; `cell` is a day and a slot of the only treatment. */
export type Seen = {
  revision: number
  cell: string
  who: string
  status: VisitStatus | 'cancelled'
  paid: boolean
}

/** A call and its outcome: `ok`, a refusal's code, or `unknown` where no answer came. */
export type DayCall =
  | { kind: 'book'; who: string; cell: string; answer: string; id: string }
  | { kind: 'move'; id: string; revision: number; cell: string; answer: string }
  | { kind: 'cancel' | 'pay' | 'unpay'; id: string; revision: number; answer: string }
  | { kind: 'mark'; id: string; revision: number; status: VisitStatus; answer: string }
  | { kind: 'read'; id: string; seen: Seen }
  | { kind: 'free'; cells: string[]; free: string[] }
  /** A patient's own appointments: the cell of each, by id. */
  | { kind: 'list'; who: string; own: Readonly<Record<string, string>> }

/** The appointments, by id. */
export type Day = Readonly<Record<string, Seen>>

const dayOf = (cell: string) => cell.split(' ')[0]

const wordsOf = ({ revision, cell, who, status, paid }: Seen) =>
  [revision, cell, who, status, paid].join('|')

/** The same text for equal days, in whichever order they arose. */
export const keyOf = (day: Day): string =>
  Object.entries(day)
    .map(([id, one]) => `${id}|${wordsOf(one)}`)
    .toSorted()
    .join()

/** Why a cell is taken, except by the appointment that would move there. */
function inTheWay(day: Day, { who, cell }: Pick<Seen, 'who' | 'cell'>, own?: string): Set<string> {
  const reasons = new Set<string>()
  for (const [id, one] of Object.entries(day)) {
    if (id === own || one.status === 'cancelled') continue
    if (one.cell === cell) reasons.add('slot_taken')
    if (one.who === who && dayOf(one.cell) === dayOf(cell)) reasons.add('already_booked')
  }
  return reasons
}

type Look = Extract<DayCall, { kind: 'read' | 'free' | 'list' }>
type Change = Exclude<DayCall, Look | { kind: 'book' }>

/** An appointment after an allowed change. */
function changed(one: Seen, call: Change): Seen {
  const { revision, ...rest } = one
  const next = { ...rest, revision: revision + 1 }
  if (call.kind === 'move') return { ...next, cell: call.cell, status: 'booked' }
  if (call.kind === 'cancel') return { ...next, status: 'cancelled' }
  if (call.kind === 'mark')
    return one.status === call.status ? one : { ...next, status: call.status }
  return { ...next, paid: call.kind === 'pay' }
}

const staleOf = ({ status }: Seen) =>
  status === 'cancelled' ? 'appointment_cancelled' : 'appointment_changed'

/** The valid reasons for refusing a change; if there are several, any may be given. */
function reasonsAgainst(day: Day, one: Seen, call: Change): Set<string> {
  // Money taken at the desk is refunded there, also for a cancelled appointment.
  if (one.status === 'cancelled' && call.kind !== 'unpay') return new Set(['appointment_cancelled'])
  if (one.revision !== call.revision) return new Set([staleOf(one)])
  switch (call.kind) {
    case 'pay':
      return new Set(one.paid ? ['already_paid'] : [])
    case 'unpay':
      return new Set(one.paid ? [] : ['not_desk_paid'])
    case 'mark':
      return new Set(staysAway(one, call.status) ? ['patient_arrived'] : [])
    default:
      return new Set([
        ...(one.status === 'completed' ? ['visit_completed'] : []),
        ...(call.kind === 'move' ? inTheWay(day, { ...one, cell: call.cell }, call.id) : []),
      ])
  }
}

/** A patient who was there cannot be marked as a no-show. */
const staysAway = ({ status }: Seen, to: VisitStatus) =>
  to === 'no_show' && status !== 'booked' && status !== 'no_show'

/** A refusal for any other reason says nothing about the state. */
const known = new Set([
  ...['slot_taken', 'already_booked', 'appointment_cancelled', 'appointment_changed'],
  ...['already_paid', 'not_desk_paid', 'patient_arrived', 'visit_completed'],
])

const isListed = ({ who, status }: Seen, patient: string) =>
  who === patient && status !== 'cancelled'

const linesOf = (entries: string[][]) =>
  entries
    .map((one) => one.join('|'))
    .toSorted()
    .join()

/** Whether a read matches the day. */
function isSeen(day: Day, call: Look): boolean {
  if (call.kind === 'read') {
    const one = day[call.id]
    return one !== undefined && wordsOf(one) === wordsOf(call.seen)
  }
  if (call.kind === 'free') {
    const taken = Object.values(day).filter(({ status }) => status !== 'cancelled')
    const free = call.cells.filter((cell) => !taken.some((one) => one.cell === cell))
    return free.join() === call.free.join()
  }
  const own = Object.entries(day).filter(([, one]) => isListed(one, call.who))
  const standing = own.map(([id, { cell }]) => [id, cell])
  return linesOf(standing) === linesOf(Object.entries(call.own))
}

/** The rules of design.md for one treatment without doctors, applied sequentially. */
export function step(day: Day, call: DayCall): Day[] {
  if (call.kind === 'read' || call.kind === 'free' || call.kind === 'list') {
    return isSeen(day, call) ? [day] : []
  }
  const { reasons, after } = outcome(day, call)
  if (call.answer === 'ok') return reasons.size === 0 ? [after] : []
  if (call.answer === 'unknown') return reasons.size === 0 ? [day, after] : [day]
  return !known.has(call.answer) || reasons.has(call.answer) ? [day] : []
}

function outcome(day: Day, call: Exclude<DayCall, Look>): { reasons: Set<string>; after: Day } {
  if (call.kind === 'book') {
    const { who, cell, id } = call
    const made: Seen = { revision: 0, cell, who, status: 'booked', paid: false }
    return { reasons: inTheWay(day, call), after: { ...day, [id]: made } }
  }
  const one = day[call.id]
  if (!one) return { reasons: new Set(['not_found']), after: day }
  return {
    reasons: reasonsAgainst(day, one, call),
    after: { ...day, [call.id]: changed(one, call) },
  }
}
