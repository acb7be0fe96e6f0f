/** A call's answer: `ok`, the code of a refusal, or `unknown` where no answer came. */
export type Said = { answer: string }

/**
 * The states that a call may leave behind. `reasons` are the valid reasons for a refusal, of which any may be
 * given; `known` are the codes that depend on the state: a refusal with another code says nothing about it.
 */
export function judge<State>(
  state: State,
  { answer }: Said,
  { reasons, known, after }: { reasons: string[]; known: readonly string[]; after: State },
): State[] {
  if (answer === 'ok') return reasons.length === 0 ? [after] : []
  if (answer === 'unknown') return reasons.length === 0 ? [state, after] : [state]
  return !known.includes(answer) || reasons.includes(answer) ? [state] : []
}

/** The same text for equal states, in whichever order their parts arose. */
export const keyOf = (state: unknown): string =>
  JSON.stringify(state, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** All entries but this one. */
export function without<One>(
  all: Readonly<Record<string, One>>,
  name: string,
): Record<string, One> {
  const { [name]: _, ...others } = all
  return others
}
