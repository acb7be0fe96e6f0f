import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { treatments } from './setup/booking.ts'
import { openIdentityForm } from './setup/identity.ts'
import { signUpIn } from './setup/patient.ts'
import {
  byDocuments,
  byHistory,
  fillScreens,
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

test('the page for an unknown address is accessible', async ({ page, expectFailures }) => {
  expectFailures(/404/)
  await page.goto('/nothing-here')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The web page was not found')
  await expectAccessible(page)
})

test('forms with errors are accessible', async ({ page, expectFailures }) => {
  expectFailures(/40\d/)
  await openIdentityForm(page, '/signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await openIdentityForm(page, '/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})
