import { defineConfig } from 'vitest/config'

/** Loading the server's modules anew for each file takes longer than most files' tests. */
const isolate = false

/** `TIMES=20 npm test -- server` lives twenty times as many lives in the long property tests. */
const times = Number(process.env.TIMES ?? 1)

const onBothEngines = ['server/**/*.test.ts']
/** What no engine can make a difference to. */
const serverWithoutDatabase = [
  'server/appointments/explain-terms.test.ts',
  'server/http/client-address.test.ts',
  'server/clinic/show-markdown.test.ts',
  'server/clock.test.ts',
  'server/config.test.ts',
  'server/http/send-content.test.ts',
  'server/identity/hash-passwords.test.ts',
  'server/identity/check-password.test.ts',
  'server/images/run-cleaner.test.ts',
  'server/language/choose-language.test.ts',
  'server/http/listen.test.ts',
  'server/notifications/eml.test.ts',
  'server/notifications/frame-mail.test.ts',
  'server/http/observe.test.ts',
  'server/reminders/find-due.test.ts',
  'server/http/openapi.test.ts',
  'server/http/read-input.test.ts',
  'server/reviews/show-review.test.ts',
  'server/treatments/read-slots.test.ts',
  'server/waitlist/find-expiry.test.ts',
]
/** What needs a database, and would not notice which. */
const onAnyEngine = [
  'server/http/access.test.ts',
  'server/identity/google.test.ts',
  'server/images/hostile-pictures.test.ts',
  'server/images/image-host.test.ts',
  'server/language/routes.test.ts',
  'server/notifications/twilio.test.ts',
  'server/payments/sandbox/sandbox.test.ts',
]
const withoutDatabase = [
  'contract/**/*.test.ts',
  'client/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
  ...serverWithoutDatabase,
]

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'sqlite',
          isolate,
          include: onBothEngines,
          // SQLite has exactly one process.
          exclude: [
            ...serverWithoutDatabase,
            'server/two-processes.test.ts',
            'server/live-processes.test.ts',
            'server/db/postgres-outage.test.ts',
          ],
          provide: { engine: 'sqlite', postgresUrl: '', times },
          globalSetup: 'server/testing/start-sqlite.ts',
        },
      },
      {
        test: {
          name: 'postgres',
          isolate,
          include: onBothEngines,
          exclude: [...serverWithoutDatabase, ...onAnyEngine],
          provide: { engine: 'postgres', times },
          globalSetup: 'server/testing/start-postgres.ts',
        },
      },
      { test: { name: 'unit', include: withoutDatabase } },
    ],
  },
})
