import { expect, type Page, test } from '@playwright/test'
import { axe } from './axe.ts'

/**
 * Axe finds nothing, wide in the light theme and narrow in the dark one, where nothing is wider than the page.
 * The second run only has the rules that theme and width can affect; the walks over all screens run all rules
 * again.
 */
export async function expectAccessible(
  page: Page,
  narrow: 'all' | 'narrow' = 'narrow',
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await axe(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await onPhone(page, async () => {
    await expectNoSidewaysScroll(page)
    await axe(page, narrow)
  })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Runs a check on a screen of 320 CSS pixels (WCAG 1.4.10). */
export async function onPhone(page: Page, check: () => Promise<void>): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 900 })
  await check()
  if (before) await page.setViewportSize(before)
}

/** From a small phone to a wide screen, and so also 200 % zoom of the usual ones. */
const widths = [320, 480, 640, 720, 768, 820, 900, 1024, 1100, 1280, 1440]

/** At every width the whole page fits its width: nothing is cut off or out of reach. */
export async function expectReflow(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await test.step(`${width} px`, () => expectNoSidewaysScroll(page))
  }
  if (before) await page.setViewportSize(before)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(excess, { message: `${page.url()} scrolls sideways` }).toBe(0)
}

/** The lines that a text has on the screen. Runs in the page. */
export function countLines(text: Element): number {
  const range = document.createRange()
  range.selectNodeContents(text)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}
