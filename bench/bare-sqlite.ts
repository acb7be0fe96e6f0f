import type { DatabaseSync } from 'node:sqlite'
import { openSqliteFile } from '../server/db/sqlite.ts'

export type Row = { treatmentId: string; day: string; slot: string; patient: string }

/** One transaction a booking, as durable as ours, by the driver alone: rows a second. */
export function barePerSecond(dataDir: string, rows: Row[], round: number): number {
  const file: DatabaseSync = openSqliteFile(dataDir)
  file.exec(`create table if not exists bare (id text primary key, "treatmentId" text, day text,
    slot text, patient text, "createdAt" text);
    create unique index if not exists bare_slot on bare (day, "treatmentId", slot)`)
  const insert = file.prepare('insert into bare values (?, ?, ?, ?, ?, ?)')
  const started = performance.now()
  for (const [place, { treatmentId, day, slot, patient }] of rows.entries()) {
    insert.run(`${round}-${place}`, treatmentId, day, slot, patient, new Date().toISOString())
  }
  const seconds = (performance.now() - started) / 1000
  file.close()
  return rows.length / seconds
}
