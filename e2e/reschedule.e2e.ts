import type { Locator } from '@playwright/test'
import { addDays, formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { chooseSlot, postBooking, treatments } from './setup/booking.ts'
import { dayButton, openDay, readCalendar } from './setup/calendar.ts'
import {
  bookAhead,
  bookPaid,
  expectOutcome,
  isFree,
  openReschedule,
  slots,
  summary,
} from './setup/changes.ts'
import { tabTo } from './setup/keyboard.ts'
import { signUp } from './setup/patient.ts'
import { expectPaid, payButton, readBooking, typeCard } from './setup/paying.ts'
import { byHistory } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const moved = 'Your appointment is rescheduled'

test('a paid appointment is rescheduled to a more expensive treatment, and the patient pays the difference', async ({
  page,
  confirmed: patient,
  readMail,
}) => {
  const booking = await bookPaid(page, patient)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: `Reschedule: Teeth Cleaning, ${booking.date}` }).click()
  await page.getByLabel('Treatment').selectOption({ label: 'Teeth Orthodontics: +$40 to pay' })
  await chooseSlot(page, slots.other)
  await expect(summary(page)).toContainText(`Teeth Cleaning${booking.date}, ${slots.booked}`)
  await expect(summary(page)).toContainText(`Teeth Orthodontics${booking.date}, ${slots.other}`)
  await expect(summary(page)).toContainText('$40 more to pay. You pay it on the next page')
  await page.getByRole('button', { name: 'Reschedule it and go on to pay $40' }).click()

  await expect(page).toHaveURL(`/dashboard/payment/${booking._id}`)
  const due = page.getByRole('region', { name: 'Your appointment' })
  await expect(due).toContainText('Price: $99')
  await expect(due).toContainText('Paid before: $59')
  await expect(due).toContainText('Still to pay: $40')
  expect(await isFree(page, booking)).toBe(true)
  expect(await readBooking(page, booking._id)).toMatchObject({ paid: false, due: 40 })
  // The payment can be left, and waits in the list.
  await page.getByRole('link', { name: 'Back to My Appointments' }).click()
  await expect(page.getByRole('row').last()).toContainText('$59 of $99 paid')
  await byHistory(page, `/appointment?booked=${booking._id}`)
  await expect(page.getByText('$59 of $99 is paid. You can pay the rest now')).toBeVisible()
  await page.goBack()
  await page.getByRole('row').last().getByRole('link', { name: 'Pay $40' }).click()
  await typeCard(page, '5555555555554444')
  await payButton(page).click()
  const second = await expectPaid(page)
  await expect(due).toContainText('Paid: $99')
  await expect(due).not.toContainText('Still to pay')
  expect(await readBooking(page, booking._id)).toMatchObject({ paid: true, due: 0 })

  await page.getByRole('link', { name: 'See the receipt' }).click()
  const receipt = page.getByRole('article')
  for (const text of ['Payment 1', 'Payment 2', 'Visa •••• 4242', 'Mastercard •••• 4444', second]) {
    await expect(receipt).toContainText(text)
  }
  await expect(receipt).toContainText('Amount paid $99')
  expect((await readMail(patient.email, 'moved')).text).toContain(slots.other)
  await expectAccessible(page)
})

test('rescheduling to a cheaper treatment refunds the difference to the card; when another patient takes the chosen time first, the form remains and offers other times', async ({
  page,
  patient,
  request,
  expectFailures,
}) => {
  expectFailures(/409|ERR_FAILED/)
  // Without live updates the page finds out when it asks.
  await page.route('**/available/changes*', (route) => route.abort())
  const booking = await bookPaid(page, patient, 'Teeth Orthodontics')
  const { day } = booking
  await openReschedule(page, booking)
  await page.getByLabel('Treatment').selectOption({ label: 'Teeth Cleaning: $40 back' })
  await chooseSlot(page, slots.other)
  await expect(summary(page)).toContainText('$40 goes back to your card.')
  const other = await signUp(request)
  const input = { day, treatment: 'Teeth Cleaning', slot: slots.other }
  expect((await postBooking(request, other, input)).ok()).toBe(true)
  const send = summary(page).getByRole('button', { name: 'Reschedule this appointment' })
  await send.click()
  await expect(page.getByText(`${slots.other} is no longer free.`)).toBeVisible()
  await expect(page.getByRole('radio', { name: slots.other })).toHaveCount(0)
  const before = { slot: slots.booked, price: 99 }
  expect(await readBooking(page, booking._id)).toMatchObject(before)

  await chooseSlot(page, slots.third)
  await expect(summary(page)).toContainText('$40 goes back to your card.')
  await send.click()
  await expectOutcome(page, moved)
  const main = page.getByRole('main')
  await expect(main).toContainText(`Teeth Cleaning, ${booking.date}, ${slots.third}`)
  await expect(main).toContainText('$40 is on its way back to your card.')
  const after = { slot: slots.third, paid: true, due: 0, price: 59 }
  expect(await readBooking(page, booking._id)).toMatchObject(after)
  await byHistory(page, `/dashboard/receipt/${booking._id}`)
  await expect(page.getByRole('article')).toContainText('Refunded -$40')
})

