import { judge, keyOf, type Said } from './judge.ts'
import type { Rules } from './order.ts'

/** An appointment; `cell` is a day and a slot, `timed` the revision at which its time was set. */
export type Visit = {
  revision: number
  cell: string
  who: string
  timed: number
  confirmed: boolean
  cancelled: boolean
}

/** The reminder settings of an address. */
type Notices = { byMail: boolean; phone: string | null }

/** Appointments by id, and reminder settings by address. */
export type Desk = {
  visits: Readonly<Record<string, Visit>>
  notices: Readonly<Record<string, Notices>>
}

/** By the link of a mail about the time of that revision, or by its signed-in holder. */
type By = { id: string; link: number | null }

export type LinkCall =
  | ({ kind: 'book'; id: string; who: string; cell: string } & Said)
  | ({ kind: 'move'; revision: number; cell: string } & By & Said)
  | ({ kind: 'cancel'; revision: number } & By & Said)
  | ({ kind: 'confirm' } & By & Said)
  /** The appointment that a link shows. */
  | ({ kind: 'look'; seen: Pick<Visit, 'revision' | 'cell' | 'confirmed'> | null } & By & Said)
  | { kind: 'read'; id: string; seen: Omit<Visit, 'timed'> }
  /** A patient's appointments with their cells, by id. */
  | { kind: 'list'; who: string; seen: Readonly<Record<string, string>> }
  | ({ kind: 'notices'; email: string; set: Partial<Notices> } & Said)
  | { kind: 'reminded'; email: string; seen: Notices }

type Change = Extract<LinkCall, { kind: 'move' | 'cancel' | 'confirm' | 'look' }>

/** A refusal for any other reason says nothing about the state. */
const known = [
  ...['link_void', 'appointment_cancelled', 'appointment_changed', 'not_found'],
  ...['slot_taken', 'already_booked'],
]

/** The sequential rules of appointments changed by links and by their holders. */
export const linkRules: Rules<LinkCall, Desk> = {
  keyOf,
  step(desk, call) {
    const { visits, notices } = desk
    switch (call.kind) {
      case 'book': {
        const { id, who, cell } = call
        const made = { revision: 0, cell, who, timed: 0, confirmed: false, cancelled: false }
        const after = { ...desk, visits: { ...visits, [id]: made } }
        return judge(desk, call, { reasons: inTheWay(desk, call), known, after })
      }
      case 'read':
        return isSeen(visits[call.id], call.seen) ? [desk] : []
      case 'list':
        return keyOf(cellsOf(desk, call.who)) === keyOf(call.seen) ? [desk] : []
      case 'notices': {
        const { email, set } = call
        const changed = { byMail: true, phone: null, ...notices[email], ...set }
        const after = { ...desk, notices: { ...notices, [email]: changed } }
        return judge(desk, call, { reasons: [], known, after })
      }
      case 'reminded':
        return keyOf(notices[call.email]) === keyOf(call.seen) ? [desk] : []
      default:
        return change(desk, call)
    }
  },
}

function change(desk: Desk, call: Change): Desk[] {
  const one = desk.visits[call.id]
  if (!one) return judge(desk, call, { reasons: ['not_found'], known, after: desk })
  if (call.kind === 'look' && call.seen && !isSeen(one, call.seen)) return []
  const after = { ...desk, visits: { ...desk.visits, [call.id]: changed(one, call) } }
  return judge(desk, call, { reasons: reasonsAgainst(desk, one, call), known, after })
}

/** The valid reasons for a refusal; if there are several, any may be given. */
function reasonsAgainst(desk: Desk, one: Visit, call: Change): string[] {
  const isLate = 'revision' in call && call.revision !== one.revision
  return [
    ...(call.link !== null && call.link !== one.timed ? ['link_void'] : []),
    ...(one.cancelled ? ['appointment_cancelled'] : []),
    ...(isLate ? ['appointment_changed'] : []),
    ...(call.kind === 'move' ? inTheWay(desk, { ...one, cell: call.cell }, call.id) : []),
  ]
}

function changed(one: Visit, call: Change): Visit {
  const revision = one.revision + 1
  if (call.kind === 'look' || (call.kind === 'confirm' && one.confirmed)) return one
  if (call.kind === 'confirm') return { ...one, revision, confirmed: true }
  if (call.kind === 'cancel') return { ...one, revision, cancelled: true }
  // A new time is unconfirmed, and has links of its own.
  return { ...one, revision, cell: call.cell, timed: revision, confirmed: false }
}

const dayOf = (cell: string) => cell.slice(0, 10)

/** Why a cell is taken, except by the appointment that would move there. */
function inTheWay(
  { visits }: Desk,
  { who, cell }: Pick<Visit, 'who' | 'cell'>,
  own?: string,
): string[] {
  const others = Object.entries(visits).filter(([id, { cancelled }]) => id !== own && !cancelled)
  return others.flatMap(([, one]) => [
    ...(one.cell === cell ? ['slot_taken'] : []),
    ...(one.who === who && dayOf(one.cell) === dayOf(cell) ? ['already_booked'] : []),
  ])
}

const cellsOf = ({ visits }: Desk, who: string) =>
  Object.fromEntries(
    Object.entries(visits)
      .filter(([, one]) => one.who === who && !one.cancelled)
      .map(([id, { cell }]) => [id, cell]),
  )

/** Whether everything that was seen of it is true. */
const isSeen = (one: Visit | undefined, seen: Partial<Visit>): boolean =>
  one !== undefined && keyOf({ ...one, ...seen }) === keyOf(one)
