import { formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { bookButton, chooseSlot, openForm } from './setup/booking.ts'
import { openDay, pickDay, readCalendar } from './setup/calendar.ts'
import { signUpIn, tokenOf } from './setup/patient.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

// Doctors' hours change what every patient is offered: a separate portal.
test.use({ settings: { CLINIC_NAME: 'Working Dental' } })

const slot = '9:30 AM - 10:00 AM'

test('staff set a doctor’s hours, a patient books the doctor, and staff reassign the visit after time off', async ({
  page,
  portal,
  staff,
  visit,
  expectFailures,
}) => {
  // Saving hours that leave an appointment without its doctor asks first.
  expectFailures(/409/)
  const token = await tokenOf(page.request, staff.email)
  const headers = { authorization: `Bearer ${token}` }
  for (const name of ['Ada Chen', 'Bo Adams']) {
    const email = `${name.split(' ')[0]}@clinic.example`
    const img = `${portal.origin}/icon-192.png`
    const data = { name, email, specialty: 'Teeth Cleaning', img }
    expect((await page.request.post('/doctors', { data, headers })).ok()).toBe(true)
  }
  const calendar = await readCalendar(page.request)
  const day = openDay(calendar, 3)

  await page.goto('/dashboard/chairs')
  await page.getByRole('button', { name: 'Add a chair' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Window chair')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await page.getByRole('button', { name: 'Save chair' }).click()
  await expect(page.getByRole('row', { name: /Window chair All treatments/ })).toBeVisible()

  for (const name of ['Ada Chen', 'Bo Adams']) {
    await page.goto('/dashboard/manageDoctor')
    await page.getByRole('link', { name: `Working hours of ${name}` }).click()
    await page.getByRole('checkbox', { name: 'Teeth Cleaning' }).check()
    await page.getByRole('button', { name: 'Add weekly hours' }).click()
    // Before anything is scrolled below the top bar.
    await expectAccessible(page)
    const saturday = page.getByRole('listitem').filter({ hasText: 'Saturday' })
    await saturday.getByRole('button', { name: 'Add hours: Saturday' }).click()
    await page.getByRole('button', { name: 'Save working hours' }).click()
    await expect(page.getByText(`Working hours of ${name} saved`)).toBeVisible()
  }

  const patient = await visit()
  await signUpIn(patient.context(), portal)
  await patient.goto('/appointment')
  await pickDay(patient, day)
  const form = await openForm(patient, 'Teeth Cleaning')
  await expect(form.getByRole('radio', { name: /Any dentist/ })).toBeChecked()
  await form.getByRole('radio', { name: /Bo Adams/ }).check()
  await expect(form.getByRole('radio', { name: '8:00 AM - 8:30 AM' })).toBeHidden()
  await chooseSlot(patient, slot)
  await expectAccessible(patient)
  await bookButton(form).click()
  const booked = patient.getByRole('region', { name: 'Your appointment is booked' })
  await expect(booked).toContainText('With Bo Adams')

  await patient.goto('/dashboard')
  await patient.getByRole('link', { name: 'Reschedule' }).first().click()
  await expect(patient.getByRole('radio', { name: /Bo Adams.*Next free/ })).toBeChecked()
  await expect(patient.getByRole('radio', { name: /Any dentist.*Earliest/ })).toBeVisible()
  await expectAccessible(patient)

  await page.getByRole('button', { name: 'Add time off' }).click()
  for (const label of ['First day', 'Last day']) await page.getByLabel(label).fill(day)
  await page.getByRole('button', { name: 'Save working hours' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save these working hours?' })
  await expect(question).toContainText(formatDay(day))
  await question.getByRole('button', { name: 'Save, then settle them' }).click()
  await expect(page.getByRole('heading', { name: 'Other hours of Bo Adams' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settle 1 appointment' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('First day')).toHaveValue(day)

  await patient.goto(`/appointment?date=${day}`)
  const again = await openForm(patient, 'Teeth Cleaning')
  await again.getByRole('radio', { name: /Bo Adams/ }).check()
  await expect(again.getByRole('group', { name: 'Time' })).toContainText('A time that comes free')

  await page.goto(`/dashboard/schedule?date=${day}`)
  await page.getByRole('link', { name: 'Pat Doe' }).first().click()
  await page.getByRole('button', { name: 'Change doctor or chair' }).click()
  const change = page.getByRole('dialog', { name: 'Change doctor or chair' })
  await expect(change.getByLabel('Doctor')).toContainText('Bo Adams: off')
  await expectAccessible(page)
  await change.getByLabel('Doctor').selectOption('Ada Chen')
  await change.getByLabel('Chair').selectOption('Window chair')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Bo Adams → Ada Chen')).toBeVisible()
})
