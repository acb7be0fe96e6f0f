import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Page,
  type TestInfo,
} from '@playwright/test'
import type { Email } from 'postal-mime'
import { readMail } from './mailbox.ts'
import { confirmAddress, type Patient, signUp, signUpIn, storeToken, tokenOf } from './patient.ts'
import { type Portal, type Settings, startServer } from './server.ts'
import { createWatch, type Watch } from './watch.ts'

/** Options for a file's `test.use`; within a worker, files with the same settings share a portal. */
export type PortalOptions = { settings: Settings }

type TestFixtures = {
  portal: Portal
  watch: Watch
  /** Announces faults that the test causes itself; any other fails it. */
  expectFailures: Watch['expectFailures']
  /** A new patient, signed in on `page`. Only on SQLite. */
  patient: Patient
  /** The same, with a confirmed address. */
  confirmed: Patient
  /** A patient who has just signed up, with a mail to confirm their address. */
  newcomer: Patient
  /** Waits for the newest mail of a kind to a recipient. */
  readMail(recipient: string, kind: string): Promise<Email>
  /** A page in another browser, watched like `page`. */
  visit(options?: BrowserContextOptions): Promise<Page>
}

type WorkerFixtures = {
  /** The worker's portal of a kind, started on first use. */
  openPortal(kind: string, start: () => Promise<Portal>): Promise<Portal>
}

/** A real portal with a page on it; any fault on any page fails the test. */
export const test = base.extend<TestFixtures & PortalOptions, WorkerFixtures>({
  settings: [{}, { option: true }],
  openPortal: [
    // Playwright requires a destructuring pattern.
    async ({ browserName: _ }, provide) => {
      const portals = new Map<string, Promise<Portal>>()
      await provide((kind, start) => {
        const portal = portals.get(kind) ?? start()
        portals.set(kind, portal)
        return portal
      })
      for (const portal of portals.values()) await (await portal).stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  portal: async ({ openPortal, settings }, provide) =>
    provide(await openPortal(JSON.stringify(settings), () => startServer(settings))),
  baseURL: async ({ portal }, provide) => provide(portal.origin),
  watch: async ({ portal }, provide) => {
    const watch = createWatch(portal.origin)
    await provide(watch)
    watch.failOnFaults()
  },
  context: async ({ context, watch }, provide, testInfo) => {
    await watch.add(context)
    keepIntercepting(context)
    await provide(context)
    await dropRoutes(context)
    if (testInfo.status !== testInfo.expectedStatus) watch.noteSent()
    await pictureFailure(context, watch, testInfo)
  },
  expectFailures: async ({ watch }, provide) => provide(watch.expectFailures),
  patient: async ({ context, portal }, provide) => provide(await signUpIn(context, portal)),
  confirmed: async ({ patient, portal }, provide) => {
    confirmAddress(portal, patient)
    await provide(patient)
  },
  newcomer: async ({ context, portal }, provide) => {
    const newcomer = await signUp(context.request)
    await storeToken(context, portal.origin, await tokenOf(context.request, newcomer.email))
    await provide(newcomer)
  },
  readMail: async ({ portal }, provide) =>
    provide((recipient, kind) => readMail(portal.dataDir, recipient, kind)),
  visit: async ({ browser, watch, portal, contextOptions }, provide, testInfo) => {
    const opened: BrowserContext[] = []
    await provide(async (options) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: portal.origin,
        ...options,
      })
      opened.push(context)
      await watch.add(context)
      keepIntercepting(context)
      return await context.newPage()
    })
    await Promise.all(opened.map(dropRoutes))
    for (const context of opened) await pictureFailure(context, watch, testInfo)
    await Promise.all(opened.map((context) => context.close()))
  },
})

/**
 * Chromium may leave a request unanswered when interception is switched off during the request
 * (github.com/microsoft/playwright/issues/41802). Requests that a test has once intercepted therefore stay
 * intercepted after `unroute` and `times`, by a route that matches nothing.
 */
function keepIntercepting(context: BrowserContext): void {
  const keep = (routed: BrowserContext | Page) => {
    const route = routed.route.bind(routed)
    let kept: Promise<unknown> | undefined
    routed.route = async (...words) => {
      kept ??= route(
        () => false,
        (one) => one.fallback(),
      )
      await kept
      return await route(...words)
    }
  }
  keep(context)
  context.on('page', keep)
}

/**
 * Ends a test's interception. A page may have sent a request at the last moment, whose handler still waits for
 * the server (`route.fetch`): closing the context would make that an error outside any test, which fails the run.
 */
async function dropRoutes(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
}

/**
 * Keeps a picture of each page that a failed test has left open. Playwright's `only-on-failure` takes them of
 * every test, and deletes those of the ones that pass.
 */
async function pictureFailure(context: BrowserContext, watch: Watch, testInfo: TestInfo) {
  const { status, expectedStatus, attachments } = testInfo
  if (status === expectedStatus && watch.faults().length === 0) return
  for (const page of context.pages()) {
    const path = testInfo.outputPath(`failed-${attachments.length + 1}.png`)
    const taken = await page.screenshot({ path, timeout: 5000 }).catch(() => null)
    if (taken) attachments.push({ name: 'screenshot', path, contentType: 'image/png' })
  }
}

export { expect } from '@playwright/test'
