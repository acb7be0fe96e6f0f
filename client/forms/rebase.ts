import { isSame } from './problems.ts'

/** A draft after somebody else has saved what it was made from. */
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
 * Puts a draft that was made from `base` upon what somebody else has saved since. What only they changed
 * is taken over, what was typed stays.
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
