import { formatDay } from '../contract/date.ts'
import { countLines, expectAccessible } from './setup/accessible.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { confirmAddress, signUpIn } from './setup/patient.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'
import { askForNine, bookOwn, holdSlot } from './setup/waitlist.ts'

const nine = '9:00 AM - 9:30 AM'
const four = '4:00 PM - 4:30 PM'

test('staff see each request, what it waits for and which slot is held for it', async ({
  page,
  portal,
  staff,
  visit,
}) => {
  await page.route('**/staff/waitlist*', (route) =>
    route.fulfill({ json: { rows: [], next: null } }),
  )
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Waitlist/ }).click()
  await expect(page.getByRole('heading', { name: 'Nobody is waiting' }), staff.email).toBeVisible()
  await expectAccessible(page)

  const treatment = 'Cosmetic Dentistry'
  const day = openDay(await readCalendar(page.request), 9)
  const holder = await visit()
  const free = await holdSlot(holder.context(), portal, { day, treatment, slot: nine })
  const context = (await visit()).context()
  const patient = await signUpIn(context, portal)
  confirmAddress(portal, patient)
  const appointment = await bookOwn(context.request, patient, { day, treatment, slot: four })
  await askForNine(context.request, patient, { day, treatment, appointment })

  await page.unroute('**/staff/waitlist*')
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: patient.email })
  await expect(row).toContainText(`${formatDay(day)}Between 9:00 AM and 9:30 AM`)
  await expect(row).toContainText('Nothing')
  await free()
  await page.reload()
  await expect(row).toContainText(`${formatDay(day)}, ${nine}until `)
  await page.setViewportSize({ width: 820, height: 900 })
  expect(await row.getByText('4:00 PM -').evaluate(countLines), 'a whole time').toBe(1)
  await expectAccessible(page)
  await row.getByRole('link', { name: `${formatDay(day)}, ${four}` }).click()
  await expect(page).toHaveURL(`/dashboard/appointments/${appointment}`)
  await page.goBack()
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: patient.name }).click()
  await expect(page.getByRole('heading', { name: patient.name, level: 2 })).toBeVisible()
})
