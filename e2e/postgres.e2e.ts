import { formatDay } from '../contract/date.ts'
import { createDatabase, startPostgres } from '../scripts/postgres.ts'
import { bookButton, card, chooseFirstSlot, openForm } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { logIn } from './setup/identity.ts'
import { signUp } from './setup/patient.ts'
import { startServer } from './setup/server.ts'
import { test as base, expect } from './setup/test.ts'

const test = base.extend({
  portal: async ({ settings }, provide) => {
    const postgres = await startPostgres()
    const { url, drop } = await createDatabase(postgres.url)
    const portal = await startServer({ ...settings, DATABASE_URL: url })
    await provide(portal)
    await portal.stop()
    await drop()
    await postgres.stop()
  },
})

test('on PostgreSQL a patient logs in, books, is refused a second time and finds the first', async ({
  page,
  request,
  expectFailures,
}) => {
  expectFailures(/409/)
  const patient = await signUp(request)
  const day = openDay(await readCalendar(request), 2)
  await page.goto(`/appointment?date=${day}`)
  await logIn(page, patient)
  for (const text of [`Appointment set on ${formatDay(day)}`, 'Already have an appointment on']) {
    const form = await openForm(page, 'Teeth Cleaning')
    await chooseFirstSlot(form)
    await bookButton(form).click()
    await expect(page.getByText(text)).toBeVisible()
    await expect(form).toBeHidden()
  }
  await expect(card(page, 'Teeth Cleaning')).toContainText('15 spaces Available')
  await page.getByRole('link', { name: 'DashBoard' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('cell', { name: 'Teeth Cleaning', exact: true })).toBeVisible()
})
