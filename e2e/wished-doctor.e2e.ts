import type { BrowserContext } from '@playwright/test'
import { formatDay } from '../contract/date.ts'
import { expectAccessible } from './setup/accessible.ts'
import { treatments } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { addDoctor } from './setup/doctors.ts'
import { readMail } from './setup/mailbox.ts'
import { confirmAddress, signUpIn, tokenOf } from './setup/patient.ts'
import { linkTo } from './setup/reminders.ts'
import type { Portal } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'
import { askForNine } from './setup/waitlist.ts'

// Another journey's doctor would also be free.
test.use({ settings: { CLINIC_NAME: 'Wishes Dental' } })

const treatment = 'Cavity Protection'
const nine = '9:00 AM - 9:30 AM'

/** A new patient with a request for one doctor at nine. */
async function waitFor(
  context: BrowserContext,
  portal: Portal,
  wish: { day: string; doctor: string },
) {
  const patient = await signUpIn(context, portal)
  confirmAddress(portal, patient)
  await askForNine(context.request, patient, { ...wish, treatment, appointment: null })
  return patient
}

test('requests for a doctor who stops a treatment are shown to staff and patients, and can be opened to any doctor', async ({
  page,
  portal,
  staff,
  visit,
  expectFailures,
}) => {
  // Saving hours that leave an appointment or a request without its doctor asks first.
  expectFailures(/409/)
  const day = openDay(await readCalendar(page.request), 6)
  const token = await tokenOf(page.request, staff.email)
  const eva = await addDoctor(page.request, portal, token, { name: 'Eva Fox', treatment })
  const chosen = (await treatments(page.request)).find(({ name }) => name === treatment)
  const guest = { patient: null, patientName: 'Gus Hill', phone: '718 555 0100' }
  const data = { treatmentId: chosen?._id, date: formatDay(day), price: chosen?.price, slot: nine }
  const taken = await page.request.post('/staff/appointments', {
    data: { ...guest, ...data, doctor: eva },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(taken.status(), await taken.text()).toBe(200)
  const ann = await visit()
  const annAccount = await waitFor(ann.context(), portal, { day, doctor: eva })
  const ben = await visit()
  await waitFor(ben.context(), portal, { day, doctor: eva })

  await page.goto('/dashboard/manageDoctor')
  await page.getByRole('link', { name: 'Working hours of Eva Fox' }).click()
  await page.getByRole('checkbox', { name: treatment }).uncheck()
  await page.getByRole('button', { name: 'Save working hours' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save these working hours?' })
  await expect(question).toContainText('This touches one appointment')
  await expect(question).toContainText('2 requests on the waitlist ask for this doctor alone')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Save, then settle them' }).click()
  await expect(page.getByRole('heading', { name: 'Other hours of Eva Fox' })).toBeVisible()
  await addDoctor(page.request, portal, token, { name: 'Gil Hart', treatment })

  await page.getByRole('link', { name: /^Waitlist/ }).click()
  const row = page.getByRole('row').filter({ hasText: annAccount.email })
  await expect(row).toContainText('Only with Eva Fox')
  await expect(row).toContainText('Eva Fox no longer does this treatment')
  await row.getByRole('button', { name: /^Write to the patient/ }).click()
  await expect(row.getByRole('button', { name: 'Written just now' })).toBeDisabled()
  await expectAccessible(page)

  const mail = await readMail(portal.dataDir, annAccount.email, 'waiting-doctor-away')
  await ann.goto(linkTo(mail, 'Change my request'))
  await expect(ann.getByText(/Eva Fox no longer does this treatment/)).toBeVisible()
  await expect(ann.getByLabel('With whom?')).toHaveValue('')
  await expectAccessible(ann)
  await ann.getByRole('link', { name: 'Go back' }).click()
  await expect(ann.getByText(/Eva Fox no longer does this treatment/)).toBeVisible()
  await expectAccessible(ann)

  await row.getByRole('button', { name: /^Open for any doctor/ }).click()
  const asked = page.getByRole('alertdialog', { name: 'Open this request for any doctor?' })
  await expect(asked).toContainText('asked for Eva Fox alone')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Open for any doctor' }).click()
  await expect(row).toContainText(nine)
  await expect(row).not.toContainText('Eva Fox')
  await expect(page.getByRole('heading', { name: 'Waitlist', exact: true })).toBeFocused()
  // The patient's page is open, and updates.
  await expect(ann.getByRole('region', { name: 'Held for you' })).toContainText('With Gil Hart')

  await ben.goto('/dashboard/waitlist')
  await ben.getByRole('button', { name: 'Any dentist suits me' }).click()
  await expect(ben.getByText(/asked before you/)).toBeVisible()
  await expect(ben.getByText(/Eva Fox/)).toBeHidden()
})
