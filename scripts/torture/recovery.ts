import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const page = readFileSync(join(import.meta.dirname, '../../docs/backup.md'), 'utf8')

/** The lines of postgresql.conf that the page about backups gives, with a folder of our own for its one. */
function readLines(first: string, archive: string): string {
  const block = page.split('\n```').find((text) => text.startsWith(`ini\n${first}`))
  if (!block?.includes('/srv/molar-wal')) throw new Error(`docs/backup.md does not give ${first}`)
  return `\n${block.slice('ini\n'.length).replaceAll('/srv/molar-wal', archive)}\n`
}

/** What makes the server archive all that it writes. */
export const archiving = (archive: string): string => readLines('archive_mode', archive)

/** What takes a base backup up to a moment. */
export function until(moment: string): (archive: string) => string {
  const example = "'2026-11-23 10:41:00+00'"
  return (archive) => {
    const lines = readLines('restore_command', archive)
    if (!lines.includes(example)) throw new Error(`docs/backup.md does not name ${example}`)
    return lines.replace(example, `'${moment}'`)
  }
}

/** By the clock that recovery goes by. */
export async function readMoment(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
    return rows[0]?.now ?? ''
  } finally {
    await client.end()
  }
}
