import { judge } from './judge.ts'
import type { Rules } from './order.ts'

/** The fields that a merge fills where the remaining patient has none. */
export type Filled = { phone: string; note: string; alert: string }
export type Patient = Filled & { revision: number; into: string | null }

/** An appointment with its patient, treatment and time; equal times of one day overlap. */
export type Visit = { patient: string; treatment: string; day: string; slot: string }

/** `id` is `null` until it is read. */
type Merge = { id: string | null; kept: string; gone: string; parts: string[]; undo: Undo }
type Undo = { before: Filled; revision: number }

export type Charts = Readonly<{
  patients: Readonly<Record<string, Patient>>
  visits: Readonly<Record<string, Visit>>
  /** Merges that can be undone, the oldest first, and the ids of undone ones. */
  merges: readonly Merge[]
  undone: readonly string[]
}>

/** `answer` is `ok`, a refusal's code, or `unknown` where no answer came. */
export type MergeCall =
  | { kind: 'merge'; kept: string; gone: string; answer: string }
  /** `gone` is the patient that the answer reports as separate again. */
  | { kind: 'undo'; kept: string; id: string; answer: string; gone?: string }
  | {
      kind: 'note'
      id: string
      revision: number
      set: { note: string; alert: string }
      answer: string
    }
  | { kind: 'read'; id: string; seen: Patient }
  | { kind: 'visits'; id: string; seen: string[] }
  /** The patients merged into a patient, by the id of the merge. */
  | { kind: 'merges'; id: string; seen: Readonly<Record<string, string>> }

type Look = Extract<MergeCall, { kind: 'read' | 'visits' | 'merges' }>
type Change = Exclude<MergeCall, Look>

const keyOf = ({ patients, visits, merges, undone }: Charts): string =>
  JSON.stringify([
    Object.entries(patients).toSorted(),
    Object.entries(visits).toSorted(),
    merges.map(({ id, gone, kept }) => [id, gone, kept].join()).toSorted(),
    undone.toSorted(),
  ])

const visitsOf = ({ visits }: Charts, patient: string): string[] =>
  Object.keys(visits).filter((id) => visits[id]?.patient === patient)

const collide = (one: Visit, other: Visit): boolean =>
  one.day === other.day && (one.treatment === other.treatment || one.slot === other.slot)

function reasonsAgainst(charts: Charts, call: Change): string[] {
  const isOver = (id: string) => charts.patients[id]?.into !== null
  if (call.kind === 'note') {
    if (isOver(call.id)) return ['patient_over']
    return charts.patients[call.id]?.revision === call.revision ? [] : ['changed_meanwhile']
  }
  if (call.kind === 'undo') {
    return isOver(call.kept) || !findMerge(charts, call) ? ['merge_over'] : []
  }
  if (call.kept === call.gone) return ['not_found']
  if (isOver(call.kept) || isOver(call.gone)) return ['patient_over']
  const all = Object.values(charts.visits)
  const own = all.filter(({ patient }) => patient === call.kept)
  const others = all.filter(({ patient }) => patient === call.gone)
  const isInTheWay = own.some((one) => others.some((other) => collide(one, other)))
  return isInTheWay ? ['patients_collide'] : []
}

const findMerge = ({ merges }: Charts, { kept, id }: { kept: string; id: string }) =>
  merges.find((one) => one.id === id && one.kept === kept)

const join = (one: string, other: string): string =>
  one.includes(other) ? one : `${one}\n${other}`.trim()

const fill = (kept: Filled, gone: Filled): Filled => ({
  phone: kept.phone || gone.phone,
  note: join(kept.note, gone.note),
  alert: join(kept.alert, gone.alert).replaceAll('\n', '; '),
})

function moved(charts: Charts, ids: readonly string[], patient: string): Charts['visits'] {
  const entries = Object.entries(charts.visits)
  return Object.fromEntries(
    entries.map(([id, one]) => [id, ids.includes(id) ? { ...one, patient } : one]),
  )
}

function merged(charts: Charts, { kept, gone }: { kept: string; gone: string }): Charts {
  const { patients, merges } = charts
  const [one, other] = [patients[kept], patients[gone]]
  if (!one || !other) return charts
  const { phone, note, alert } = one
  const revision = one.revision + 1
  const parts = visitsOf(charts, gone)
  const undo = { before: { phone, note, alert }, revision }
  return {
    ...charts,
    patients: {
      ...patients,
      [kept]: { ...one, ...fill(one, other), revision },
      [gone]: { ...other, into: kept, revision: other.revision + 1 },
    },
    visits: moved(charts, parts, kept),
    merges: [...merges, { id: null, kept, gone, parts, undo }],
  }
}

/**
 * Undoes a merge: what came with it goes, and so do the fields it filled, unless the record has changed since
 * by more than other merges; what the later ones fill in stays.
 */
