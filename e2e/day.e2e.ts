import { randomUUID } from 'node:crypto'
import { formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import {
  bookFor,
  column,
  freshDay,
  heading,
  line,
  morning,
  openClinic,
  openDay,
} from './setup/day.ts'
import { tabTo } from './setup/keyboard.ts'
import { addUsers, staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ settings: morning })

test('staff book a free slot of the calendar for a caller; a patient is found by the beginning of a name or an e-mail address', async ({
  page,
  staff,
}) => {
  const day = await freshDay(page)
  await openDay(page, day, 'view=calendar')
  const cleaning = column(page, 'Teeth Cleaning')
  await expect(cleaning).toContainText('0 of 16 booked')
  await cleaning.getByRole('button', { name: 'Book Teeth Cleaning, 10:00 AM - 10:30 AM' }).click()

  const form = page.getByRole('dialog', { name: 'Book for a patient' })
  await expect(form.getByLabel('Treatment')).toHaveValue(/.+/)
  await expect(form.getByLabel('Time')).toHaveValue('10:00 AM - 10:30 AM')
  await expect(form).toContainText('Price: $59')
  await form.getByLabel('Name').fill('Cora Caller')
  await form.getByLabel('Phone').fill('718 555 0123')
  await form.getByRole('button', { name: 'Book Appointment' }).click()

  const booked = `Cora Caller is booked on ${formatDay(day)} at 10:00 AM - 10:30 AM`
  await expect(page.getByRole('status').filter({ hasText: booked })).toBeVisible()
  await expect(form).toBeHidden()
  await expect(heading(page)).toBeFocused()
  await expect(cleaning).toContainText('1 of 16 booked')

  // A known patient is found by any part of their data.
  const surgery = column(page, 'Oral Surgery')
  await surgery.getByRole('button', { name: 'Book Oral Surgery, 11:00 AM - 11:30 AM' }).click()
  await page.keyboard.type('0123')
  const found = page.getByRole('option', { name: 'Cora Caller 718 555 0123' })
  await expect(found.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Name')).toHaveValue('Cora Caller')
  await expect(form.getByLabel('Phone')).toHaveValue('718 555 0123')
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(surgery).toContainText('1 of 16 booked')
  await cleaning.getByRole('link', { name: /Cora Caller/ }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    `Booked by the clinic, ${staff.email}`,
  )
  await expect(page.getByText('None: cannot be notified by mail')).toBeVisible()

  const zelda = { name: 'Zelda Zimmer', patient: 'zz@patients.example' }
  await bookFor(page, { ...zelda, day, slot: '2:00 PM - 2:30 PM' })
  await page.goBack()
  const box = page.getByRole('combobox', { name: 'Find a patient' })
  for (const search of ['zelda', 'zimm', 'zz@pat']) {
    await box.fill(search)
    await box.press('Enter')
    await expect(page.getByRole('heading', { name: `Appointments of “${search}”` })).toBeVisible()
    await expect(page).toHaveURL('/dashboard/schedule')
    await expect(line(page, 'Zelda Zimmer')).toContainText(formatDay(day))
  }
  await expectAccessible(page)
  await box.fill('zeldaa')
  await expect(page.getByText('Nobody found.').first()).toBeVisible()
  await page.getByRole('option', { name: 'Search appointments' }).click()
  await expect(page.getByRole('heading', { name: 'No appointments match that name' })).toBeVisible()
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Zelda Zimmer' }).click()
  await expect(heading(page, 'Zelda Zimmer')).toBeVisible()
  await page.goBack()
  const back = page.getByRole('button', { name: 'Back to the day' })
  const book = page.getByRole('button', { name: 'Book for a patient' })
  await back.click()
  await expect(book).toBeVisible()
  // Two halves of one character are no search, and the characters that turn a text are no part of one.
  await page.goto(`/dashboard/schedule?search=${encodeURIComponent('🦷')}`)
  await expect(book).toBeVisible()
  await page.goto(`/dashboard/schedule?search=${encodeURIComponent('\u202dzelda\u202c')}`)
  await expect(line(page, 'Zelda Zimmer')).toBeVisible()
})

test('a booking error is reported at its field, accessibly, and typed text remains; a child is booked under the account of a parent', async ({
  page,
  portal,
  staff,
  expectFailures,
}) => {
  expectFailures(/409/)
  const day = await freshDay(page)
  await openDay(page, day, 'view=list')
  await expect(page.getByRole('heading', { name: 'Nobody is booked on this day' })).toBeVisible()
  await page.getByRole('button', { name: 'Book for a patient' }).click()
  const form = page.getByRole('dialog', { name: 'Book for a patient' })
  const submit = form.getByRole('button', { name: 'Book Appointment' })
  await submit.click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/Name is required$/)
  await expectAccessible(page)
  await form.getByLabel('Name').fill('Ida Late')
  await form.getByLabel('Email').fill('ida@')
  await submit.click()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/Provide a valid email/)
  await form.getByLabel('Email').fill('ida@patients.example')
  await page.mouse.click(5, 5)
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Ida Late')

  const slot = await form.getByLabel('Time').inputValue()
  const treatment = await form.getByLabel('Treatment').locator('option:checked').innerText()
  await bookFor(page, { day, treatment, slot, name: 'Quick Quinn' })
  await expect(form.getByLabel('Time').locator('option:checked')).toHaveText(/no longer free/)
  await submit.click()
  await expect(form.getByText('Somebody else has just taken this time.')).toBeVisible()
  await expect(form.getByLabel('Time')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue('Ida Late')
  await expect(form.getByLabel('Email')).toHaveValue('ida@patients.example')
  await form.getByLabel('Time').selectOption('3:00 PM - 3:30 PM')
  await submit.click()
  await expect(line(page, 'Ida Late'), staff.email).toContainText('3:00 PM')

  const domain = `${randomUUID()}.example`
  addUsers(portal, 1, domain)
  await page.getByRole('button', { name: 'Book for a patient' }).click()
  await expect(form.getByLabel('Who is treated')).toBeHidden()
  await form.getByLabel('Name').fill('Tim Junior')
  await form.getByLabel('Email').fill(`patient0002@${domain}`)
  await form.getByLabel('Who is treated').selectOption('Their child')
  await submit.click()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/There is no account with/)
  await expectAccessible(page)
  await form.getByLabel('Email').fill(`patient0001@${domain}`)
  await expect(form.getByLabel('Who is treated')).toHaveValue('child')
  await submit.click()
  await expect(form).toBeHidden()
  await line(page, 'Tim Junior').getByRole('link', { name: 'Tim Junior' }).click()
  await expect(page.getByText('Child of Patient 1')).toBeVisible()
})

test('staff book a patient and record the arrival by keyboard alone', async ({ page, staff }) => {
  const today = await openClinic(page, 'view=list')
  await tabTo(page, page.getByRole('button', { name: 'Book for a patient' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Book for a patient' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await tabTo(page, form.getByLabel('Time'))
  // The last but one: after the slots comes the option of a custom time.
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, form.getByLabel('Name'))
  await page.keyboard.type('Kay Board')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  const arrived = line(page, 'Kay Board').getByRole('button', { name: 'Arrived' })
  await expect(arrived, formatDay(today)).toBeVisible()
  await tabTo(page, arrived)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'In the chair: Kay Board' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'History' }), staff.email).toContainText('Arrived')
})
