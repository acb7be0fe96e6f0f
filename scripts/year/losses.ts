import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openCluster } from '../torture/cluster.ts'
import { archiving, readMoment, until } from '../torture/recovery.ts'
import type { Clinic } from './copies.ts'
import { molar, openPortal, type Portal } from './program.ts'
import { compareWith, emptyRow, onlyFile, type Row, type Scene, settingsOf } from './scene.ts'
import { sumBackup, sumPlace } from './sums.ts'

/** Kills the portal and removes its folder; the last backup, made while it ran, restores everything. */
export async function loseDisk(scene: Scene, clinic: Clinic): Promise<Row> {
  const row = emptyRow()
  for (let time = 0; time < 3; time += 1) {
    const dataDir = scene.copyOf(clinic.dataDir)
    const to = scene.folder('backups')
    const portal = await openPortal(settingsOf({ dataDir }))
    await molar(settingsOf({ dataDir }), 'backup', '--to', to)
    await portal?.end('SIGKILL')
    row.kills += 1
    const sums = await sumPlace({ dataDir })
    rmSync(dataDir, { recursive: true })
    await molar(settingsOf({ dataDir }), 'restore', onlyFile(to))
    await compareWith(row, sums, { dataDir }, `lost disk ${time + 1}`)
    const again = await openPortal(settingsOf({ dataDir }))
    await again?.end('SIGTERM')
    await molar(settingsOf({ dataDir }), 'verify')
  }
  return row
}

/**
 * Removes or renames the data folder of a running portal. Later writes are refused; the last backup restores
 * what was acknowledged before it, and nothing else.
 */
export async function loseFolder(scene: Scene, clinic: Clinic): Promise<Row> {
  const row = emptyRow()
  for (const how of ['removed', 'renamed']) {
    const dataDir = scene.copyOf(clinic.dataDir)
    const to = scene.folder('backups')
    const portal = await open(settingsOf({ dataDir }))
    const before = await sendAll(row, portal, ['one', 'two', 'three'], 200)
    await molar(settingsOf({ dataDir }), 'backup', '--to', to)
    await sendAll(row, portal, ['after the backup'], 200)
    if (how === 'removed') rmSync(dataDir, { recursive: true })
    else renameSync(dataDir, scene.unused('renamed'))
    await sendAll(row, portal, ['four', 'five'], 503)
    const { status } = await fetch(`${portal.origin}/readyz`)
    if (status !== 503) row.differences.push(`${how}: /readyz says ${status}`)
    await portal.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
    await molar(settingsOf({ dataDir }), 'restore', onlyFile(to))
    await compareWith(row, await sumBackup(onlyFile(to)), { dataDir }, `folder ${how}`)
    const found = readMessages(dataDir)
    if (found.join() !== before.join()) row.differences.push(`${how}: has ${found.join()}`)
    await (await open(settingsOf({ dataDir }))).end('SIGTERM')
    await molar(settingsOf({ dataDir }), 'verify')
  }
  return row
}

/**
 * PostgreSQL, filled after its base backup; the table of appointments is dropped, and the instant before is
 * restored, with a copy of DATA_DIR from then.
 */
export async function goBack(scene: Scene, clinic: Clinic): Promise<Row> {
  const row = emptyRow()
  const cluster = await openCluster({}, ['fsync=on'], archiving)
  try {
    const to = scene.folder('backups')
    await molar(settingsOf(clinic), 'backup', '--to', to)
    const base = await cluster.copy()
    const place = { dataDir: scene.unused('beside'), databaseUrl: cluster.url }
    await molar(settingsOf(place), 'restore', onlyFile(to))
    const first = await open(settingsOf(place))
    await sendAll(row, first, ['before'], 200)
    await first.end('SIGTERM')
    const sums = await sumPlace(place)
    const moment = await readMoment(cluster.url)
    const beside = { ...place, dataDir: scene.copyOf(place.dataDir) }
    const second = await open(settingsOf(place))
    await sendAll(row, second, ['after'], 200)
    await second.end('SIGTERM')
    const client = new pg.Client(cluster.url)
    await client.connect()
    await client.query('drop table "appointments" cascade')
    await client.end()
    await cluster.recover(base, until(moment))
    await compareWith(row, sums, beside, 'PostgreSQL at the moment')
    await molar(settingsOf(beside), 'verify')
    await (await open(settingsOf(beside))).end('SIGTERM')
  } finally {
    await cluster.close()
  }
  return row
}

async function open(settings: Record<string, string>): Promise<Portal> {
  const portal = await openPortal({ ...settings, RATE_LIMIT: 'off' })
  if (!portal) throw new Error('The portal did not open')
  return portal
}

const subject = 'A year in an hour'

/** Sends messages to the clinic, each of which must get this status. */
async function sendAll(
  row: Row,
  { origin }: Portal,
  messages: string[],
  wanted: number,
): Promise<string[]> {
  for (const message of messages) {
    const { status } = await fetch(`${origin}/contact-messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'mia@patients.example', subject, message }),
    })
    if (status !== wanted) row.differences.push(`${message}: ${status} instead of ${wanted}`)
  }
  return messages
}

function readMessages(dataDir: string): unknown[] {
  const file = new DatabaseSync(join(dataDir, 'molar.db'), { readOnly: true })
  const rows = file.prepare('select message from "contactMessages" where subject = ? order by id')
  const messages = rows.all(subject).map(({ message }) => message)
  file.close()
  return messages
}
