import { expectAccessible } from './setup/accessible.ts'
import { tabTo } from './setup/keyboard.ts'
import { linkIn } from './setup/mailbox.ts'
import { bookReminded, linkTo } from './setup/reminders.ts'
import { byHistory } from './setup/screens.ts'
import { changing } from './setup/server.ts'
import { signInAdmin } from './setup/staff.ts'
import { expect, test } from './setup/test.ts'

test.use({ settings: changing })

const phone = { viewport: { width: 390, height: 844 } }

test('a patient confirms an appointment from the reminder mail, on a phone without signing in', async ({
  page,
  portal,
  patient,
  readMail,
  visit,
}) => {
  const booking = await bookReminded(page.request, portal, patient)
  const mail = await readMail(patient.email, 'reminder')
  expect(mail.subject).toContain(booking.date)
  const stranger = await visit(phone)
  await stranger.goto(linkTo(mail, 'I’ll be there'))
  await expect(stranger.getByRole('heading', { name: 'Will you be there?' })).toBeVisible()
  const ticket = stranger.getByRole('region', { name: 'Your appointment' })
  await expect(ticket).toContainText(booking.slot.slice(0, 8))
  await expectAccessible(stranger)
  const press = stranger.getByRole('button', { name: 'I’ll be there' })
  await tabTo(stranger, press)
  await stranger.keyboard.press('Enter')
  const thanks = stranger.getByRole('heading', { name: 'Thank you, we look forward to seeing you' })
  await expect(thanks).toBeFocused()
  await expectAccessible(stranger)
  await stranger.reload()
  await expect(thanks).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByRole('row', { name: booking.treatment })).toContainText('You confirmed it')

  const staff = await visit()
  await signInAdmin(staff.context(), portal)
  await staff.goto(`/dashboard/appointments/${booking._id}`)
  await expect(staff.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  await expect(staff.getByText('by the patient', { exact: false }).first()).toBeVisible()
})

test('an email link cancels the appointment with one press of its button, after which its other links report the cancellation, and an altered link does not work', async ({
  context,
  portal,
  patient,
  readMail,
  visit,
  expectFailures,
}) => {
  expectFailures(/410/)
  await bookReminded(context.request, portal, patient)
  const mail = await readMail(patient.email, 'reminder')
  const stranger = await visit(phone)
  const confirm = linkTo(mail, 'I’ll be there')
  await stranger.goto(confirm)
  const press = stranger.getByRole('button', { name: 'I’ll be there' })
  await expect(press).toBeVisible()

  const tab = await stranger.context().newPage()
  await tab.goto(linkTo(mail, 'Cancel the appointment'))
  const cancel = tab.getByRole('button', { name: 'Cancel this appointment' })
  await expect(cancel).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Keep this appointment' })).toHaveCount(0)
  await expectAccessible(tab)
  await cancel.click()
  await expect(tab.getByRole('heading', { name: 'Your appointment is cancelled' })).toBeFocused()
  await readMail(patient.email, 'appointment-cancelled')

  await press.click()
  const cancelled = stranger.getByRole('heading', { name: 'This appointment is cancelled' })
  await expect(cancelled).toBeFocused()
  await stranger.goto(linkTo(mail, 'Choose another time'))
  await expect(cancelled).toBeVisible()
  await expectAccessible(stranger)
  await stranger.goto(`${confirm}x`)
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('an email link reschedules the appointment, the chosen time survives a reload, and what it has done stays on the screen when the page is shown again later', async ({
  context,
  portal,
  patient,
  readMail,
  visit,
  expectFailures,
}) => {
  expectFailures(/410/)
  await bookReminded(context.request, portal, patient)
  const mail = await readMail(patient.email, 'reminder')
  const stranger = await visit(phone)
  await stranger.clock.install()
  await stranger.goto(linkTo(mail, 'Choose another time'))
  const other = stranger.getByRole('radio', { name: '4:00 PM - 4:30 PM', exact: true })
  await other.check({ force: true })
  await expectAccessible(stranger)
  // The choice and the link's token are both in the address.
  await stranger.reload()
  await expect(other).toBeChecked()
  await stranger.getByRole('button', { name: 'Reschedule this appointment' }).click()
  const done = stranger.getByRole('heading', { name: 'Your appointment is rescheduled' })
  await expect(done).toBeFocused()
  expect((await readMail(patient.email, 'appointment-moved')).text).toContain('4:00 PM')
  const reads: number[] = []
  stranger.on('response', (answer) => {
    if (answer.url().endsWith('/email-links')) reads.push(answer.status())
  })
  for (const _ of ['first', 'second']) {
    const before = reads.length
    await stranger.clock.fastForward('01:01')
    // A page that is still reading reads nothing more when it is shown again.
    await expect(async () => {
      await stranger.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      )
      expect(reads.length).toBeGreaterThan(before)
    }).toPass()
  }
  expect(new Set(reads)).toEqual(new Set([410]))
  await expect(done).toBeVisible()
})

test('a link that ended with an unclear answer says so in place of its form', async ({
  context,
  portal,
  patient,
  readMail,
  visit,
  expectFailures,
}) => {
  expectFailures(/410|502/)
  await bookReminded(context.request, portal, patient)
  const mail = await readMail(patient.email, 'reminder')
  const stranger = await visit(phone)
  await stranger.route('**/email-links/reschedule', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  await stranger.goto(linkTo(mail, 'Choose another time'))
  const other = stranger.getByRole('radio', { name: '4:00 PM - 4:30 PM', exact: true })
  await other.check({ force: true })
  await stranger.getByRole('button', { name: 'Reschedule this appointment' }).click()
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
  await expect(stranger.getByText('may have been rescheduled')).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'My Appointments' })).toBeVisible()
})

