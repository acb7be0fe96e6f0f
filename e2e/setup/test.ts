import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
} from '@playwright/test'
import type { Email } from 'postal-mime'
import { type Engine, withDatabase } from './database.ts'
import { readMail } from './mailbox.ts'
import { confirmAddress, type Patient, signUpIn } from './patient.ts'
import { type Portal, type Settings, startServer } from './server.ts'
import { createWatch, type Watch } from './watch.ts'

/** What a file asks for with `test.use`; each combination gets a server of its own. */
export type PortalOptions = { engine: Engine; settings: Settings }

type TestFixtures = {
  watch: Watch
  /** Announces faults that the test brings about itself; any other fails it. */
  expectFailures: Watch['expectFailures']
  /** Somebody new, signed in where `page` is. */
  patient: Patient
  /** The same, with an address that they have confirmed. On SQLite alone. */
  confirmed: Patient
  /** Waits for the newest mail of a kind to somebody. */
  readMail(recipient: string, kind: string): Promise<Email>
  /** A page in another browser, watched like `page`. */
  visit(options?: BrowserContextOptions): Promise<Page>
}

/** A real portal (one for each worker), a page on it, and no fault on any page goes unnoticed. */
export const test = base.extend<TestFixtures, PortalOptions & { portal: Portal }>({
  engine: ['sqlite', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  portal: [
    async ({ engine, settings }, provide) => {
      await withDatabase(engine, async (database) => {
        const portal = await startServer({ ...database, ...settings })
        await provide(portal)
        await portal.stop()
      })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ portal }, provide) => provide(portal.origin),
  watch: async ({ portal }, provide) => {
    const watch = createWatch(portal.origin)
    await provide(watch)
    watch.failOnFaults()
  },
  context: async ({ context, watch }, provide) => {
    watch.add(context)
    await provide(context)
  },
  expectFailures: async ({ watch }, provide) => provide(watch.expectFailures),
  patient: async ({ context, portal }, provide) => provide(await signUpIn(context, portal.origin)),
  confirmed: async ({ patient, portal }, provide) => {
    confirmAddress(portal, patient)
    await provide(patient)
  },
  readMail: async ({ portal }, provide) =>
    provide((recipient, kind) => readMail(portal.dataDir, recipient, kind)),
  visit: async ({ browser, watch, portal, contextOptions }, provide) => {
    const opened: BrowserContext[] = []
    await provide(async (options) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: portal.origin,
        ...options,
      })
      opened.push(context)
      watch.add(context)
      return await context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

export { expect } from '@playwright/test'
