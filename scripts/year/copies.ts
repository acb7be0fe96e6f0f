import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from '../../server/copies/session.ts'
import { migrationNames } from '../../server/db/migrate.ts'
import {
  migrateTo,
  olderFile,
  readLines,
  readOlder,
  writeLines,
} from '../../server/testing/database/older.ts'
import { molar, openPortal, tryMolar } from './program.ts'
import { compareWith, emptyRow, note, onlyFile, type Row, type Scene, settingsOf } from './scene.ts'
import { compareSums, type Sums, sumBackup, sumPlace } from './sums.ts'

/** The baseline of every step: the data folder of a filled clinic, and its checksums. */
export type Clinic = { dataDir: string; sums: Sums }

const passphrase = 'a clinic that runs for years'

/** The first start in an empty folder, filled with the demo clinic; or a copy of `given`. Started once more. */
export async function install(scene: Scene, given?: string): Promise<{ row: Row; clinic: Clinic }> {
  const dataDir = given ? scene.copyOf(given) : scene.folder('clinic')
  const demo = given ? undefined : await openPortal(settingsOf({ dataDir }), { isDemo: true })
  await demo?.end('SIGTERM')
  const portal = await openPortal(settingsOf({ dataDir }))
  await portal?.end('SIGTERM')
  await molar(settingsOf({ dataDir }), 'verify')
  const sums = await sumPlace({ dataDir })
  const row = emptyRow()
  await compareWith(row, sums, { dataDir: scene.copyOf(dataDir) }, 'a copy of the folder')
  return { row, clinic: { dataDir, sums } }
}

/** Plain and encrypted backups, while the portal runs and after it; each restored into both engines. */
export async function backUpAndRestore(scene: Scene, { dataDir, sums }: Clinic): Promise<Row> {
  const row = emptyRow()
  for (const key of [undefined, passphrase]) {
    const to = scene.folder('backups')
    const keyed = key ? { BACKUP_KEY: key } : {}
    await molar({ ...settingsOf({ dataDir }), ...keyed }, 'backup', '--to', to)
    const file = onlyFile(to)
    note(row, compareSums(sums, await sumBackup(file, key)), `backup${key ? ', encrypted' : ''}`)
    await molar({ ...settingsOf({ dataDir: scene.folder('aside') }), ...keyed }, 'verify', file)
    for (const place of [{ dataDir: scene.folder('restored') }, await scene.postgres('beside')]) {
      await molar({ ...settingsOf(place), ...keyed }, 'restore', file)
      await molar(settingsOf(place), 'verify')
      await compareWith(row, sums, place, `restored${key ? ', encrypted' : ''}`)
    }
  }
  return row
}

/**
 * The filled clinics of seven migrations, the first and the newest among them, on both engines. Their rows were
 * inserted by hand, bypassing triggers, so `verify` may report some; it must report the same on both. Each
 * engine numbers the people of the search index differently.
 */
export async function upgrade(scene: Scene): Promise<Row> {
  const row = emptyRow()
  for (const migration of evenly(7)) {
    const sqlite = { dataDir: scene.folder('older') }
    const postgres = await scene.postgres('older')
    const found: string[] = []
    for (const place of [sqlite, postgres]) {
      await molar(settingsOf(place), 'restore', olderFile(migration))
      found.push((await tryMolar(settingsOf(place), ['verify'])).said)
    }
    const [one, other] = [await sumPlace(sqlite), await sumPlace(postgres)]
    const isNumbered = (table: string) => table.startsWith('searchPeople')
    note(row, compareSums(one, other, isNumbered), `${migration} on PostgreSQL`)
    if (found[0] !== found[1]) row.differences.push(`${migration}: verify says ${found.join()}`)
  }
  return row
}

/**
 * Data folders of older versions, opened by a start that is killed repeatedly. A portal that has started serves
 * the waitlist at once: its two tables are compared after that, without the instants at which it happened.
 */
export async function killStarts(scene: Scene, times: number): Promise<Row> {
  const row = emptyRow()
  const isServed = (table: string) => served.includes(table)
  const start = (place: { dataDir: string }) => ({
    ...settingsOf(place),
    AUTH_SECRET: 'the same one in each of the folders',
  })
  for (const migration of evenly(4).slice(0, 3)) {
    const older = { dataDir: scene.folder('older') }
    await migrateTo(older, migration)
    await writeLines(older, await readOlder(migration))
    const usual = { dataDir: scene.copyOf(older.dataDir) }
    const portal = await openPortal(start(usual))
    await untilServed(usual)
    await portal?.end('SIGTERM')
    const sums = await sumPlace(usual)
    const killed = { dataDir: scene.copyOf(older.dataDir) }
    for (let time = 0; time < times; time += 1) {
      const killAfterMs = scene.between(100, Math.max(100, (portal?.ms ?? 0) - 50))
      const opened = await openPortal(start(killed), { killAfterMs })
      await opened?.end('SIGKILL')
      row.kills += 1
    }
    const last = await openPortal(start(killed))
    await untilServed(killed)
    await last?.end('SIGTERM')
    const found = [usual, killed].map((place) => tryMolar(settingsOf(place), ['verify']))
    const [one, other] = await Promise.all(found)
    if (one?.said !== other?.said) row.differences.push(`${migration}: verify says ${other?.said}`)
    note(row, compareSums(sums, await sumPlace(killed), isServed), `${migration}, killed`)
    const [lines, others] = [await readServed(usual), await readServed(killed)]
    row.rows += lines.length
    if (lines.join() !== others.join())
      row.differences.push(`${migration}: the waitlist is another`)
  }
  return row
}

const served = ['offers', 'waits']

/** The rows of the waitlist's tables, without the instants at which a portal served them. */
async function readServed(place: Place): Promise<string[]> {
  const lines = await readLines(place)
  const moments = /"(checkAt|endedAt|settledAt)":"[^"]+"/g
  return served
    .flatMap((table) => lines.get(table) ?? [])
    .map((line) => line.replace(moments, '"$1":"at"'))
}

/** All work that the stored clinics wait for is done. */
async function untilServed(place: Place): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const lines = await readServed(place)
    if (!lines.some((line) => /"state":"(waiting|open)"/.test(line))) return
    await wait(200)
  }
  throw new Error(`The waitlist of ${place.dataDir} was not served`)
}

/** This many migrations, the first and the newest among them. */
function evenly(count: number) {
  const step = (migrationNames.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, at) => migrationNames[Math.round(at * step)]).filter(
    (name) => name !== undefined,
  )
}
