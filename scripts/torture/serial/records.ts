import type { Rules } from './order.ts'

export type Fields = Readonly<Record<string, string>>

/** A record as the calls of its family see it; `revision` is `null` where it has none. */
export type One = { revision: number | null; fields: Fields; gone: boolean }

/** The existing records, by `space id`. */
export type Records = Readonly<Record<string, One>>

/** The rules of the records of one space. */
export type Space = {
  /** A value that is unique among existing records (`null` for none), and the code of the refusal. */
  unique?: { of(fields: Fields): string | null; code: string }
  /** The codes that answer a call on a record that is gone. */
  gone: readonly string[]
  /** Removing a record that is gone succeeds. */
  forgives?: true
}

type On = { space: string; id: string }

/** `answer` is `ok`, a refusal's code, or `unknown` where no answer came. */
export type RecordCall =
  | (On & { kind: 'add'; fields: Fields; revision: number | null; answer: string })
  | (On & {
      kind: 'change'
      /** The revision it is based on; `null` overwrites any. */
      revision: number | null
      set: Fields
      answer: string
      /** It does not change the revision. */
      isUncounted?: true
      /** The new revision in the answer. */
      now?: number
      /** The fields that the answer shows. */
      shown?: Fields
    })
  | (On & { kind: 'remove'; answer: string })
  /** `null` where the answer was that it is gone. */
  | (On & { kind: 'read'; seen: Pick<One, 'revision' | 'fields'> | null })
  /** All existing records of a space, by id; with `revisions` where the answer has them. */
  | {
      kind: 'list'
      space: string
      seen: Readonly<Record<string, Fields>>
      revisions?: Readonly<Record<string, number | null>>
    }

type Look = Extract<RecordCall, { kind: 'read' | 'list' }>
type Write = Exclude<RecordCall, Look>

export const nameOf = ({ space, id }: On): string => `${space} ${id}`

const wordsOf = (fields: Fields): string =>
  Object.entries(fields)
    .map((one) => one.join('='))
    .toSorted()
    .join('|')

const keyOf = (records: Records): string =>
  Object.entries(records)
    .map(([name, { revision, fields, gone }]) => [name, revision, gone, wordsOf(fields)].join('|'))
    .toSorted()
    .join('\n')

const standingIn = (records: Records, space: string): [string, One][] =>
  Object.entries(records)
    .filter(([name, { gone }]) => !gone && name.startsWith(`${space} `))
    .map(([name, one]) => [name.slice(space.length + 1), one])

function isSeen(records: Records, call: Look): boolean {
  if (call.kind === 'list') {
    const told = (all: [string, Fields][]) =>
      all
        .map(([id, fields]) => `${id}|${wordsOf(fields)}`)
        .toSorted()
        .join('\n')
    const standing = standingIn(records, call.space)
    const { revisions } = call
    if (revisions && standing.some(([id, { revision }]) => revisions[id] !== revision)) return false
    return (
      told(standing.map(([id, { fields }]) => [id, fields])) === told(Object.entries(call.seen))
    )
  }
  const one = records[nameOf(call)]
  if (!call.seen) return one === undefined || one.gone
  if (!one || one.gone) return false
  return one.revision === call.seen.revision && wordsOf(one.fields) === wordsOf(call.seen.fields)
}

/** A record after an allowed call. */
function after(one: One | undefined, call: Write): One {
  if (call.kind === 'add' || !one) {
    const fields = call.kind === 'add' ? call.fields : {}
    return { fields, revision: call.kind === 'add' ? call.revision : null, gone: false }
  }
  if (call.kind === 'remove') return { ...one, gone: true }
  const { revision: before } = one
  const revision = before === null || call.isUncounted ? before : before + 1
  return { revision, fields: { ...one.fields, ...call.set }, gone: false }
}

/** The valid reasons for a refusal; if there are several, any may be given. */
function reasonsAgainst(records: Records, call: Write, { unique, gone }: Space): Set<string> {
  const one = records[nameOf(call)]
  const stands = one !== undefined && !one.gone
  if (call.kind !== 'add' && !stands) return new Set(gone)
  const reasons = new Set<string>()
  if (call.kind === 'change' && call.revision !== null && call.revision !== one?.revision) {
    reasons.add('changed_meanwhile')
  }
  const next = after(stands ? one : undefined, call)
  const own = next.gone ? null : (unique?.of(next.fields) ?? null)
  const others = standingIn(records, call.space).filter(
    ([id]) => call.kind === 'add' || id !== call.id,
  )
  if (unique && own !== null && others.some(([, { fields }]) => unique.of(fields) === own)) {
    reasons.add(unique.code)
  }
  return reasons
}

/** The answer's revision and fields are those of the record at that time. */
function isTold(done: Records, call: Write): boolean {
  if (call.kind !== 'change') return true
  const one = done[nameOf(call)]
  const { now = one?.revision, shown = one?.fields } = call
  return one?.revision === now && wordsOf(one?.fields ?? {}) === wordsOf(shown ?? {})
}

function write(records: Records, call: Write, space: Space): Records[] {
  const one = records[nameOf(call)]
  const reasons = reasonsAgainst(records, call, space)
  const done = { ...records, [nameOf(call)]: after(one?.gone ? undefined : one, call) }
  if (call.answer === 'ok' && reasons.size === 0) return isTold(done, call) ? [done] : []
  if (call.answer === 'ok') {
    return call.kind === 'remove' && space.forgives ? [records] : []
  }
  if (call.answer === 'unknown') return reasons.size === 0 ? [records, done] : [records]
  const known = ['changed_meanwhile', ...space.gone, ...(space.unique ? [space.unique.code] : [])]
  // A refusal for any other reason says nothing about the state.
  return !known.includes(call.answer) || reasons.has(call.answer) ? [records] : []
}

/** The sequential rules of calls on records: revisions, unique names, and removed records. */
export function recordRules(spaces: Readonly<Record<string, Space>>): Rules<RecordCall, Records> {
  return {
    keyOf,
    step(records, call) {
      if (call.kind === 'read' || call.kind === 'list') {
        return isSeen(records, call) ? [records] : []
      }
      const space = spaces[call.space]
      if (!space) throw new Error(`There is no space ${call.space}`)
      return write(records, call, space)
    },
  }
}
