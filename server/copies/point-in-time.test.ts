import { expect, onTestFinished, test } from 'vitest'
import { formatDay } from '../../contract/date.ts'
import { openCluster } from '../../scripts/torture/cluster.ts'
import { archiving, readMoment, until } from '../../scripts/torture/recovery.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { findViolations } from '../db/rules.ts'
import { cancelBy, readTerms } from '../testing/changing.ts'
import { makeFolder } from '../testing/database/database.ts'
import { booked, openPortal, signIn } from '../testing/portal.ts'
import { CopyManifest, manifestName, parseEntry } from './entries.ts'
import { makeCopy } from './make-copy.ts'
import type { Place } from './session.ts'

/** Rows and SHA-256 of every table. */
async function readTables(place: Place) {
  for await (const entry of makeCopy(place, { clock: () => new Date(0), version: '' })) {
    if (entry.name === manifestName) return parseEntry(CopyManifest, entry).tables
  }
  throw new Error('A copy came without its manifest')
}

test('a base backup and the archived log restore exactly the state at a given moment', async () => {
  const cluster = await openCluster({}, ['fsync=off'], archiving)
  onTestFinished(cluster.close)
  const place = { dataDir: makeFolder(), databaseUrl: cluster.url }
  const database = await openDatabase(place)
  await migrate(database)
  const portal = await openPortal({ database })
  const person = await signIn(portal)
  const before = await booked(portal, person)
  const base = await cluster.copy()
  const cancelled = await booked(portal, person, { date: formatDay('2026-06-09') })
  const terms = await readTerms(portal, person, cancelled)
  expect((await cancelBy(portal, person, terms)).status).toBe(200)
  const after = await booked(portal, person, { date: formatDay('2026-06-10') })
  const tables = await readTables(place)
  const moment = await readMoment(cluster.url)

  const late = { date: formatDay('2026-06-11') }
  await booked(portal, person, late)
  await database.query.schema.dropTable('appointments').cascade().execute()
  await database.close()
  await cluster.recover(base, until(moment))

  expect(await readTables(place)).toEqual(tables)
  const again = await openDatabase(place)
  expect(await findViolations(again)).toEqual([])
  const kept = await again.query
    .selectFrom('appointments')
    .select(['id', 'cancelledAt'])
    .orderBy('day')
    .execute()
  expect(kept).toEqual([
    { id: before._id, cancelledAt: null },
    { id: cancelled._id, cancelledAt: expect.any(String) },
    { id: after._id, cancelledAt: null },
  ])
  await booked(await openPortal({ database: again }), person, late)
})
