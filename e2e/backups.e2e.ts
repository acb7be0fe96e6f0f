import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './setup/accessible.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test('an admin starts a backup with one press, and sees when it is complete', async ({
  page,
  portal,
  staff,
}) => {
  await page.goto('/dashboard/backups')
  await expect(page.getByRole('heading', { name: 'There is no backup yet' })).toBeVisible()
  await expect(page.getByText('Nothing is stored there yet.'), staff.email).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  // It is made in a process of low priority, which gets little time while others keep both cores busy.
  const done = page.getByRole('heading', { name: /The last good backup is .* old/ })
  await expect(done).toBeVisible({ timeout: 120_000 })
  const row = page.getByRole('row').last()
  await expect(row).toContainText(/molar-\d{8}T\d{6}Z/)
  const [name = ''] = readdirSync(join(portal.dataDir, 'backups')).filter((one) =>
    one.startsWith('molar-'),
  )
  await expect(row).toContainText(name)
  await expectAccessible(page)
})
