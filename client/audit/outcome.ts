/** How a call ended, by the status of its answer; `null` where none was given. */
export function outcomeOf(status: number | null): { text: string; tone: 'good' | 'warn' | 'bad' } {
  if (status === null) return { text: 'Not finished', tone: 'warn' }
  if (status >= 500) return { text: 'Failed', tone: 'bad' }
  if (status >= 400) return { text: 'Refused', tone: 'bad' }
  return { text: 'Done', tone: 'good' }
}
