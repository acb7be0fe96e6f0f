import type { Rules } from '../order.ts'

/** An appointment without its doctor, and the decision about it. */
export type Displaced = { revision: number; way: 'ask' | 'cancel' | null; answered: boolean }
export type Settlements = Readonly<Record<string, Displaced>>

type Shown = { way: string | null; answer: string }
/** `answer` is `ok`, a refusal's code, or `unknown` where no answer came. */
type Write =
  /** Based on the appointment at a revision. */
  | { kind: 'settle'; id: string; way: 'ask' | 'cancel'; revision: number; answer: string }
  /** Records that the patient has answered by phone, or has not. */
  | { kind: 'note'; id: string; answered: boolean; answer: string }
  | { kind: 'write again'; id: string; answer: string }
export type SettlementCall =
  | Write
  /** A doctor is away: earlier appointments are no longer checked. */
  | { kind: 'displace'; left: Readonly<Record<string, number>> }
  | { kind: 'read'; seen: Readonly<Record<string, Shown>> }

const known = new Set(['appointment_changed', 'appointment_cancelled', 'already_answered'])

const keyOf = (settlements: Settlements): string =>
  Object.entries(settlements)
    .map(([id, { revision, way, answered }]) => [id, revision, way, answered].join(' '))
    .toSorted()
    .join('|')

function answerOf({ way, answered }: Displaced): string {
  if (way === 'cancel') return 'cancelled'
  if (way === null) return 'left'
  return answered ? 'by_phone' : 'waiting'
}

function isSeen(settlements: Settlements, seen: Readonly<Record<string, Shown>>): boolean {
  const all = Object.entries(settlements)
  const isShown = ([id, one]: [string, Displaced]) =>
    seen[id]?.way === one.way && seen[id].answer === answerOf(one)
  return all.length === Object.keys(seen).length && all.every(isShown)
}

/** The reason for a refusal, or the state after it. */
function outcome(one: Displaced, call: Write): string | Displaced {
  if (call.kind === 'settle') {
    if (one.way === 'cancel') return 'appointment_cancelled'
    if (one.revision !== call.revision) return 'appointment_changed'
    return { revision: one.revision + 1, way: call.way, answered: false }
  }
  if (one.way !== 'ask') return 'already_answered'
  if (call.kind === 'note') return { ...one, answered: call.answered }
  return one.answered ? 'already_answered' : one
}

/** The sequential rules of settling appointments without their doctor. */
export const settlementRules: Rules<SettlementCall, Settlements> = {
  keyOf,
  step(settlements, call) {
    if (call.kind === 'read') return isSeen(settlements, call.seen) ? [settlements] : []
    if (call.kind === 'displace') {
      const left = Object.entries(call.left)
      const fresh = { way: null, answered: false } as const
      return [Object.fromEntries(left.map(([id, revision]) => [id, { ...fresh, revision }]))]
    }
    const one = settlements[call.id]
    if (!one) return []
    const then = outcome(one, call)
    const done = typeof then === 'string' ? undefined : { ...settlements, [call.id]: then }
    if (call.answer === 'ok') return done ? [done] : []
    if (call.answer === 'unknown') return done ? [settlements, done] : [settlements]
    return !known.has(call.answer) || call.answer === then ? [settlements] : []
  },
}
