import type { Page } from '@playwright/test'
import { movingHeader } from '../contract/endpoint.ts'
import { failures } from '../contract/errors.ts'
import { expectAccessible } from './setup/accessible.ts'
import { newPatient } from './setup/patient.ts'
import { openWithScripts } from './setup/screens.ts'
import { changing } from './setup/server.ts'
import { expect, test } from './setup/test.ts'

test.use({ settings: changing })

/** A move to another server is announced, and the message can be sent afterwards. */
async function expectMove(page: Page): Promise<void> {
  let isMoving = true
  await page.route(
    () => isMoving,
    async (route) => {
      if (route.request().resourceType() !== 'fetch') return route.continue()
      const headers = { [movingHeader]: '1' }
      if (route.request().method() === 'GET') {
        const response = await route.fetch()
        return route.fulfill({ response, headers: { ...response.headers(), ...headers } })
      }
      const { status, message } = failures.moving
      return route.fulfill({ status, headers, json: { code: 'moving', message } })
    },
  )
  await openWithScripts(page, '/contact')
  await page.getByRole('textbox', { name: 'Email address' }).fill('pat@patients.example')
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question')
  await page.getByRole('textbox', { name: 'Message' }).fill('Does it hurt?')
  await page.getByRole('button', { name: 'Submit' }).click()
  const note = page.getByRole('status').filter({ hasText: 'We are moving this portal' })
  await expect(note).toBeVisible()
  await expectAccessible(page)
  isMoving = false
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await expect(note).toBeHidden()
}

test('the contact form reports missing fields, keeps a message that could not be sent, thanks the sender and sends it to the clinic; a move to another server is announced, and a message can be sent afterwards', async ({
  page,
  context,
  readMail,
  expectFailures,
}) => {
  expectFailures(/ERR_INTERNET_DISCONNECTED|503/)
  const { email } = newPatient()
  await openWithScripts(page, '/contact')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  const form = page.getByRole('region', { name: 'Stay connected with us' })
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('Email is required')).toBeVisible()
  await expect(form.getByText('Please give your message a subject')).toBeVisible()
  await expect(form.getByText('Please write your message')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Email address' })).toBeFocused()

  await form.getByRole('textbox', { name: 'Email address' }).fill('pat at home')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByText('Provide a valid email')).toBeVisible()

  await form.getByRole('textbox', { name: 'Email address' }).fill(email)
  await form.getByRole('textbox', { name: 'Subject' }).fill('A <b>small</b> question')
  const message = form.getByRole('textbox', { name: 'Message' })
  await message.fill('Does it hurt?\nJust a little?')
  // What asks is fetched when the form is used.
  const closeTab = () =>
    page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(closeTab).toBe(false)
  const question = page.getByRole('alertdialog', { name: 'Leave without sending?' })
  for (const leave of [
    () => page.getByRole('link', { name: 'About', exact: true }).first().click(),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await expect(question).toBeHidden()
    await expect(message).toHaveValue('Does it hurt?\nJust a little?')
  }
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByRole('alert')).toContainText('What you typed stays here.')
  await expect(message).toHaveValue('Does it hurt?\nJust a little?')
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form.getByRole('heading', { name: /^Thank you/ })).toBeFocused()

  const mail = await readMail('desk@clinic.example', 'contact')
  expect(mail.replyTo?.map(({ address }) => address)).toEqual([email])
  expect(mail.subject).toContain('A <b>small</b> question')
  expect(mail.text).toContain('Does it hurt?')
  expect(mail.html).not.toContain('<b>small</b>')
  await expectMove(page)
})
