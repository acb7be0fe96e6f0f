import type { Page } from '@playwright/test'
import { messageTexts } from '../contract/fixed-texts.ts'
import { showDay, showSlot } from '../contract/show.ts'
import { card } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { cancelElsewhere } from './setup/changes.ts'
import { openIdentityForm } from './setup/identity.ts'
import { linkIn } from './setup/mailbox.ts'
import { newPatient, type Patient } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { expectSpanish } from './setup/spanish.ts'
import { expect, test } from './setup/test.ts'

test.use({ locale: 'es-US' })

const t = messageTexts.es
const treatment = 'Teeth Cleaning'
const slot = '9:30 AM - 10:00 AM'
const name = 'Ada Nueva'

/** The page is entirely in Spanish. */
async function expectWellSaid(page: Page, title: string) {
  await expect(page).toHaveTitle(`${title} · Molar Dental`)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectSpanish(page, [treatment, name])
}

async function signUp(page: Page, patient: Patient) {
  await openIdentityForm(page, '/signup')
  await page.getByRole('textbox', { name: 'Nombre' }).fill(patient.name)
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(patient.email)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(patient.password)
  await page.getByRole('button', { name: 'Crear cuenta', exact: true }).click()
  await expect(page.getByText(t.verificationSent)).toBeVisible()
  await expect(page).toHaveURL('/appointment')
}

/** Books on the screens; returns the day. */
async function book(page: Page) {
  const day = openDay(await readCalendar(page.request), 5)
  await byHistory(page, `/appointment?date=${day}`)
  await expect(page.getByRole('heading', { name: t.availableOn(showDay('es', day)) })).toBeVisible()
  await expect(card(page, treatment)).toContainText(/\d+ lugares libres/)
  await expect(card(page, treatment)).toContainText('Precio: $59')
  await expectWellSaid(page, 'Cita')
  await card(page, treatment).getByRole('button', { name: t.bookAppointment }).click()
  const form = page.getByRole('dialog', { name: treatment })
  await form.locator(`input[value="${slot}"]`).check({ force: true })
  await expectWellSaid(page, 'Cita')
  await form.getByRole('button', { name: 'Reservar por $59', exact: true }).click()
  const set = t.appointmentSet(showDay('es', day), showSlot('es', slot))
  await expect(page.getByText(spoken(set))).toBeVisible()
  return day
}

/** Intl uses spaces of special widths. */
const spoken = (text: string) =>
  new RegExp(text.replaceAll(/[.+*?()[\]\\]/g, '\\$&').replaceAll(/\s/g, '\\s'))

async function pay(page: Page) {
  await page.getByRole('link', { name: t.pay, exact: true }).click()
  const payButton = page.getByRole('button', { name: `${t.pay} $59` })
  await expect(payButton).toBeEnabled()
  await expectWellSaid(page, 'Pago')
  await page.getByLabel('Número de tarjeta').pressSequentially('4242424242424242')
  await page.getByLabel('Vencimiento').pressSequentially('1234')
  const code = page.getByLabel('Código de seguridad')
  await code.pressSequentially('123')
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 800 })
  const [beside, it] = [
    await page.getByLabel('Vencimiento').boundingBox(),
    await code.boundingBox(),
  ]
  expect(it?.y, 'the two fields are on one line').toBe(beside?.y)
  if (wide) await page.setViewportSize(wide)
  await payButton.click()
  await expect(page.getByRole('heading', { name: t.paymentDone })).toBeVisible()
  await expectWellSaid(page, 'Pago')
}

/** Errors of a form and of a sign-in are in Spanish. */
async function expectErrors(page: Page) {
  await openIdentityForm(page, '/login')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page.getByText(t.emailRequired)).toBeVisible()
  await expect(page.getByText(t.loginPasswordRequired)).toBeVisible()
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('nobody@patients.example')
  await page.getByRole('textbox', { name: 'Contraseña' }).fill('a quiet evening')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(
    page.getByText('El correo electrónico o la contraseña no son correctos'),
  ).toBeVisible()
  await expectWellSaid(page, 'Iniciar sesión')
}

test('errors of a form and of a sign-in are in Spanish; a new patient signs up, confirms, books, pays and signs in again, with pages and mails in Spanish', async ({
  page,
  readMail,
  expectFailures,
}) => {
  expectFailures(/401/)
  await expectErrors(page)
  const patient = newPatient(name)
  await signUp(page, patient)
  const mail = await readMail(patient.email, 'verification')
  expect(mail.subject).toBe('Confirme su correo electrónico para Molar Dental')
  expect(mail.html).toContain('<html lang="es">')
  expect(mail.text).toContain('Confirmar mi correo:')
  await page.goto(linkIn(mail))
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(
    page.getByRole('heading', { name: 'Su correo electrónico está confirmado' }),
  ).toBeVisible()
  await expectWellSaid(page, 'Confirme su correo electrónico')

  const day = await book(page)
  const confirmed = await readMail(patient.email, 'appointment-confirmed')
  expect(confirmed.subject).toBe(`Su cita en Molar Dental el ${showDay('es', day)}`)
  expect(confirmed.text).toMatch(spoken(`${showDay('es', day)}, ${showSlot('es', slot)}`))

  await byHistory(page, '/dashboard')
  await expect(page.getByRole('row').nth(1)).toContainText(showDay('es', day))
  await expectWellSaid(page, 'Mis citas')
  await pay(page)
  const receipt = await readMail(patient.email, 'receipt')
  expect(receipt.html).toContain('<html lang="es">')
  expect(receipt.text).toContain('$59')

  await byHistory(page, '/dashboard')
  await expect(page.getByText(t.paid, { exact: true })).toBeVisible()
  await expectWellSaid(page, 'Mis citas')
  await readReceiptOfCancelled(page)

  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('link', { name: 'Iniciar sesión' }).click()
  const send = page.getByRole('button', { name: 'Iniciar sesión', exact: true })
  await expect(send).toHaveAttribute('type', 'submit')
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(patient.email)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(patient.password)
  await send.click()
  await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toBeVisible()
})

async function readReceiptOfCancelled(page: Page) {
  const link = page.getByRole('link', { name: 'Recibo' })
  const address = await link.getAttribute('href')
  await cancelElsewhere(page, { _id: address?.split('/').at(-1) ?? '' })
  await link.click()
  await expect(page.getByRole('article')).toContainText('Usted canceló la cita.')
  await expectWellSaid(page, 'Recibo')
}
