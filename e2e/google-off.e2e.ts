import { expectAccessible } from './setup/accessible.ts'
import { redLine } from './setup/identity.ts'
import { expect, test } from './setup/test.ts'

test('the forms show an error, accessibly, when Google sign-in is not set up', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/400/)
  for (const path of ['/signup', '/login']) {
    await page.goto(path)
    await page.getByRole('textbox', { name: 'Email' }).fill('pat@patients.example')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(redLine(page)).toContainText('Google sign-in is not set up')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('pat@patients.example')
  }
  await expectAccessible(page)
})
