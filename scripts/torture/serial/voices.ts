import { judge } from './judge.ts'
import type { Rules } from './order.ts'

/** A text, and its state as set by staff; `revision` stays 0 where there is none. */
type Voice = { text: string; state: string; revision: number }

/** The texts, by their subject. */
export type Voices = Readonly<Record<string, Voice>>

export type Shown = 'id' | keyof Voice

/** `answer` is `ok`, a refusal's code, or `unknown` where no answer came. */
export type VoiceCall =
  | { kind: 'write'; id: string; text: string; answer: string }
  | { kind: 'rewrite'; id: string; text: string; answer: string }
  /** `revision` is the one it is based on, `null` for any; `seen` is the line in the answer. */
  | {
      kind: 'decide'
      id: string
      state: string
      revision: number | null
      answer: string
      seen?: { shows: Shown[]; line: string }
    }
  /** All of these states, or only those about `ids`: one line for each. */
  | { kind: 'list'; states: string[]; ids?: string[]; shows: Shown[]; seen: string[] }
  | { kind: 'count'; state: string; seen: number }

type Look = Extract<VoiceCall, { kind: 'list' | 'count' }>
type Write = Exclude<VoiceCall, Look>

export const lineOf = (one: Readonly<Partial<Record<Shown, unknown>>>, shows: Shown[]): string =>
  shows.map((name) => one[name]).join('|')

const keyOf = (voices: Voices): string =>
  Object.entries(voices)
    .map(([id, { text, state, revision }]) => [id, text, state, revision].join('|'))
    .toSorted()
    .join('\n')

function isSeen(voices: Voices, call: Look): boolean {
  const all = Object.entries(voices)
  if (call.kind === 'count') {
    return all.filter(([, { state }]) => state === call.state).length === call.seen
  }
  const { ids, states, shows, seen } = call
  const lines = all
    .filter(([id, { state }]) => states.includes(state) && (!ids || ids.includes(id)))
    .map(([id, one]) => lineOf({ id, ...one }, shows))
  return lines.toSorted().join('\n') === seen.toSorted().join('\n')
}

function reasonsAgainst(one: Voice | undefined, call: Write): string[] {
  if (call.kind === 'write') return one ? ['review_exists'] : []
  if (!one) return ['not_found']
  const isStale = call.kind === 'decide' && call.revision !== null && call.revision !== one.revision
  return isStale ? ['review_changed'] : []
}

/** The record after an allowed call; a written text waits for staff. */
function after(one: Voice | undefined, call: Write, waiting: string): Voice {
  const { text = '', revision = 0 } = one ?? {}
  if (call.kind === 'write') return { text: call.text, state: waiting, revision: 0 }
  if (call.kind === 'rewrite') return { text: call.text, state: waiting, revision: revision + 1 }
  return { text, state: call.state, revision: call.revision === null ? revision : revision + 1 }
}

/** An answer that shows its result shows the state at that time. */
const isTold = (call: Write, next: Voice): boolean =>
  call.kind !== 'decide' ||
  !call.seen ||
  call.seen.line === lineOf({ id: call.id, ...next }, call.seen.shows)

const known = ['review_exists', 'review_changed', 'not_found']

/** The sequential rules of texts: written once, decided on by revision. */
export const voiceRules = (waiting: string): Rules<VoiceCall, Voices> => ({
  keyOf,
  step(before, call) {
    if (call.kind === 'list' || call.kind === 'count') return isSeen(before, call) ? [before] : []
    const one = before[call.id]
    const next = after(one, call, waiting)
    if (!isTold(call, next)) return []
    const done = { ...before, [call.id]: next }
    return judge(before, call, { after: done, reasons: reasonsAgainst(one, call), known })
  },
})
