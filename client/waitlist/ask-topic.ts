import { type Day, parseDay } from '../../contract/date.ts'

/** What a wish is about, as the address says it. */
export type Topic =
  | { kind: 'change'; id: string }
  | { kind: 'appointment'; id: string }
  | { kind: 'treatment'; treatment: string | null; day: Day | null }

/** `null`: the address asks for nothing, then one sees one's wishes. */
export function readTopic(query: URLSearchParams): Topic | null {
  const wish = query.get('wish')
  if (wish) return { kind: 'change', id: wish }
  const appointment = query.get('appointment')
  if (appointment) return { kind: 'appointment', id: appointment }
  const treatment = query.get('treatment')
  const date = query.get('date')
  if (treatment === null && date === null) return null
  return { kind: 'treatment', treatment: treatment || null, day: parseDay(date ?? '') }
}
