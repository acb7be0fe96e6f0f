import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild } from '../ensure-build.ts'
import { startPostgres } from '../postgres.ts'
import { backUpAndRestore, install, killStarts, upgrade } from './copies.ts'
import { killBackups, killRestores, moveThereAndBack } from './kills.ts'
import { goBack, loseDisk, loseFolder } from './losses.ts'
import { openScene, type Row } from './scene.ts'

/**
 * npm run year -- [--seed 1] [--times 5] [--of FOLDER]
 *
 * The life of an installation: the real `molar` in separate processes, in temporary folders, over loopback.
 * Exits with 1 if a row or a file has changed. `times` is how often each command is killed; `of` a data folder
 * of your own, a copy of which is used instead of the demo clinic. No portal may have it open.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    times: { type: 'string', default: '5' },
    of: { type: 'string' },
  },
})
const times = Number(values.times)
const home = mkdtempSync(join(tmpdir(), 'molar-year-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))
await ensureBuild()
const settings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
const postgres = await startPostgres(settings)
const scene = openScene({ home, postgresUrl: postgres.url, seed: Number(values.seed) })
let differences = 0

async function step<Outcome>(
  name: string,
  act: () => Promise<Outcome>,
  rowOf: (outcome: Outcome) => Row,
) {
  const started = performance.now()
  const outcome = await act()
  const { attempts, kills, rows, files, differences: found } = rowOf(outcome)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`| ${[name, attempts, kills, rows, files, seconds, found.length].join(' | ')} |`)
  for (const line of found.slice(0, 20)) console.log(`  ${line}`)
  differences += found.length
  return outcome
}

const asRow = (row: Row) => row

console.log('| step | attempts | kills | rows compared | files compared | seconds | differences |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
try {
  const first = await step(
    'install, fill',
    () => install(scene, values.of),
    ({ row }) => row,
  )
  const { clinic } = first
  await step('back up, restore', () => backUpAndRestore(scene, clinic), asRow)
  await step('upgrade', () => upgrade(scene), asRow)
  await step('move to PostgreSQL and back', () => moveThereAndBack(scene, clinic, 0), asRow)
  await step('lose the disk', () => loseDisk(scene, clinic), asRow)
  await step('lose the folder under a portal', () => loseFolder(scene, clinic), asRow)
  await step('PostgreSQL back to a moment', () => goBack(scene, clinic), asRow)
  await step('killed while backing up', () => killBackups(scene, clinic, times), asRow)
  await step('killed while restoring', () => killRestores(scene, clinic, times), asRow)
  await step('killed while moving', () => moveThereAndBack(scene, clinic, times), asRow)
  await step('killed while upgrading', () => killStarts(scene, times), asRow)
} finally {
  await postgres.stop()
}
process.exit(differences === 0 ? 0 : 1)
