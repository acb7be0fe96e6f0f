import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import packageJson from '../../package.json' with { type: 'json' }
import { StartError } from '../start-error.ts'
import type { Database, Engine, Queries } from './database.ts'
import { finishEarlier } from './finish-earlier.ts'
import * as start from './migrations/0001-start.ts'
import * as payments from './migrations/0002-payments.ts'
import * as staff from './migrations/0003-staff.ts'
import * as reviews from './migrations/0004-reviews.ts'
import * as calendar from './migrations/0005-calendar.ts'
import * as policy from './migrations/0006-policy.ts'
import * as family from './migrations/0007-family.ts'
import * as differences from './migrations/0008-differences.ts'
import * as reminders from './migrations/0009-reminders.ts'
import * as waitingLine from './migrations/0010-waiting-line.ts'
import * as lineOrder from './migrations/0011-line-order.ts'
import * as bounds from './migrations/0012-bounds.ts'
import * as identity from './migrations/0013-identity.ts'
import * as mails from './migrations/0014-mails.ts'
import * as waitlistRules from './migrations/0015-waitlist-rules.ts'
import * as payable from './migrations/0016-payable.ts'
import * as searchOrder from './migrations/0017-search-order.ts'
import * as claims from './migrations/0018-claims.ts'
import * as events from './migrations/0019-events.ts'
import * as photos from './migrations/0020-photos.ts'
import * as closures from './migrations/0021-closures.ts'
import * as account from './migrations/0022-account.ts'
import * as search from './migrations/0023-search.ts'
import * as staffBookings from './migrations/0023-staff-bookings.ts'
import * as descriptions from './migrations/0024-descriptions.ts'
import * as announcedRefunds from './migrations/0025-announced-refunds.ts'
import * as patients from './migrations/0026-patients.ts'
import * as patientsRules from './migrations/0026-patients-rules.ts'
import * as status from './migrations/0029-status.ts'
import * as workingDoctors from './migrations/0029-working-doctors.ts'
import * as dayNotes from './migrations/0031-day-notes.ts'
import * as planChanges from './migrations/0032-plan-changes.ts'
import * as wishedDoctor from './migrations/0033-wished-doctor.ts'
import * as roles from './migrations/0034-roles.ts'
import * as secondFactors from './migrations/0035-second-factors.ts'
import * as sessionEnds from './migrations/0035-session-ends.ts'
import * as limits from './migrations/0036-limits.ts'
import * as privacy from './migrations/0037-privacy.ts'
import * as searches from './migrations/0037-searches.ts'
import * as hashedTokens from './migrations/0038-hashed-tokens.ts'
import * as erasedPeople from './migrations/0039-erased-people.ts'
import * as triggerPlans from './migrations/0039-trigger-plans.ts'
import * as pairIndexes from './migrations/0040-pair-indexes.ts'
import * as treatmentChanges from './migrations/0040-treatment-changes.ts'
import * as formerHashes from './migrations/0041-former-hashes.ts'
import * as duePasswords from './migrations/0042-due-passwords.ts'
import * as knownDevices from './migrations/0042-known-devices.ts'
import * as backups from './migrations/0044-backups.ts'
import * as dataMoves from './migrations/0045-data-moves.ts'
import * as late from './migrations/0046-late.ts'
import * as definitions from './migrations/0047-definitions.ts'
import * as searchPaths from './migrations/0048-search-paths.ts'
import * as joinedAlerts from './migrations/0049-joined-alerts.ts'
import * as refundKeys from './migrations/0050-refund-keys.ts'
import * as deskPayments from './migrations/0051-desk-payments.ts'
import * as testMode from './migrations/0052-test-mode.ts'
import * as removedSlots from './migrations/0053-removed-slots.ts'
import * as searchEntries from './migrations/0054-search-entries.ts'
import * as erasedAndMet from './migrations/0055-erased-and-met.ts'
import { sqliteDialect } from './sqlite.ts'

