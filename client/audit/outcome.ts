import { type AuditEntry, operator } from '../../contract/audit.ts'

export type Outcome = 'now' | 'done' | 'refused' | 'failed' | 'unfinished'

/**
 * How a call ended, by the status of its answer; `null` where none was given. A look at the audit is
 * written before it is answered, so it lists itself without one.
 */
export function outcomeOf({ action, status }: Pick<AuditEntry, 'action' | 'status'>): Outcome {
  if (status === null) return action === 'audit_read' ? 'now' : 'unfinished'
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'done'
}

export const tones: Record<Outcome, 'calm' | 'good' | 'warn' | 'bad'> = {
  now: 'calm',
  done: 'good',
  refused: 'bad',
  failed: 'bad',
  unfinished: 'warn',
}

/** Who did it: an e-mail, but of what `molar admin` did the word for that. */
export function actorText(actor: string, words: { operator: string }): string {
  return actor === operator ? words.operator : actor
}