test('on a device whose clock is a year ahead, too, the choice survives a reload, and going back leaves the page; the month is written smaller than the title, and a few free times are as high as many are; where there is none in the weeks ahead, the page gives the clinic’s number', async ({
  page,
  patient,
}) => {
  const booking = await bookAhead(page, patient)
  const all = await treatments(page.request)
  const pill = page.locator('.slot-pill').first()
  const height = () => pill.evaluate((label: HTMLElement) => label.offsetHeight)
  await page.clock.setFixedTime(Date.now() + 366 * 86_400_000)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: `Reschedule: Teeth Cleaning, ${booking.date}` }).click()
  await expect(pill).toBeVisible()
  const amongMany = await height()
  const size = (heading: Locator) =>
    heading.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))
  const month = page.getByRole('region', { name: 'Pick a day' }).getByRole('heading')
  const title = page.getByRole('heading', { name: 'Reschedule an appointment' })
  expect(await size(month)).toBeLessThan(await size(title))

  await page.getByLabel('Treatment').selectOption({ label: 'Cosmetic Dentistry: $79' })
  await chooseSlot(page, slots.other)
  await page.reload()
  await expect(page.getByRole('radio', { name: slots.other })).toBeChecked()
  await expect(summary(page)).toContainText('Price: $79, not paid yet.')
  await expectAccessible(page)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  expect(await readBooking(page, booking._id)).toMatchObject({ slot: slots.booked })

  const few = all.map((one) => ({ ...one, slots: [slots.other] }))
  await page.route('**/available?*', (route) => route.fulfill({ json: few }))
  await page.goForward()
  await expect(page.locator('.slot-pill')).toHaveCount(1)
  expect(await height()).toBe(amongMany)

  const full = all.map((one) => ({ ...one, slots: [] }))
  await page.route('**/available?*', (route) => route.fulfill({ json: full }))
  await page.route('**/available/days?*', (route) => route.fulfill({ json: [] }))
  await page.reload()
  const times = page.getByRole('region', { name: 'The free times' })
  await expect(times).toContainText('Nor is there any in the weeks after it.')
  // Not another full day.
  await expect(times.getByRole('button')).toHaveCount(0)
  await summary(page).getByRole('button', { name: 'Reschedule this appointment' }).click()
  await expect(times.getByRole('link')).toBeFocused()
  await expect(times.getByRole('link')).toHaveAttribute('href', /^tel:/)
  await expectAccessible(page)
})

test('an appointment is rescheduled to another day by keyboard alone', async ({
  page,
  patient,
}) => {
  const calendar = await readCalendar(page.request)
  let ahead = 7
  while (Number(addDays(calendar.today, ahead).slice(8)) > 18) ahead += 1
  const booking = await bookAhead(page, patient, 'Teeth Cleaning', ahead)
  await openReschedule(page, booking)
  // The arrow keys move through the calendar: a week ahead, in the same month.
  await tabTo(page, dayButton(page, booking.day))
  const day = openDay({ ...calendar, today: booking.day }, 7)
  await page.keyboard.press('ArrowDown')
  await expect(dayButton(page, day)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(new RegExp(`times free on ${formatDay(day)}`))).toBeAttached()
  const send = summary(page).getByRole('button', { name: 'Reschedule this appointment' })
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'choose a time first' })).toBeVisible()
  await expect(page.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expectOutcome(page, moved)
  expect(await readBooking(page, booking._id)).toMatchObject({ date: formatDay(day) })
})
