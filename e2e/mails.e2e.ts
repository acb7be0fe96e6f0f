import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { languages } from '../contract/language.ts'
import { themes } from './setup/axe.ts'
import { type Letter, lettersIn } from './setup/letters.ts'

const widths = [700, 375]
/** A folder for pictures of all mails, to be looked at: `MAIL_PICTURES=/tmp/mails`. */
const pictures = process.env.MAIL_PICTURES

for (const language of languages) {
  for (const letter of lettersIn(language)) {
    test(`${letter.kind} in ${language}: wide, on a phone, light and dark`, async ({ page }) => {
      await page.setContent(letter.html)
      await expect(page).toHaveTitle(letter.subject)
      await expectLinks(page, letter)
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme })
        await expectReadable(page)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 600 })
          await expectNoSidewaysScroll(page)
          await keep(page, `${letter.kind}-${language}-${width}-${colorScheme}`)
        }
      }
    })
  }
}

/** Every link leads somewhere whole, and the plain text has it too. */
async function expectLinks(page: Page, { text }: Letter): Promise<void> {
  for (const link of await page.getByRole('link').all()) {
    const href = (await link.getAttribute('href')) ?? ''
    expect(href).toMatch(/^https:\/\/clinic\.example\//)
    expect(text).toContain(href)
  }
}

async function expectReadable(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary}`)).toEqual([])
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(excess).toBe(0)
}

async function keep(page: Page, name: string): Promise<void> {
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
