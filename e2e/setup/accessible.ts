import { expect, type Page } from '@playwright/test'
import { axe, axeInBothThemes } from './axe.ts'

/** Axe is silent in both themes, and on a phone, where nothing reaches beyond the side. */
export async function expectAccessible(page: Page): Promise<void> {
  await axeInBothThemes(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await onPhone(page, async () => {
    await expectNoSidewaysScroll(page)
    await axe(page)
  })
}

/** Runs a check on a screen of 320 CSS pixels (WCAG 1.4.10). */
export async function onPhone(page: Page, check: () => Promise<void>): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 900 })
  await check()
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
