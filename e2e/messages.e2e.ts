import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './setup/accessible.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

/** Writes to the clinic as a visitor does; the form has its own tests. */
async function write(request: APIRequestContext) {
  const subject = `Braces ${randomBytes(4).toString('hex')}`
  const data = { email: 'ann+1@visitors.example', subject, message: 'Dear clinic,\n\nhow long?' }
  const answer = await request.post('/contact-messages', { data })
  expect(answer.ok()).toBe(true)
  return subject
}

function rowOf(page: Page, subject: string) {
  return page.getByRole('row').filter({ hasText: subject })
}

/** The badge beside the heading, as a number; read in one step, since it may be leaving. */
async function unread(page: Page): Promise<number> {
  const [badge = '0'] = await page.getByText(/^\d+ unread$/).allTextContents()
  return Number.parseInt(badge, 10)
}

test('a new message becomes read when it is opened, and can be set to answered, spam, or new again; a status chosen while the message is being set to read is not lost; a failed status change shows its reason in the dialog, and an empty list explains what appears there', async ({
  page,
  request,
  staff,
  expectFailures,
}) => {
  expectFailures(/500/)
  const subject = await write(request)
  await page.goto('/dashboard/messages')
  await expect(page.getByRole('columnheader')).toHaveText(['From', 'Subject', 'When', 'State'])
  await expect(rowOf(page, subject).getByText('New', { exact: true })).toBeVisible()
  await expect.poll(() => unread(page)).toBeGreaterThan(0)
  const before = await unread(page)
  await page.getByRole('button', { name: subject }).click()
  const dialog = page.getByRole('dialog', { name: subject })
  await expect(dialog.getByText('how long?')).toBeVisible()
  await expect(dialog.getByText('Read', { exact: true })).toBeVisible()
  await expect.poll(() => unread(page)).toBe(before - 1)
  await expect(dialog.getByRole('link', { name: 'Reply' })).toHaveAttribute(
    'href',
    `mailto:ann%2B1%40visitors.example?subject=${encodeURIComponent(`Re: ${subject}`)}`,
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: subject }), staff.email).toBeFocused()

  const mark = async (label: string) => {
    await page.getByRole('button', { name: subject }).click()
    await dialog.getByRole('button', { name: label }).click()
    await expect(dialog).toBeHidden()
  }
  await mark('Answered')
  await expect(rowOf(page, subject).getByText('Answered')).toBeVisible()
  await mark('Spam')
  await expect(rowOf(page, subject)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeFocused()

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Spam')
  await expect(page).toHaveURL('/dashboard/messages?state=spam')
  await expect(rowOf(page, subject).getByText('Spam')).toBeVisible()
  await mark('New again')
  await expect(rowOf(page, subject)).toHaveCount(0)
  await page.goBack()
  await expect(rowOf(page, subject).getByText('New', { exact: true })).toBeVisible()

  const [pressed, another] = [await write(request), await write(request)]
  const reading = Promise.withResolvers<void>()
  await page.route('**/staff/messages/*', async (route) => {
    if (route.request().postDataJSON().state === 'read') await reading.promise
    await route.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: pressed }).click()
  const open = page.getByRole('dialog', { name: pressed })
  await open.getByRole('button', { name: 'Answered' }).click()
  reading.resolve()
  await expect(open).toBeHidden()
  await expect(rowOf(page, pressed).getByText('Answered')).toBeVisible()

  const message = 'Something went wrong on our side. Please try again.'
  await page.route('**/staff/messages/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message } }),
  )
  await page.getByRole('button', { name: another }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(message)

  const json = { rows: [], next: null, unread: 0 }
  await page.route('**/staff/messages*', (route) => route.fulfill({ json }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
})