/** Every migration by its number; names are stored in the database and never change. */
const migrations = {
  '0001-start': start,
  '0002-payments': payments,
  '0003-staff': staff,
  '0004-reviews': reviews,
  '0005-calendar': calendar,
  '0006-policy': policy,
  '0007-family': family,
  '0008-differences': differences,
  '0009-reminders': reminders,
  '0010-waiting-line': waitingLine,
  '0011-line-order': lineOrder,
  '0012-bounds': bounds,
  '0013-identity': identity,
  '0014-mails': mails,
  '0015-waitlist-rules': waitlistRules,
  '0016-payable': payable,
  '0017-search-order': searchOrder,
  '0018-claims': claims,
  '0019-events': events,
  '0020-photos': photos,
  '0021-closures': closures,
  '0022-account': account,
  '0023-search': search,
  '0023-staff-bookings': staffBookings,
  '0024-descriptions': descriptions,
  '0025-announced-refunds': announcedRefunds,
  '0026-patients': patients,
  '0026-patients-rules': patientsRules,
  '0029-status': status,
  '0029-working-doctors': workingDoctors,
  '0031-day-notes': dayNotes,
  '0032-plan-changes': planChanges,
  '0033-wished-doctor': wishedDoctor,
  '0034-roles': roles,
  '0035-second-factors': secondFactors,
  '0035-session-ends': sessionEnds,
  '0036-limits': limits,
  '0037-privacy': privacy,
  '0037-searches': searches,
  '0038-hashed-tokens': hashedTokens,
  '0039-erased-people': erasedPeople,
  '0039-trigger-plans': triggerPlans,
  '0040-pair-indexes': pairIndexes,
  '0040-treatment-changes': treatmentChanges,
  '0041-former-hashes': formerHashes,
  '0042-due-passwords': duePasswords,
  '0042-known-devices': knownDevices,
  '0044-backups': backups,
  '0045-data-moves': dataMoves,
  '0046-late': late,
  '0047-definitions': { up: mendDefinitions },
  '0048-search-paths': searchPaths,
  '0049-joined-alerts': joinedAlerts,
  '0050-refund-keys': refundKeys,
  '0051-desk-payments': deskPayments,
  '0052-test-mode': testMode,
  '0053-removed-slots': removedSlots,
  '0054-search-entries': searchEntries,
  '0055-erased-and-met': erasedAndMet,
}

export type Migration = keyof typeof migrations

const isOurs = (name: string): name is Migration => Object.hasOwn(migrations, name)

/** In order. */
export const migrationNames: readonly Migration[] = Object.keys(migrations).filter(isOurs)

export const newestMigration = migrationNames.at(-1) ?? ''

/** This version as named in a refusal, with the newest migration of its data. */
export const thisMolar = `this is Molar ${packageJson.version}, which ends at ${newestMigration}`

export function findMigration(name: string): Migration | undefined {
  return isOurs(name) ? name : undefined
}

/**
 * Migrates the database to the newest schema, or to an earlier one for tests of later migrations. Several
 * processes may call it at once: one of them does it. Throws `StartError` for data of a newer Molar.
 */
export async function migrate(
  database: Database,
  to: Migration | 'newest' = 'newest',
): Promise<void> {
  await database.unbounded(async (query) => {
    const made = await finishEarlier(query, database.engine)
    // A new database was made by these very migrations.
    const needsNone = made.size === 0 ? '0047-definitions' : undefined
    const getMigrations = async () =>
      Object.fromEntries(
        Object.entries(migrations).map(([name, { up }]) => [
          name,
          {
            up: async (on: Kysely<unknown>) =>
              void (name === needsNone || (await up(on, database.engine))),
          },
        ]),
      )
    // Migrations written in parallel were merged in another order than that of their numbers: data from a
    // commit in between has had the later one first.
    const allowUnorderedMigrations = true
    const provider = { getMigrations }
    const migrator = new Migrator({ db: query, provider, allowUnorderedMigrations })
    const { error } =
      to === 'newest' ? await migrator.migrateToLatest() : await migrator.migrateTo(to)
    if (error) throw nameNewer(error)
  })
}

async function mendDefinitions(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const make = async (query: Kysely<unknown>) => {
    for (const [name, { up }] of Object.entries(migrations)) {
      if (name === '0047-definitions') return
      await up(query, engine)
    }
  }
  const empty = new Kysely<unknown>({ dialect: sqliteDialect(new DatabaseSync(':memory:'), 0) })
  try {
    await definitions.up(query, engine, { empty, make })
  } finally {
    await empty.destroy()
  }
}

/** Recognizes Kysely's error, which has only a message. */
function nameNewer(error: unknown): unknown {
  const unknown = /previously executed migration (\S+) is missing/.exec(String(error))
  return unknown?.[1] ? newerData(unknown[1]) : error
}

function newerData(migration: string): StartError {
  return new StartError(
    `the data was made by a newer Molar (it has ${migration}, ${thisMolar}); use that version, or restore a backup from before the upgrade`,
  )
}

/** Throws `StartError` where data has had a migration that this Molar does not know. */
export function refuseNewer(made: Iterable<string>): void {
  for (const name of made) if (!isOurs(name)) throw newerData(name)
}

/** For read-only programs: throws `StartError` unless the data has this version's schema. */
export async function refuseOtherShape(query: Queries): Promise<void> {
  if (await hasNewestShape(query)) return
  throw new StartError(
    'the data was last used by an older Molar; start the portal once, which brings it up to date',
  )
}

/** False for data that must be migrated. Throws `StartError` for data of a newer Molar. */
export async function hasNewestShape(query: Queries): Promise<boolean> {
  const rows = await query
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  const made = new Set(rows.map(({ name }) => name))
  refuseNewer(made)
  return Object.keys(migrations).every((name) => made.has(name))
}
