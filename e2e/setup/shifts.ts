import type { BrowserContext, Page } from '@playwright/test'

/** Measures on each page how far its visible content moves by itself. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of the page's layout shifts so far: https://web.dev/articles/cls */
export async function shiftOf(page: Page): Promise<number> {
  const shifts = await page.evaluate<number[]>('shifts')
  return shifts.reduce((sum, shift) => sum + shift, 0)
}

/** Answers what matches, in the file's next page, when the page has been painted: it comes later than what is shown. */
export async function holdUntilPainted(page: Page, address: string): Promise<void> {
  const painted = page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  await page.route(address, async (route) => {
    await painted
    await route.continue()
  })
}
