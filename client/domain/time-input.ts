/** What a time input holds, `08:30`, as minutes since midnight; `null` while it is not complete. */
export function readClock(text: string): number | null {
  const found = /^(\d{2}):(\d{2})(:\d{2})?$/.exec(text)
  return found ? Number(found[1]) * 60 + Number(found[2]) : null
}

/** 510 as `08:30`; 1440, the end of a day, as `00:00`. */
export function writeClock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
}
