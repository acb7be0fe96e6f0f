import { expect, type Page } from '@playwright/test'
import { axeInBothThemes } from './axe.ts'

const widths = [320, 1440]

/** Axe is silent and nothing reaches beyond the side, narrow and wide, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    await axeInBothThemes(page)
  }
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(excess, { message: `${page.url()} scrolls sideways` }).toBe(0)
}
