import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '../../server/copies/session.ts'
import type { Clinic } from './copies.ts'
import { molar, type Settings, tryMolar } from './program.ts'
import {
  compareWith,
  emptyRow,
  goOn,
  note,
  onlyFile,
  type Row,
  type Scene,
  settingsOf,
} from './scene.ts'
import { compareSums, sumBackup } from './sums.ts'

/** Moves to PostgreSQL and back; `times` is how often each move is killed before it may finish. */
export async function moveThereAndBack(scene: Scene, clinic: Clinic, times: number): Promise<Row> {
  const row = emptyRow()
  const start = { dataDir: scene.copyOf(clinic.dataDir) }
  const there = await scene.postgres('files')
  const files = ['--files', there.dataDir]
  await carry(row, scene, { from: start, words: ['--to', there.databaseUrl, ...files], times })
  await compareWith(row, clinic.sums, there, 'moved to PostgreSQL')
  const back = { dataDir: scene.folder('back') }
  await carry(row, scene, { from: there, words: ['--to', back.dataDir], times })
  await compareWith(row, clinic.sums, back, 'moved back')
  await compareWith(row, clinic.sums, start, 'what was left')
  await molar(settingsOf(back), 'verify')
  return row
}

type Carried = { from: Place; words: string[]; times: number }

async function carry(row: Row, scene: Scene, { from, words, times }: Carried): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await killIn(row, scene, settingsOf(from), ['move', ...words])
  await goOn(settingsOf(from), ['move', ...words], /"left"/)
}

/**
 * After each kill every file in the folder is intact: the next backup, and the killed one if it has its final
 * name.
 */
export async function killBackups(scene: Scene, clinic: Clinic, times: number): Promise<Row> {
  const row = emptyRow()
  const { dataDir } = clinic
  for (let time = 0; time < times; time += 1) {
    const to = scene.folder('backups')
    const words = ['backup', '--to', to]
    await killIn(row, scene, settingsOf({ dataDir }), words)
    await molar(settingsOf({ dataDir }), ...words)
    for (const name of readdirSync(to)) {
      const sums = await sumBackup(join(to, name))
      note(row, compareSums(clinic.sums, sums), `${name} after a killed one`)
    }
  }
  return row
}

/** Each restore goes into an empty place; it is killed, and then run again. */
export async function killRestores(scene: Scene, clinic: Clinic, times: number): Promise<Row> {
  const row = emptyRow()
  const to = scene.folder('backups')
  await molar(settingsOf(clinic), 'backup', '--to', to)
  const words = ['restore', onlyFile(to)]
  for (const engine of ['SQLite', 'PostgreSQL']) {
    for (let time = 0; time < times; time += 1) {
      const place =
        engine === 'SQLite' ? { dataDir: scene.folder('restored') } : await scene.postgres('beside')
      await killIn(row, scene, settingsOf(place), words)
      await goOn(settingsOf(place), words, /"not-empty"/)
      await compareWith(row, clinic.sums, place, `restored to ${engine} after a kill`)
    }
  }
  return row
}

/** Kills a command at a moment from the seed; if it has finished before, that does not count as a kill. */
async function killIn(row: Row, scene: Scene, settings: Settings, words: string[]): Promise<void> {
  const at = scene.between(300, scene.longestMs)
  const { wasKilled, code, said } = await tryMolar(settings, words, at)
  if (wasKilled) row.kills += 1
  else if (code !== 0 && !/"(busy|left|not-empty)"/.test(said))
    throw new Error(`molar ${words.join(' ')} ended with ${code}: ${said}`)
}
