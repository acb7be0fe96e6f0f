import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { byHistory } from './setup/screens.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

/** Of a long file, a failed import is reported beside its button, and the mended file begins at its first line. */
async function expectMended(page: Page): Promise<void> {
  const tag = randomUUID().slice(0, 8)
  const fileOf = (births: readonly string[]) => ({
    name: 'long.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Name;Born', ...births.map((born, n) => `${tag} ${n};${born}`)].join('\r\n'),
    ),
  })
  const unclear = Array.from({ length: 55 }, () => '6/5/1988')
  await byHistory(page, '/dashboard/patients/import')
  await page.getByLabel('Choose a file').setInputFiles(fileOf(['1988-12-31', ...unclear]))
  const found = page.getByRole('region', { name: 'What becomes of long.csv' })
  await found.getByLabel('Which lines are shown').selectOption('Only problems (55)')
  await found.getByRole('button', { name: 'Next' }).click()
  const rows = found.getByRole('list', { name: 'Lines of the file' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)

  const answer = Promise.withResolvers<void>()
  await page.route('**/staff/patients/import', async (route) => {
    await answer.promise
    await route.abort()
  })
  const send = found.getByRole('button', { name: 'Import 1 patient' })
  await send.click()
  await expect(page.getByText('Importing…')).toBeVisible()
  await page.getByRole('link', { name: 'All patients' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave while the import runs?' })
  await expect(question).toContainText('The import goes on')
  await question.getByRole('button', { name: 'Stay here' }).click()
  answer.resolve()
  const failure = found.getByRole('alert')
  await expect(failure).toContainText('We do not know whether all of it was imported.')
  await send.scrollIntoViewIfNeeded()
  await expect(failure).toBeInViewport()

  await page
    .getByLabel('Choose another file')
    .setInputFiles(fileOf(['1988-12-31', '1988-12-30', ...unclear.slice(0, 3)]))
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText(`${tag} 0`)
}

test('a patient file is checked line by line and imported, and a second import finds nothing new; of a long file, a failed import is reported beside its button, and the mended file begins at its first line', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/ERR_FAILED/)
  const name = `Ida ${randomUUID().slice(0, 8)}`
  const lines = ['Name;Born;Phone', `${name};31.12.1988;646 901`, 'Bea Poe;6/5/1988;646 902']
  const file = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) }
  await page.goto('/dashboard/patients')
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByLabel('Choose a file').setInputFiles(file)
  const found = page.getByRole('region', { name: 'What becomes of old.csv' })
  const rows = found.getByRole('list', { name: 'Lines of the file' }).getByRole('listitem')
  await expect(rows).toContainText(['New patient', 'Born: This could be two days.'])
  await expectAccessible(page)
  await found.getByLabel('Which lines are shown').selectOption('Only problems (1)')
  await expect(rows).toHaveCount(1)
  const download = page.waitForEvent('download')
  await found.getByRole('button', { name: 'Download the lines with a problem' }).click()
  expect((await download).suggestedFilename()).toBe('lines-with-a-problem.csv')
  await found.getByRole('button', { name: 'Import 1 patient' }).click()
  await expect(page.getByText('1 patient was imported. Nobody was written to.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Choose another file').setInputFiles(file)
  await expect(found.getByText('There is nothing to import')).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name }), staff.email).toBeVisible()
  await page.getByRole('link', { name: 'Book an appointment' }).click()
  await expect(page.getByText(`Booking for ${name}.`)).toBeVisible()
  await expectMended(page)
})
