import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Loading modules once a worker: for each file it takes longer than most files' tests. */
const isolate = false

/** `npm run test:long` tries the long property tests so many times as often. */
const times = Number(process.env.TIMES ?? 1)

const setupFiles = ['scripts/fixed-seed.ts']
const server = ['server/**/*.test.ts']
/** What would not notice which database it has, or needs none: it runs on SQLite alone. */
const onSqlite = [
  'server/appointments/explain-terms.test.ts',
  'server/reminders/find-due.test.ts',
  'server/http/access.test.ts',
  'server/appointments/tell-patient.test.ts',
  'server/calendar/write-calendar.test.ts',
  'server/calendar/write-links.test.ts',
  'server/backups/routes.test.ts',
  'server/copies/back-up.test.ts',
  'server/copies/s3-store.test.ts',
  'server/demo-clinic.test.ts',
  'server/http/csp-reports.test.ts',
  'server/http/every-answer.test.ts',
  'server/http/full-disk.test.ts',
  'server/http/head-requests.test.ts',
  'server/http/security-log.test.ts',
  'server/http/serve.test.ts',
  'server/identity/google.test.ts',
  'server/identity/passwords/hash-passwords.test.ts',
  'server/images/hostile-pictures.test.ts',
  'server/images/image-host.test.ts',
  'server/language/routes.test.ts',
  'server/http/listen.test.ts',
  'server/molar.test.ts',
  'server/patients/import/read-file.test.ts',
  'server/patients/import/whole-day.test.ts',
  'server/notifications/show-name.test.ts',
  'server/notifications/show-treatment.test.ts',
  'server/http/observe.test.ts',
  'server/http/pages.test.ts',
  'server/payments/sandbox/sandbox.test.ts',
  'server/specified-client.test.ts',
]
/** SQLite has exactly one process, one connection that writes, and no locks of its own on tables. */
const onPostgres = [
  'server/appointments/booked-beside.test.ts',
  'server/clinics/find-next-look.test.ts',
  'server/clinics/operate-clinics.test.ts',
  'server/clinics/register.test.ts',
  'server/clinics/restore-clinic.test.ts',
  'server/clinics/serve-clinics.test.ts',
  'server/clinics/set-clinic.test.ts',
  'server/clinics/isolation.test.ts',
  'server/copies/point-in-time.test.ts',
  'server/doctors/while-booking.test.ts',
  'server/live-processes.test.ts',
  'server/db/postgres-outage.test.ts',
  'server/db/lend-connections.test.ts',
  'server/two-schemas.test.ts',
  'server/serving-role.test.ts',
  'server/two-processes.test.ts',
  'server/waitlist/hold-lines.test.ts',
]

const cwd = import.meta.dirname
const unitFiles = ['contract/**/*.test.ts', 'client/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']
const unit = globSync(unitFiles, { cwd })

/** Those in whose text one of these words stands. */
function using(files: string[], ...words: string[]): string[] {
  return files.filter((file) => {
    const text = readFileSync(join(cwd, file), 'utf8')
    return words.some((word) => text.includes(word))
  })
}

/** What uses nothing that opens a database runs once as well. */
const serverFiles = globSync(server, { cwd })
const opening = using(serverFiles, '/testing/', 'openDatabase', "inject('engine')")
const once = [...onSqlite, ...serverFiles.filter((file) => !opening.includes(file))]

/** A module that is loaded while a browser's global is there may take it for a browser's ever after. */
const stubbing = using(unit, 'stubGlobal(')

/**
 * `npm test -- quick` leaves out what has a folder or a server of its own, starts processes, fills large
 * tables or lives through hundreds of cases: a third of the files and two thirds of the time.
 */
const thorough = [
  ...['makePlace', 'makeEmptyPlace', 'fillAppointments', 'database/query-plan', 'runsOf('],
  ...['node:child_process', 'testing/process', 'testing/live', 'testing/photos'],
  'openOlder',
  'than a statement has parameters',
]
const left = process.env.QUICK ? using(serverFiles, ...thorough) : []

export default defineConfig({
  test: {
    // For what hangs. A machine that does other work at the same time is slow, not wrong.
    testTimeout: 600_000 * times,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // One more than the cores of a small machine: tests wait for disks, timers and other processes too.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'sqlite',
          isolate,
          setupFiles,
          include: server,
          exclude: [...onPostgres, ...left],
          provide: { engine: 'sqlite', postgresUrl: '', times },
          globalSetup: 'server/testing/database/start-sqlite.ts',
        },
      },
      {
        test: {
          name: 'postgres',
          isolate,
          setupFiles,
          include: server,
          exclude: once,
          provide: { engine: 'postgres', times },
          globalSetup: 'server/testing/database/start-postgres.ts',
        },
      },
      {
        test: {
          name: 'unit',
          isolate,
          setupFiles,
          provide: { times },
          include: unit,
          exclude: stubbing,
        },
      },
      {
        test: { name: 'stubbing', setupFiles, provide: { times }, include: stubbing },
      },
    ],
  },
})