test('the link in a mail turns reminders off and on again', async ({
  context,
  portal,
  patient,
  readMail,
  visit,
  expectFailures,
}) => {
  await bookReminded(context.request, portal, patient)
  const mail = await readMail(patient.email, 'reminder')
  const stranger = await visit(phone)
  // Mail programs without an unsubscribe button open the address to which others post.
  expectFailures(/a token in an address: .*\/unsubscribe\//)
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value
  await stranger.goto(header?.slice(1, -1) ?? '')
  await expect(stranger).toHaveURL(/\/unsubscribe#token=/)
  await expect(stranger.getByRole('button', { name: 'Send no more reminders' })).toBeVisible()
  await stranger.goto(linkTo(mail, 'No more reminders by e-mail'))
  await stranger.getByRole('button', { name: 'Send no more reminders' }).click()
  await expect(stranger.getByText('Reminders are off')).toBeVisible()
  await expectAccessible(stranger)
  await stranger.reload()
  await stranger.getByRole('button', { name: 'Turn reminders on again' }).click()
  await expect(stranger.getByText('Reminders are on again')).toBeVisible()

  const erased = { purpose: 'unsubscribe', email: patient.email, byMail: false, inUse: false }
  await stranger.route('**/email-links', (route) => route.fulfill({ json: erased }))
  await stranger.reload()
  await expect(stranger.getByText('We send no more reminders to')).toBeVisible()
  await expect(stranger.getByRole('main').getByRole('button')).toHaveCount(0)
  await stranger.unroute('**/email-links')

  expectFailures(/410/)
  await byHistory(stranger, '/privacy')
  await stranger.goto(linkTo(mail, 'No more reminders by e-mail').slice(0, -5))
  await expect(stranger.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expect(stranger.getByText('The appointment may have been')).toHaveCount(0)
  await expect(stranger.getByRole('main').getByRole('link', { name: 'Reminders' })).toHaveAttribute(
    'href',
    '/dashboard/reminders',
  )
})

test('a patient chooses how to receive reminders', async ({ page, newcomer, readMail }) => {
  await page.goto('/dashboard/reminders')
  await expect(page.getByText('Please confirm your e-mail address first')).toBeVisible()
  await page.goto(linkIn(await readMail(newcomer.email, 'verification')))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(
    page.getByRole('heading', { name: 'Your e-mail address is confirmed' }),
  ).toBeVisible()
  await byHistory(page, '/dashboard/reminders')
  await expect(page.getByRole('checkbox', { name: 'Remind me by e-mail' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Remind me by text message' }).check({ force: true })
  const number = page.getByRole('textbox', { name: 'Mobile number' })
  await number.fill('555 0100')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(number).toBeFocused()
  await expect(number).toHaveAccessibleDescription(/Write a number like/)
  await page.getByRole('button', { name: 'Español' }).click()
  const numero = page.getByRole('textbox', { name: 'Número de celular' })
  await expect(numero).toHaveAccessibleDescription(/Escriba un número como/)
  await page.getByRole('button', { name: 'English' }).click()
  await expectAccessible(page)
  await number.fill('718-555-0100')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your reminder settings are saved')).toBeVisible()
  await page.reload()
  await expect(number).toHaveValue('(718) 555-0100')
})
