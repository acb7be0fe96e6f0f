/** An id that `url(#…)` can carry. */
export function hatchOf(id: string): string {
  return `hatch-${id.replaceAll(/[^\w-]/g, '')}`
}

/** Slanted lines to fill a bar with, for a plot of that id. */
export function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={hatchOf(id)}
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="5" height="5" fill="var(--paper)" />
        <rect width="2" height="5" fill="var(--accent-text)" />
      </pattern>
    </defs>
  )
}
