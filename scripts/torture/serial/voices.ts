import { judge } from './judge.ts'
import type { Rules } from './order.ts'

/** What somebody wrote, and what staff made of it; `revision` stays 0 where none is counted. */
export type Voice = { text: string; state: string; revision: number }

/** What was written, by what it is about. */
export type Voices = Readonly<Record<string, Voice>>

export type Shown = 'id' | keyof Voice

/** `answer` is `ok`, a refusal's code, or `unknown` where no answer came. */
export type VoiceCall =
  | { kind: 'write'; id: string; text: string; answer: string }
  | { kind: 'rewrite'; id: string; text: string; answer: string }
  /** `revision` that it was decided on, `null` for any; `seen` is the line that the answer shows. */
  | {
      kind: 'decide'
      id: string
      state: string
      revision: number | null
      answer: string
      seen?: { shows: Shown[]; line: string }
    }
  /** All of these states, or of them only those about `ids`: one line for each. */
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

/** What it is after a call that is allowed; what is written waits for staff. */
function after(one: Voice | undefined, call: Write, waiting: string): Voice {
  const { text = '', revision = 0 } = one ?? {}
  if (call.kind === 'write') return { text: call.text, state: waiting, revision: 0 }
  if (call.kind === 'rewrite') return { text: call.text, state: waiting, revision: revision + 1 }
  return { text, state: call.state, revision: call.revision === null ? revision : revision + 1 }
}

/** An answer that shows what it has done shows what is there then. */
const isTold = (call: Write, next: Voice): boolean =>
  call.kind !== 'decide' ||
  !call.seen ||
  call.seen.line === lineOf({ id: call.id, ...next }, call.seen.shows)

const known = ['review_exists', 'review_changed', 'not_found']

/** How it goes one call after the other: written once, decided on as it is, read as it is then. */
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
