import type { Locator, Page } from '@playwright/test'
import { formatDay } from '../contract/date.ts'
import { showWeekday, showWeekdayAndDay } from '../contract/show.ts'
import { bookButton, card, chooseSlot, openForm } from './setup/booking.ts'
import { openDay, pickDay, readCalendar } from './setup/calendar.ts'
import { expectSignedIn, logIn, openIdentityForm, redLine } from './setup/identity.ts'
import { linkIn } from './setup/mailbox.ts'
import { newPatient } from './setup/patient.ts'
import { expect, test } from './setup/test.ts'

const columns = ['SL no.', 'Name', 'Date', 'Time', 'Treatment', 'Payment', 'TransactionId']

test('a new patient signs up, books an appointment and finds it in My Appointments', async ({
  page,
  request,
}) => {
  const { email, ...ada } = newPatient('Ada Newcomer')
  const patient = { ...ada, email: `ada.${email}` }
  const calendar = await readCalendar(request)
  const day = openDay(calendar, 2)
  const slot = '9:30 AM - 10:00 AM'

  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(patient.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(patient.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(patient.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Sent Email Verification')).toBeVisible()
  await expect(page).toHaveURL('/appointment')

  await pickDay(page, day)
  await expect(page.getByText('Please select a service')).toBeVisible()
  await expect(card(page, 'Teeth Cleaning')).toContainText('8:00 AM - 8:30 AM')
  await expect(card(page, 'Teeth Cleaning')).toContainText('Price: $59')
  const free = await spaces(page)

  const form = await openForm(page, 'Teeth Cleaning')
  const known = { Name: patient.name, Email: patient.email, Date: formatDay(day) }
  for (const [label, value] of Object.entries(known)) {
    const field = form.getByRole('textbox', { name: label })
    await expect(field).toHaveValue(value)
    await expect(field).not.toBeEditable()
  }
  await expectWholeOnPhone(page, form.getByRole('textbox', { name: 'Email' }))
  await form.getByRole('textbox', { name: 'Phone' }).fill('call me: 718 / 555')
  await page.reload()
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('call me: 718 / 555')
  await expect(form.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(form).toContainText(
    'You can reschedule or cancel your appointment until 24 hours before',
  )
  // Choosing a time must not wrap it into a second line, which would move the rows below.
  const times = form.locator('.slot-pills')
  const before = await times.evaluate((grid: HTMLElement) => grid.offsetHeight)
  await chooseSlot(page, slot)
  expect(await times.evaluate((grid: HTMLElement) => grid.offsetHeight)).toBe(before)
  await markFocused(page)
  await bookButton(form).click()
  await expect(page.getByText(`Appointment set on ${formatDay(day)} at ${slot}`)).toBeVisible()
  await expect(form).toBeHidden()
  const booked = page.getByRole('region', { name: 'Your appointment is booked' })
  const heading = booked.getByRole('heading')
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  // The form came with the reload, so nothing gets the focus back; a card would scroll the page to itself.
  await expect(page.locator('.treatment-card [data-was-focused]')).toHaveCount(0)
  const when = `${showWeekdayAndDay('en', day, calendar.today)}, 9:30`
  await expect(booked).toContainText(when)
  for (const text of ['Teeth Cleaning', patient.name, 'Price: $59', 'Nothing has been charged']) {
    await expect(booked).toContainText(text)
  }
  await expect(booked.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await page.reload()
  await expect(booked).toContainText(when)
  await expect(booked.getByRole('link', { name: 'Pay $59 now' })).toBeVisible()
  await expect.poll(() => spaces(page)).toBe(free - 1)

  await booked.getByRole('link', { name: 'See My Appointments' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to my Dashboard' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  const date = `${showWeekday('en', day)} ${formatDay(day)}`
  const facts = ['1', patient.name, date, slot, 'Teeth Cleaning']
  for (const [n, fact] of facts.entries()) await expect(cells.nth(n)).toHaveText(fact)
  const next = page.getByRole('region', { name: 'Your next appointment' })
  await expect(next).toContainText(`${showWeekday('en', day)}, ${formatDay(day)}`)
  await expect(next.getByRole('link', { name: 'Pay $59' })).toBeVisible()
  await expect(next.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/.*Court%20Street/,
  )
})

test('a forged verification link is refused, and a new one can be requested, which confirms the address with one press and later shows that it is confirmed', async ({
  page,
  newcomer,
  readMail,
  expectFailures,
}) => {
  expectFailures(/40\d/)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/verify-email#token=nonsense')
  const title = page.getByRole('heading', { name: 'Confirm your e-mail address' })
  await expect(title).toBeVisible()
  expect(await linesOf(title, 'e-mail')).toBe(1)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('Sent Email Verification')).toBeVisible()

  const link = linkIn(await readMail(newcomer.email, 'verification'))
  await page.goto(link)
  await expect(page.getByText(`You are signed in as ${newcomer.email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(
    page.getByRole('heading', { name: 'Your e-mail address is confirmed' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Make an appointment' }).click()
  await expect(page).toHaveURL('/appointment')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(
    page.getByRole('heading', { name: 'Your e-mail address is already confirmed' }),
  ).toBeVisible()
})

test('a verification link opened in another browser requires the password or a new one', async ({
  newcomer,
  readMail,
  visit,
  expectFailures,
}) => {
  expectFailures(/403/)
  const other = await visit()
  await other.goto(linkIn(await readMail(newcomer.email, 'verification')))
  await other.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await other.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(redLine(other)).toHaveText('This is not the password of the account.')
  await other.getByRole('button', { name: 'Choose a new password instead' }).click()
  await expect(other.getByRole('textbox', { name: 'New password' })).toBeFocused()
  await other.getByRole('textbox', { name: 'New password' }).fill('an even quieter evening')
  await other.getByRole('button', { name: 'Save and confirm' }).click()
  await expect(
    other.getByRole('heading', { name: 'Your e-mail address is confirmed' }),
  ).toBeFocused()
  await openIdentityForm(other, '/login')
  await logIn(other, { ...newcomer, password: 'an even quieter evening' })
  await expectSignedIn(other)
})

test('a person who did not sign up removes the account through the verification mail', async ({
  page,
  newcomer,
  readMail,
  visit,
}) => {
  const owner = await visit()
  await owner.goto(linkIn(await readMail(newcomer.email, 'verification')))
  await owner.getByRole('button', { name: 'This was not me' }).click()
  await expect(owner.getByRole('heading', { name: 'The account is removed' })).toBeFocused()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

/** On how many lines a word of a text stands. */
function linesOf(text: Locator, word: string): Promise<number> {
  return text.evaluate((element, word) => {
    const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = letters.nextNode(); node; node = letters.nextNode()) {
      const start = node.textContent?.indexOf(word) ?? -1
      if (start < 0) continue
      range.setStart(node, start)
      range.setEnd(node, start + word.length)
    }
    return range.getClientRects().length
  }, word)
}

/** Marks from now on what takes the focus, with `data-was-focused`. */
async function markFocused(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) target.setAttribute('data-was-focused', '')
    }),
  )
}

async function expectWholeOnPhone(page: Page, input: Locator): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await input.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  if (before) await page.setViewportSize(before)
}

/** The number of free slots: other journeys may have booked on that day. */
async function spaces(page: Page): Promise<number> {
  const counted = card(page, 'Teeth Cleaning').getByText(/^\d+ spaces Available$/)
  return Number.parseInt(await counted.innerText(), 10)
}
