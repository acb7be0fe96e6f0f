import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../../server/config.ts'
import { holdDataFolder, loadAuthSecret, openDataFolder } from '../../server/data-folder.ts'
import { openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { explainStart, StartError } from '../../server/start-error.ts'
import { fillClinic } from './fill.ts'

// `npm run demo:clinic`: fills a separate data folder with a clinic, and starts the portal on it.

/** The folder of the demo unless DATA_DIR is set. */
const ownFolder = './data/demo-clinic'

try {
  process.umask(0o077)
  process.env.DATA_DIR ||= ownFolder
  const signIns = await makeDemo()
  // Before the start, which ends the process where the port is in use: the clinic is made and keeps these.
  process.stdout.write(`\n${signIns.map((line) => `  ${line}`).join('\n')}\n\n`)
  await import('../start.ts')
} catch (error) {
  process.stderr.write(`${explainStart(error)}\n`)
  process.exit(1)
}

/** Returns the lines that say how to sign in. */
async function makeDemo(): Promise<string[]> {
  const settings = readConfig()
  const { dataDir } = settings
  if (settings.databaseUrl) {
    throw new StartError('the demo clinic is made in a folder of its own; unset DATABASE_URL')
  }
  if (existsSync(join(dataDir, 'molar.db'))) {
    throw new StartError(
      `${resolve(dataDir)} holds a clinic already, and nothing of it was changed. Open it with ` +
        `\`DATA_DIR=${dataDir} npm start\`, or delete that folder to make the demo again`,
    )
  }
  openDataFolder(dataDir)
  const hold = holdDataFolder(dataDir)
  const database = await openDatabase(settings)
  const started = performance.now()
  process.stdout.write('Making the demo clinic, once: six weeks of 300 patients …\n')
  await migrate(database)
  // A crash loses nothing of value: the demo is made again.
  await sql`pragma synchronous = off`.execute(database.query)
  const passwords = { staff: readable(), patient: readable() }
  const made = await fillClinic({
    config: { ...settings, authSecret: settings.authSecret ?? loadAuthSecret(dataDir) },
    ...{ database, passwords, now: new Date(), back: 21, ahead: 20, patients: 300 },
  })
  await database.close()
  hold.release()
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`${made.booked} appointments in ${seconds} seconds.\n`)
  return [
    'Shown this once; keep them',
    `Staff     ${made.staff}`,
    `Password  ${passwords.staff}`,
    `Patient   ${made.patient}`,
    `Password  ${passwords.patient}`,
  ]
}

/** 80 bits. */
function readable(): string {
  return randomBytes(10)
    .toString('hex')
    .replace(/(.{5})(?=.)/g, '$1-')
}