function parted(charts: Charts, merge: Merge): Charts {
  const { patients, visits, undone } = charts
  const { kept, gone, parts, undo, id } = merge
  const [one, other] = [patients[kept], patients[gone]]
  if (!one || !other) return charts
  const later = charts.merges
    .filter((each) => each.kept === kept && each.undo.revision > undo.revision)
    .toSorted((each, next) => each.undo.revision - next.undo.revision)
  const isAsMerged = [...later.map((each) => each.undo.revision - 1), one.revision].every(
    (revision, index) => revision === undo.revision + index,
  )
  const left = charts.merges.filter((each) => each !== merge)
  const { back, merges } = isAsMerged
    ? refill({ ...charts, merges: left }, one, [merge, ...later])
    : { back: one, merges: left }
  const theirs = parts.filter((visit) => visits[visit]?.patient === kept)
  return {
    patients: {
      ...patients,
      [kept]: back,
      [gone]: { ...other, into: null, revision: other.revision + 1 },
    },
    visits: moved(charts, theirs, gone),
    merges: followed(merges, gone, other.revision),
    undone: id === null ? undone : [...undone, id],
  }
}

/** The record as it was before the first of some merges, with what the others fill in; these have another to undo. */
function refill(charts: Charts, one: Patient, [first, ...later]: readonly Merge[]) {
  let back: Patient = { ...one, ...first?.undo.before, revision: one.revision + 1 }
  const before = new Map<Merge, Filled>()
  for (const each of later) {
    const { phone, note, alert } = back
    before.set(each, { phone, note, alert })
    const other = charts.patients[each.gone]
    if (other) back = { ...back, ...fill(back, other) }
  }
  const merges = charts.merges.map((each) => {
    return { ...each, undo: { ...each.undo, before: before.get(each) ?? each.undo.before } }
  })
  return { back, merges: followed(merges, first?.kept ?? '', first?.undo.revision ?? 0) }
}

/** Merges into a patient whose record is two revisions further, or one for those after a revision, with what they filled in. */
function followed(merges: readonly Merge[], kept: string, upTo: number): Merge[] {
  return merges.map((one) => {
    if (one.kept !== kept) return one
    const revision = one.undo.revision + (one.undo.revision <= upTo ? 2 : 1)
    return { ...one, undo: { ...one.undo, revision } }
  })
}

function after(charts: Charts, call: Change): Charts {
  if (call.kind === 'merge') return merged(charts, call)
  if (call.kind === 'undo') {
    const merge = findMerge(charts, call)
    return merge ? parted(charts, merge) : charts
  }
  const one = charts.patients[call.id]
  if (!one) return charts
  const next = { ...one, ...call.set, revision: one.revision + 1 }
  return { ...charts, patients: { ...charts.patients, [call.id]: next } }
}

/** The charts with the ids that were read, if those match the merges; of a merged patient none is read. */
function named(charts: Charts, { id: kept, seen }: Extract<MergeCall, { kind: 'merges' }>) {
  if (charts.patients[kept]?.into !== null) return Object.keys(seen).length === 0 ? [charts] : []
  const own = charts.merges.filter((one) => one.kept === kept)
  if (own.length !== Object.keys(seen).length) return []
  const idOf = new Map(Object.entries(seen).map(([id, gone]) => [gone, id]))
  for (const { id, gone } of own) {
    const told = idOf.get(gone)
    if (told === undefined || charts.undone.includes(told)) return []
    if (id !== null && id !== told) return []
  }
  const merges = charts.merges.map((one) =>
    one.kept === kept ? { ...one, id: idOf.get(one.gone) ?? null } : one,
  )
  return [{ ...charts, merges }]
}

function look(charts: Charts, call: Look): Charts[] {
  if (call.kind === 'merges') return named(charts, call)
  if (call.kind === 'visits') {
    const own = visitsOf(charts, call.id)
    return own.toSorted().join() === call.seen.toSorted().join() ? [charts] : []
  }
  const one = charts.patients[call.id]
  const wordsOf = ({ revision, phone, note, alert, into }: Patient) =>
    JSON.stringify([revision, phone, note, alert, into])
  return one && wordsOf(one) === wordsOf(call.seen) ? [charts] : []
}

const known = [
  ...['not_found', 'patient_over', 'patients_collide', 'merge_over', 'changed_meanwhile'],
]

/** The sequential rules of merges and undone merges. */
export const mergeRules: Rules<MergeCall, Charts> = {
  keyOf,
  step(before, call) {
    if (call.kind === 'read' || call.kind === 'visits' || call.kind === 'merges') {
      return look(before, call)
    }
    const isTold =
      call.kind !== 'undo' || call.gone === undefined || findMerge(before, call)?.gone === call.gone
    if (!isTold) return []
    const reasons = reasonsAgainst(before, call)
    return judge(before, call, { after: after(before, call), reasons, known })
  },
}
