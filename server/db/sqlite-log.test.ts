import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../testing/database/database.ts'
import { openDatabase } from './database.ts'

async function open() {
  const dataDir = makeFolder()
  const database = await openDatabase({ dataDir })
  onTestFinished(() => database.close())
  const run = (text: string) => sql.raw(text).execute(database.query)
  await run('create table notes (text)')
  return { dataDir, database, run }
}

/** Waits until the file has all that the log has. */
async function untilCopied(dataDir: string): Promise<void> {
  const beside = new DatabaseSync(join(dataDir, 'molar.db'))
  const length = beside.prepare('pragma wal_checkpoint(noop)')
  const log = () => length.get() as { log: number; checkpointed: number }
  expect(log().log).toBeGreaterThan(1500)
  await expect.poll(() => log().checkpointed).toBe(log().log)
  beside.close()
}

/** Some six megabytes. */
const much = `insert into notes
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1500)
  select hex(zeroblob(2000)) from numbers`

test('what was committed is copied from the log into the file, though no other commit follows', async () => {
  const { dataDir, run } = await open()
  await run(much)
  await untilCopied(dataDir)
})

test('a database whose log was copied closes with its thread, and leaves one file', async () => {
  const { dataDir, database, run } = await open()
  await run(much)
  await untilCopied(dataDir)
  await database.close()
  expect(readdirSync(dataDir)).toEqual(['molar.db'])
})
