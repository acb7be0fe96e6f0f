import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from '../../server/copies/session.ts'
import { createDice } from '../demo-clinic/dice.ts'
import { createDatabase } from '../postgres.ts'
import { type Settings, tryMolar } from './program.ts'
import { type Compared, compareSums, type Sums, sumPlace } from './sums.ts'

/** One line of the result table. */
export type Row = {
  attempts: number
  kills: number
  rows: number
  files: number
  differences: string[]
}

export type Scene = ReturnType<typeof openScene>

/** What the steps share: a folder for everything, a PostgreSQL server, and the seed of the kills. */
export function openScene(given: { home: string; postgresUrl: string; seed: number }) {
  const { home, postgresUrl } = given
  const { between } = createDice(given.seed)
  let names = 0
  const path = (name: string) => {
    names += 1
    return join(home, `${String(names).padStart(3, '0')}-${name}`)
  }
  return {
    between,
    /** The latest moment for a kill; set to the duration of an undisturbed command. */
    longestMs: 3000,
    /** A path for a folder that does not exist yet. */
    unused: path,
    /** An empty folder. */
    folder(name: string): string {
      const folder = path(name)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    /** A copy of a data folder that no program has open. */
    copyOf(dataDir: string): string {
      const folder = path('copy')
      cpSync(dataDir, folder, { recursive: true })
      return folder
    },
    async postgres(name: string): Promise<Place & { databaseUrl: string }> {
      const database = await createDatabase(postgresUrl)
      return { dataDir: path(name), databaseUrl: database.url }
    },
  }
}

export function emptyRow(): Row {
  return { attempts: 0, kills: 0, rows: 0, files: 0, differences: [] }
}

export function note(row: Row, { rows, files, differences }: Compared, where: string): void {
  row.attempts += 1
  row.rows += rows
  row.files += files
  row.differences.push(...differences.map((difference) => `${where}: ${difference}`))
}

export async function compareWith(row: Row, was: Sums, place: Place, where: string) {
  note(row, compareSums(was, await sumPlace(place)), where)
}

export function settingsOf({ dataDir, databaseUrl }: Place): Settings {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
}

/** The only backup in a folder, which must have no other file: leftovers of a killed backup are gone. */
export function onlyFile(folder: string): string {
  const inside = readdirSync(folder)
  const [name] = inside
  if (!name || inside.length > 1)
    throw new Error(`${folder} holds ${inside.join(', ') || 'nothing'}`)
  return join(folder, name)
}

/**
 * The documented recovery after a kill: the same command again. `isDone` are the refusals that mean that the
 * killed command had finished. PostgreSQL notices a little later that the process is gone.
 */
export async function goOn(settings: Settings, words: string[], isDone: RegExp): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { code, said } = await tryMolar(settings, words)
    if (code === 0 || isDone.test(said)) return
    if (tries === 20 || !/"busy"/.test(said))
      throw new Error(`molar ${words.join(' ')} ended with ${code}: ${said}`)
    await wait(500)
  }
}
