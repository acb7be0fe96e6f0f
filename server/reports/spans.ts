/** From a minute of a day to another, the end not included. */
export type Span = { start: number; end: number }

/** What lies in any of some spans, in order and apart from each other. */
export function union(spans: readonly Span[]): Span[] {
  const whole: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = whole.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else whole.push({ start, end })
  }
  return whole
}

/** What of some spans lies in none of the others. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, { start, end }) =>
      left.flatMap((span) =>
        [
          { start: span.start, end: Math.min(span.end, start) },
          { start: Math.max(span.start, end), end: span.end },
        ].filter((part) => part.start < part.end),
      ),
    [...spans],
  )
}

export function minutesIn(spans: readonly Span[]): number {
  return union(spans).reduce((sum, { start, end }) => sum + end - start, 0)
}
