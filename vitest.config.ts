import { defineConfig } from 'vitest/config'

const onBothEngines = ['server/**/*.test.ts']
const withoutDatabase = [
  'contract/**/*.test.ts',
  'client/**/*.test.{ts,tsx}',
  'scripts/**/*.test.ts',
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
          include: onBothEngines,
          // SQLite has exactly one process.
          exclude: ['server/two-processes.test.ts', 'server/live-processes.test.ts'],
          provide: { engine: 'sqlite', postgresUrl: '', postgresTemplate: '' },
        },
      },
      {
        test: {
          name: 'postgres',
          include: onBothEngines,
          provide: { engine: 'postgres' },
          globalSetup: 'server/testing/start-postgres.ts',
        },
      },
      { test: { name: 'unit', include: withoutDatabase } },
    ],
  },
})
