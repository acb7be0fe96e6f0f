import { expectAccessible } from './setup/accessible.ts'
import { openForm, postBooking } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { expect, test } from './setup/test.ts'

const anyone = {
  '/': 'Your New Smile Starts Here',
  '/about': 'this is about page',
  '/contact': 'This is contact page',
  '/reviews': /reviews/i,
  '/login': 'Login',
  '/signup': 'Sign Up',
  '/reset-password?token=x': 'Choose a new password',
  '/reset-password': 'This link no longer works',
  '/verify-email': 'This link no longer works',
  '/verify-email?token=x': 'Confirm your e-mail address',
  '/nothing-here': 'The web page was not found',
}
const patients = {
  '/appointment': 'Book an appointment',
  '/dashboard': 'Welcome to my Dashboard',
  '/dashboard/reviews': 'Welcome to my Dashboard',
  '/dashboard/history': 'Welcome to my Dashboard',
}

for (const [path, heading] of Object.entries(anyone)) {
  test(`${path} is accessible, narrow and wide, light and dark`, async ({
    page,
    expectFailures,
  }) => {
    if (path === '/nothing-here') expectFailures(/404/)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectAccessible(page)
  })
}

for (const [path, heading] of Object.entries(patients)) {
  test(`${path} is accessible to a patient, narrow and wide, light and dark`, async ({
    page,
    patient,
  }) => {
    const day = openDay(await readCalendar(page.request), 3)
    const wish = { day, treatment: 'Pediatric Dental', slot: '1:00 PM - 1:30 PM' }
    await postBooking(page.request, patient, wish)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
  })
}

test('the booking form is accessible, narrow and wide, light and dark', async ({
  page,
  patient,
}) => {
  await page.goto(`/appointment?date=${openDay(await readCalendar(page.request), 3)}`)
  const form = await openForm(page, 'Teeth Cleaning')
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(patient.email)
  await expectAccessible(page)
})

test('forms that were refused are accessible', async ({ page, expectFailures }) => {
  expectFailures(/40\d/)
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})
