import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type axeCore from 'axe-core'

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/**
 * The rules that axe applies: all, only those of the WCAG, colours, which depend on the theme, or what another
 * theme and a narrow screen can affect on a page that passed: colours, sizes, scrolling, and names of elements
 * shown only there.
 */
const rulesOf = {
  all: { type: 'tag', values: [...guidelines, 'best-practice'] },
  guidelines: { type: 'tag', values: guidelines },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  narrow: {
    type: 'rule',
    values: [
      'color-contrast',
      'link-in-text-block',
      'target-size',
      'scrollable-region-focusable',
      'aria-hidden-focus',
      'button-name',
      'link-name',
      'label',
    ],
  },
} as const
type Rules = keyof typeof rulesOf

/** Asserts that axe finds nothing on the current page. */
export async function axe(page: Page, rules: Rules = 'all'): Promise<void> {
  await settle(page)
  // Half of a run's time is parsing axe itself: once per document.
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(source)
  const { type, values } = rulesOf[rules]
  const found = await page.evaluate(findViolations, { type, values: [...values] })
  expect(found, `axe on ${page.url()}`).toEqual([])
}

/**
 * Runs in the page, where axe is loaded. Frames belong to others: Stripe. Afterwards the toasts' timers
 * continue.
 */
async function findViolations(runOnly: { type: 'tag' | 'rule'; values: string[] }) {
  const top = window.scrollY
  // At the top no element is half covered by a sticky bar, which would give it a wrong size.
  window.scrollTo({ top: 0, behavior: 'instant' })
  const { violations } = await window.axe.run(document, {
    runOnly,
    resultTypes: ['violations'],
    iframes: false,
  })
  window.scrollTo({ top, behavior: 'instant' })
  if (document.querySelector('.Toastify__toast')) window.dispatchEvent(new Event('focus'))
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n${target.join(' ')}\n${failureSummary}`,
    ),
  )
}

declare global {
  interface Window {
    axe: typeof axeCore
  }
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
 * Waits for transitions, whose intermediate colours belong to neither state. Endless animations, such as a
 * spinner, continue; a toast's timer is paused until axe is done. Polled, since Chromium loses the `finished`
 * promise of an animation whose element is removed.
 */
async function settle(page: Page): Promise<void> {
  const moving = () => page.evaluate(countMoving)
  // Reloading content is dimmed until its answer arrives.
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  await expect.poll(moving, { message: 'what moves comes to rest', intervals: [50] }).toBe(0)
}

/** Runs in the page. */
function countMoving(): number {
  // Pauses toasts, as if the reader had turned to another window.
  if (document.querySelector('.Toastify__toast')) window.dispatchEvent(new Event('blur'))
  const ends = ({ effect }: Animation) =>
    effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  return document.getAnimations().filter((one) => one.playState === 'running' && ends(one)).length
}
