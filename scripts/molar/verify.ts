import { readConfig } from '../../server/config.ts'
import { loadCopy } from '../../server/copies/load-copy.ts'
import { makeTemporaryFolder } from '../../server/copies/temporary-folder.ts'
import { refuseOtherShape } from '../../server/db/migrate.ts'
import { readOnly } from '../../server/db/read-only.ts'
import { type Finding, findViolations } from '../../server/db/rules.ts'
import { openCopy, orRefuse, tellLeftOut } from './copies.ts'
import { answer, exitCodes } from './terminal.ts'

/**
 * `molar verify`: checks every rule of the data, while a portal may be running. For a backup, or a folder
 * written by `molar export`, it first reads every byte and loads the copy into a separate place.
 */
export async function verify(copy: string | undefined): Promise<void> {
  const { findings, leftOut } = await (copy === undefined ? findLive() : findInCopy(copy))
  const isSound = findings.length === 0
  const lines = findings.flatMap(({ rule, rows, count }) => [
    `BROKEN: ${rule} (${count})`,
    ...rows.map((row) => `  ${JSON.stringify(row)}`),
    ...(count > rows.length ? [`  and ${count - rows.length} more`] : []),
  ])
  answer({ isSound, findings, leftOut }, [
    ...(isSound ? ['Every rule of the data holds.'] : lines),
    ...tellLeftOut(leftOut ?? []),
  ])
  if (!isSound) process.exitCode = exitCodes.found
}

type Found = { findings: Finding[]; leftOut?: string[] }

function findLive(): Promise<Found> {
  return readOnly(readConfig(), async (database) => {
    await refuseOtherShape(database.query)
    return { findings: await findViolations(database) }
  })
}

async function findInCopy(copy: string): Promise<Found> {
  process.umask(0o077)
  const { path: dataDir, remove } = makeTemporaryFolder('verify')
  try {
    const { leftOut } = await orRefuse(() => loadCopy({ dataDir }, openCopy(copy)))
    return { findings: await readOnly({ dataDir }, findViolations), leftOut }
  } finally {
    remove()
  }
}
