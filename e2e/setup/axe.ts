import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The rules that judge colours; no other depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Asserts that axe finds nothing on the page as it stands, nor in its frames. */
export async function axe(page: Page, rules: 'all' | 'colours' = 'all'): Promise<void> {
  await settle(page)
  // The mode that reads frames of other origins opens a page more for every look.
  const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  if (rules === 'all') builder.withTags(tags)
  else builder.withRules(colourRules)
  const { violations } = await builder.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n${target.join(' ')}\n${failureSummary}`,
    ),
  )
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/** All of axe's rules in the light theme, those about colours in the dark one as well. */
export async function axeInBothThemes(page: Page): Promise<void> {
  await inBothThemes(page, (theme) => axe(page, theme === 'light' ? 'all' : 'colours'))
}

/** Runs a check in the light theme and in the dark one. */
export async function inBothThemes(page: Page, check: (theme: Theme) => Promise<void>) {
  for (const theme of themes) {
    await test.step(theme, async () => {
      await page.emulateMedia({ colorScheme: theme })
      await check(theme)
    })
  }
}

/**
 * Colours on their way from one to another are neither's. What never ends, a spinner, stays. Asked
 * again and again: Chromium forgets the `finished` of an animation whose element goes away with it.
 */
async function settle(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ playState }) => playState === 'running')
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .length,
    )
  await expect.poll(moving, { message: 'what moves comes to rest', intervals: [50] }).toBe(0)
}
