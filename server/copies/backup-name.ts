const pattern = /^molar-(\d{8})T\d{6}Z(?:-(\d{4,}))?\.tar\.gz(?:\.age)?$/

/** Which backups stay: so many of the newest, or the newest of each of so many days. */
export type Kept = { newest: number } | { days: number }

/**
 * When it was made, and a number one higher than any there: two of one second differ, and what is newest
 * does not depend on a clock that was set back.
 */
export function nameBackup(at: Date, present: string[], isEncrypted: boolean): string {
  const stamp = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const number = 1 + Math.max(0, ...present.map((name) => parse(name)?.number ?? 0))
  const ending = isEncrypted ? '.tar.gz.age' : '.tar.gz'
  return `molar-${stamp}-${String(number).padStart(4, '0')}${ending}`
}

/** The backups among the names of a folder, oldest first; those of before there were numbers by their time. */
export function sortBackups(names: string[]): string[] {
  return names
    .map(parse)
    .filter((it) => it !== undefined)
    .toSorted((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}

/** When a backup of that name was begun, in epoch milliseconds. */
export function backupTime(name: string): number {
  return Date.parse(
    name.replace(/^molar-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'),
  )
}

/** Those of a folder's names that may go, oldest first. */
export function chooseOld(names: string[], kept: Kept): string[] {
  const sorted = sortBackups(names)
  if ('newest' in kept) return sorted.slice(0, Math.max(0, sorted.length - kept.newest))
  // A later one of the same day takes the earlier one's place.
  const newestOfDay = new Map(sorted.map((name) => [dayOf(name), name]))
  const staying = new Set(sortBackups([...newestOfDay.values()]).slice(-kept.days))
  return sorted.filter((name) => !staying.has(name))
}

function parse(name: string): { name: string; number: number } | undefined {
  const match = pattern.exec(name)
  return match ? { name, number: Number(match[2] ?? 0) } : undefined
}

function dayOf(name: string): string {
  return name.slice('molar-'.length, 'molar-20260601'.length)
}
