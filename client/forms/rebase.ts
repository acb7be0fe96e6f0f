import { isSame } from './problems.ts'

/** A draft, merged with what another account has saved since it was made. */
export type Rebased<Draft> = {
  draft: Draft
  /** What they saved. */
  theirs: Draft
  /** What they changed: the draft has it now. */
  taken: (keyof Draft)[]
  /** What both changed: the draft has its own. */
  kept: (keyof Draft)[]
}

/**
 * Merges a draft that was made from `base` with what another account has saved since. Fields that only the
 * other account changed are taken over; typed values stay.
 */
export function rebase<Draft extends object>(
  base: Draft,
  theirs: Draft,
  mine: Draft,
): Rebased<Draft> {
  const fields = Object.keys(theirs).filter((field): field is keyof Draft & string => field in mine)
  const changed = fields.filter((field) => !isSame(theirs[field], base[field]))
  const isTyped = (field: keyof Draft) => !isSame(mine[field], base[field])
  const taken = changed.filter((field) => !isTyped(field))
  const kept = changed.filter((field) => isTyped(field) && !isSame(mine[field], theirs[field]))
  const draft = { ...mine }
  for (const field of taken) draft[field] = theirs[field]
  return { draft, theirs, taken, kept }
}
