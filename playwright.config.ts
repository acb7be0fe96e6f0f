import { defineConfig } from '@playwright/test'
import type { PortalOptions } from './e2e/setup/test.ts'
import { chromiumArgs, chromiumPath } from './scripts/chromium.ts'
import { isInMemory } from './scripts/data-root.ts'

/** A page lives for seconds here: what optimizing its script costs is never earned back. */
const interpreted = '--js-flags=--no-opt --no-maglev'

export default defineConfig<PortalOptions>({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/setup/prepare.ts',
  outputDir: 'dist/browser',
  reporter: [['list'], ['json', { outputFile: 'dist/reports/playwright.json' }]],
  // One more than the cores of a small machine: half of a journey is waiting for frames and answers.
  workers: Number(process.env.WORKERS ?? 3),
  fullyParallel: true,
  forbidOnly: true,
  // Two busy cores take their time; what hangs fails by itself.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    // What is never there to be clicked fails long before its test does.
    actionTimeout: 60_000,
    browserName: 'chromium',
    // Unpacked here, before any worker starts, where the machine has none.
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [...chromiumArgs, interpreted],
      // Playwright's own: what processes share would be files in the temporary folder.
      ignoreDefaultArgs: isInMemory ? ['--disable-dev-shm-usage'] : [],
    },
    contextOptions: { reducedMotion: 'reduce' },
    // The patient's zone is not the clinic's.
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    // A tenth of the time of every test; `--trace=retain-on-failure` asks for it.
    trace: 'off',
    // e2e/setup/test.ts takes those of failed tests.
    screenshot: 'off',
  },
})
