import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { languages } from '../contract/language.ts'
import { type Letter, lettersIn } from '../server/testing/models/letters.ts'
import { expectNoSidewaysScroll } from './setup/accessible.ts'
import { axe, inBothThemes } from './setup/axe.ts'
import { expect, test } from './setup/test.ts'

const widths = [700, 375]
/** A folder for screenshots of all mails: `MAIL_PICTURES=/tmp/mails`. */
const pictures = process.env.MAIL_PICTURES

for (const language of languages) {
  test(`every mail in ${language} is accessible at desktop and phone width, in light and dark themes`, async ({
    page,
  }) => {
    for (const letter of lettersIn(language)) {
      await test.step(letter.kind, async () => {
        await page.setContent(letter.html)
        await expect(page).toHaveTitle(letter.subject)
        await expectLinks(page, letter)
        await inBothThemes(page, async (theme) => {
          await axe(page, theme === 'light' ? 'guidelines' : 'colours')
          // A mail is as wide in one theme as in the other.
          for (const width of theme === 'light' || pictures ? widths : []) {
            await page.setViewportSize({ width, height: 600 })
            await expectNoSidewaysScroll(page)
            await keep(page, `${letter.kind}-${language}-${width}-${theme}`)
          }
        })
      })
    }
  })
}

/** Every link has a complete address, which the plain text has too. */
async function expectLinks(page: Page, { text }: Letter): Promise<void> {
  const links = page.getByRole('link')
  for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))) {
    expect(href).toMatch(/^https:\/\/clinic\.example\//)
    expect(text).toContain(href)
  }
}

async function keep(page: Page, name: string): Promise<void> {
  if (!pictures) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
