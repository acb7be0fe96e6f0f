import { readConfig } from '../../server/config.ts'
import { refuseOtherShape } from '../../server/db/migrate.ts'
import { readOnly } from '../../server/db/read-only.ts'
import { findViolations } from '../../server/db/rules.ts'
import { answer, exitCodes } from './terminal.ts'

/** `molar verify`: whether every rule of the data holds, beside a portal that may be running. */
export async function verify(): Promise<void> {
  const findings = await readOnly(readConfig(), async (database) => {
    await refuseOtherShape(database.query)
    return findViolations(database)
  })
  const isSound = findings.length === 0
  const lines = findings.flatMap(({ rule, rows, count }) => [
    `BROKEN: ${rule} (${count})`,
    ...rows.map((row) => `  ${JSON.stringify(row)}`),
    ...(count > rows.length ? [`  and ${count - rows.length} more`] : []),
  ])
  answer({ isSound, findings }, isSound ? ['Every rule of the data holds.'] : lines)
  if (!isSound) process.exitCode = exitCodes.found
}
