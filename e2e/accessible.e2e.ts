import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { treatments } from './setup/booking.ts'
import { signUpIn } from './setup/patient.ts'
import {
  byDocuments,
  byHistory,
  fillScreens,
  linkedScreens,
  patientScreens,
  publicScreens,
  staffScreens,
  type Walked,
  walk,
  walksOf,
} from './setup/screens.ts'
import { expectSpanish } from './setup/spanish.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

/** Each screen is fully Spanish, which needs more room, and accessible, narrow and wide. */
async function walkInSpanish(page: Page, walked: Walked, data: readonly string[]) {
  await walk(page, walked, 'es', async () => {
    await expectSpanish(page, data)
    await expectAccessible(page, 'all')
  })
}

test.describe('accessible and fully in Spanish', () => {
  test.use({ locale: 'es-US' })

  for (const { name, screens } of walksOf(publicScreens)) {
    test(`public screens: ${name}`, async ({ page }) => {
      await walkInSpanish(page, { screens, way: byDocuments }, [])
    })
  }

  for (const { name, screens } of walksOf(linkedScreens)) {
    test(`screens of links in mails: ${name}`, async ({ page }) => {
      await walkInSpanish(page, { screens, way: byHistory }, [])
    })
  }

  for (const { name, screens } of walksOf(patientScreens)) {
    test(`patient screens: ${name}`, async ({ page, patient }) => {
      await fillScreens(page, patient)
      const names = (await treatments(page.request)).map((one) => one.name)
      const data = [...names, patient.name]
      await walkInSpanish(page, { screens, way: byHistory }, data)
    })
  }

  for (const { name, screens } of walksOf(staffScreens)) {
    test(`staff screens: ${name}`, async ({ page, portal, staff, visit }) => {
      expect(staff.email).toContain('@')
      const other = await visit()
      await fillScreens(other, await signUpIn(other.context(), portal))
      const names = (await treatments(page.request)).map((one) => one.name)
      // The first admin's account is named Admin.
      await walkInSpanish(page, { screens, way: byHistory }, [...names, 'Admin'])
    })
  }
})
