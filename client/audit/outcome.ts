export type Outcome = 'done' | 'refused' | 'failed' | 'unfinished'

/** How a call ended, by the status of its answer; `null` where none was given. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null) return 'unfinished'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'done'
}

export const tones: Record<Outcome, 'good' | 'warn' | 'bad'> = {
  done: 'good',
  refused: 'bad',
  failed: 'bad',
  unfinished: 'warn',
}
