import { formatDay } from '../contract/date.ts'
import { showLongDay } from '../contract/show.ts'
import { expectAccessible } from './setup/accessible.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { tabTo } from './setup/keyboard.ts'
import { linkIn } from './setup/mailbox.ts'
import { confirmAddress, signUpIn } from './setup/patient.ts'
import { linkTo } from './setup/reminders.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'
import { askForNine, bookOwn, holdSlot } from './setup/waitlist.ts'

const nine = '9:00 AM - 9:30 AM'
const four = '4:00 PM - 4:30 PM'

test('an earlier slot is requested by keyboard and accepted through the email link', async ({
  page,
  patient,
  portal,
  readMail,
  visit,
}) => {
  const treatment = 'Teeth Cleaning'
  const day = openDay(await readCalendar(page.request), 9)
  confirmAddress(portal, patient)
  await bookOwn(page.request, patient, { day, treatment, slot: four })
  const other = await visit()
  const free = await holdSlot(other.context(), portal, { day, treatment, slot: nine })

  await page.goto('/dashboard')
  const open = page.getByRole('link', { name: `Earlier slot: ${treatment}, ${formatDay(day)}` })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ask for an earlier time' })).toBeVisible()
  await page.getByLabel('First day').fill(day)
  await page.getByLabel('Not before').selectOption('9:00 AM')
  await page.getByLabel('Finished by').selectOption('9:30 AM')
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Join the waitlist' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are first on the waitlist.')).toBeVisible()

  await free()
  const mail = await readMail(patient.email, 'earlier-slot-offer')
  const stranger = await visit()
  await stranger.goto(linkIn(mail))
  await expect(stranger.getByRole('heading', { name: 'An earlier time is free' })).toBeVisible()
  await expect(
    stranger.getByText(`${showLongDay('en', day)}, ${nine}`, { exact: true }),
  ).toBeVisible()
  await expect(stranger.getByText(`Instead of ${showLongDay('en', day)}, ${four}`)).toBeVisible()
  await expectAccessible(stranger)
  const take = stranger.getByRole('button', { name: 'Take this time' })
  await expect(take).toHaveAccessibleDescription(`${showLongDay('en', day)}, ${nine}`)
  await tabTo(stranger, take)
  await stranger.keyboard.press('Enter')
  await expect(stranger.getByRole('heading', { name: 'This time is yours' })).toBeFocused()

  await byHistory(page, '/dashboard')
  await expect(page.getByRole('cell', { name: nine })).toBeVisible()
  await readMail(patient.email, 'appointment-moved')
})

test('a declined offer goes to the next patient on the waitlist, who accepts it on the page', async ({
  page,
  patient,
  portal,
  readMail,
  visit,
}) => {
  const treatment = 'Oral Surgery'
  const day = openDay(await readCalendar(page.request), 11)
  const holder = await visit()
  const free = await holdSlot(holder.context(), portal, { day, treatment, slot: nine })
  const firstPage = await visit()
  const first = await signUpIn(firstPage.context(), portal)
  for (const each of [first, patient]) confirmAddress(portal, each)
  const request = firstPage.context().request
  await askForNine(request, first, { day, treatment, appointment: null })
  const appointment = await bookOwn(page.request, patient, { day, treatment, slot: four })
  await askForNine(page.request, patient, { day, treatment, appointment })
  await page.goto('/dashboard/waitlist')
  await expect(page.getByText('1 person who may want the same asked before you.')).toBeVisible()

  await free()
  const mail = await readMail(first.email, 'earlier-slot-offer')
  await firstPage.goto(linkTo(mail, 'Not this time'))
  const no = firstPage.getByRole('button', { name: 'Not this time' })
  await expect(no).toBeFocused()
  await firstPage.keyboard.press('Enter')
  await expect(firstPage.getByRole('heading', { name: 'Thank you for telling us' })).toBeFocused()

  const notice = page.getByRole('region', { name: 'Held for you' })
  // The page has been open all the time.
  await expect(notice.getByRole('button', { name: 'Take this time' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ask for a time' })).toHaveClass(/button-quiet/)
  await byHistory(page, '/dashboard')
  await expect(notice.getByText(`Instead of ${showLongDay('en', day)}, ${four}`)).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Take this time' }).click()
  await expect(notice.getByRole('heading', { name: 'This time is yours' })).toBeFocused()
  await expect(page.getByRole('cell', { name: nine })).toBeVisible()
  await firstPage.goto(linkIn(mail))
  await expect(firstPage.getByText('We offer this time to the next on the waitlist.')).toBeVisible()
})

test('a waitlist request is changed and withdrawn, and an invalid one reports its error at the field', async ({
  page,
  patient,
  expectFailures,
}) => {
  expectFailures(/409/)
  const treatment = 'Pediatric Dental'
  const day = openDay(await readCalendar(page.request), 12)
  const appointment = await bookOwn(page.request, patient, {
    day,
    treatment,
    slot: '4:00 PM - 4:30 PM',
  })
  await page.goto(`/dashboard/waitlist?appointment=${appointment}`)
  await page.getByLabel('First day').fill(day)
  await page.getByLabel('Last day').fill(openDay(await readCalendar(page.request), 5))
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByText('The last day lies before the first.')).toBeVisible()
  await expect(page.getByLabel('Last day')).toBeFocused()
  await page.getByLabel('Last day').fill(day)
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
  const unconfirmed = page.getByText('We offer you times once you have confirmed your e-mail.')
  await expect(unconfirmed).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: `Change your request for ${treatment}` }).click()
  await page.getByLabel('Phone').fill('(718) 555-0100')
  await page.getByRole('link', { name: 'Go back' }).click()
  const unsaved = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await unsaved.getByRole('button', { name: 'Keep writing' }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('(718) 555-0100')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Your place on the waitlist stays.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Waitlist' })).toBeFocused()
  await page.getByRole('button', { name: `Leave the waitlist for ${treatment}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave the waitlist?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Leave the waitlist' }).click()
  await expect(page.getByText('You left the waitlist.')).toBeVisible()
})

test('a link without a valid signature, and an offer whose link ends while it is open, lead to the offers that are open', async ({
  page,
  patient,
  portal,
  readMail,
  visit,
  expectFailures,
}) => {
  expectFailures(/404/)
  const treatment = 'Teeth Orthodontics'
  const day = openDay(await readCalendar(page.request), 13)
  confirmAddress(portal, patient)
  const holder = await visit()
  const free = await holdSlot(holder.context(), portal, { day, treatment, slot: nine })
  await askForNine(page.request, patient, { day, treatment, appointment: null })
  await free()
  const mail = await readMail(patient.email, 'earlier-slot-offer')
  const offer = await visit()
  await offer.goto('/offer#token=nothing')
  await expect(offer.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectAccessible(offer)
  const main = offer.getByRole('main')
  const open = main.getByRole('link', { name: 'My Appointments' })
  await expect(open).toHaveAttribute('href', '/dashboard')

  await offer.goto(linkIn(mail))
  const accept = offer.getByRole('button', { name: 'Take this time' })
  await expect(accept).toBeVisible()
  // As after the patient's e-mail was changed elsewhere.
  await offer.route('**/offers{,/accept}', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found' } }),
  )
  await accept.click()
  await expect(offer.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(accept).toBeHidden()
})
