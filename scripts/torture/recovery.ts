import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const page = readFileSync(join(import.meta.dirname, '../../docs/backup.md'), 'utf8')

/** The lines of postgresql.conf from the page about backups, with our own folder. */
function readLines(first: string, archive: string): string {
  const block = page.split('\n```').find((text) => text.startsWith(`ini\n${first}`))
  if (!block?.includes('/srv/molar-wal')) throw new Error(`docs/backup.md does not give ${first}`)
  return `\n${block.slice('ini\n'.length).replaceAll('/srv/molar-wal', archive)}\n`
}

/** The settings with which the server archives everything it writes. */
export const archiving = (archive: string): string => readLines('archive_mode', archive)

/** The settings that restore a base backup up to an instant. */
export function until(moment: string): (archive: string) => string {
  const example = "'2026-11-23 10:41:00+00'"
  return (archive) => {
    const lines = readLines('restore_command', archive)
    if (!lines.includes(example)) throw new Error(`docs/backup.md does not name ${example}`)
    return lines.replace(example, `'${moment}'`)
  }
}

/** The server's clock, which recovery uses. */
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
