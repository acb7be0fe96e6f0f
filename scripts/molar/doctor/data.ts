import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Config } from '../../../server/config.ts'
import { refuseMoved } from '../../../server/copies/freeze.ts'
import type { Engine, Queries } from '../../../server/db/database.ts'
import { refuseOtherShape } from '../../../server/db/migrate.ts'
import { readOnly } from '../../../server/db/read-only.ts'
import { sqliteFile } from '../../../server/db/sqlite.ts'
import { waitsForDay } from '../../../server/notifications/deliver-mail.ts'
import { outdated } from '../../../server/notifications/notification.ts'
import { explainStart } from '../../../server/start-error.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** Checks the database: whether it answers, has this version, accepts writes, and how much mail waits. */
export async function checkData(config: Config, now: Date): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(sqliteFile(config.dataDir)))
    return [
      warning(
        'database',
        'There is no data yet.',
        'The first start makes it, or DATA_DIR is wrong.',
      ),
    ]
  try {
    return await readOnly(config, async ({ engine, query }) => {
      await refuseMoved({ engine, query })
      await refuseOtherShape(query)
      const own = engine === 'postgres' ? await checkPostgres(config, query, now) : []
      return [
        ok('database', `${engine}, of this version`),
        ...own,
        ...(await checkQueues(engine, query, now)),
      ]
    })
  } catch (error) {
    // If only a developer understands the rest, the first line is enough.
    const [says = ''] = explainStart(error).split('\n')
    const mend = 'docs/troubleshooting.md says more; `molar verify` looks into the data itself.'
    return [wrong('database', says.replace(/^Molar cannot start: /, ''), mend)]
  }
}

const [leastVersion, leastConnections] = [14, 30]

async function checkPostgres(config: Config, query: Queries, now: Date): Promise<Finding[]> {
  const { rows } = await sql<{
    version: number
    encoding: string
    connections: number
    makes: boolean
    at: Date
  }>`select current_setting('server_version_num')::int / 10000 as "version",
      current_setting('server_encoding') as "encoding",
      current_setting('max_connections')::int as "connections",
      has_schema_privilege(current_schema(), 'create') as "makes", clock_timestamp() as "at"`.execute(
    query,
  )
  const [row] = rows
  if (!row) return []
  const findings: Finding[] = []
  if (row.version < leastVersion)
    findings.push(
      wrong('database', `PostgreSQL ${row.version} is too old.`, `Use ${leastVersion} or later.`),
    )
  if (row.encoding !== 'UTF8')
    findings.push(
      wrong('database', `Its encoding is ${row.encoding}.`, 'Move to a database in UTF8.'),
    )
  if (row.connections < leastConnections)
    findings.push(
      warning(
        'database',
        `It takes ${row.connections} connections.`,
        'A process uses up to 26: raise max_connections.',
      ),
    )
  if (!row.makes && !config.databaseOwnerUrl)
    findings.push(
      wrong(
        'database',
        'The role may not make tables, which upgrades do.',
        'Set DATABASE_OWNER_URL, or grant it create.',
      ),
    )
  return [...findings, compareClocks('the database', row.at, now)]
}

/** Sessions, holds and one-time codes expire by the clock. */
export function compareClocks(other: string, theirs: Date, ours: Date): Finding {
  const seconds = Math.round(Math.abs(theirs.getTime() - ours.getTime()) / 1000)
  if (seconds <= 5) return ok('clock', `that of ${other} agrees`)
  const says = `This machine and ${other} differ by ${seconds} seconds.`
  const mend = 'Let both follow a time server (chrony, systemd-timesyncd).'
  return seconds > 60 ? wrong('clock', says, mend) : warning('clock', says, mend)
}

const [hourMs, weekMs] = [3_600_000, 7 * 24 * 3_600_000]

/** Without reminders that wait for a closed day to open again, and mails that nobody needed any more. */
async function checkQueues(engine: Engine, query: Queries, now: Date): Promise<Finding[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const { late, dead } = await query
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('outbox as o')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('sentAt', 'is', null)
        .where('failedAt', 'is', null)
        .where('createdAt', '<', ago(hourMs))
        .where('dueAt', '<', ago(hourMs))
        .where(({ not }) => not(waitsForDay(engine, 'o', now.toISOString())))
        .as('late'),
      selectFrom('outbox')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('failedAt', '>', ago(weekMs))
        .where('lastError', 'is distinct from', outdated)
        .as('dead'),
    ])
    .executeTakeFirstOrThrow()
  const findings: Finding[] = []
  if (Number(late) > 0)
    findings.push(
      wrong(
        'outbox',
        `${late} mails have waited for more than an hour.`,
        'The portal is not running, or its log says what the mail server answers.',
      ),
    )
  if (Number(dead) > 0)
    findings.push(
      warning(
        'outbox',
        `${dead} mails were given up in a week.`,
        'Appointments show which; the column lastError of "outbox" says why.',
      ),
    )
  return findings.length > 0 ? findings : [ok('outbox', 'no mail waits or was given up')]
}
