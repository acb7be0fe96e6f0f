import type { Page } from '@playwright/test'
import { showDay } from '../contract/show.ts'
import { countLines } from './setup/accessible.ts'
import { treatments } from './setup/booking.ts'
import { openDay, readCalendar } from './setup/calendar.ts'
import { signUp } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { expectSpanish } from './setup/spanish.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

test.use({ locale: 'es-US' })

/** Waits until nothing is loading any more. */
async function open(page: Page, path: string): Promise<void> {
  await byHistory(page, path)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test('forms report missing values and dialogs ask for confirmation in Spanish, and a treatment’s times and prices are shown in its format', async ({
  page,
  request,
  staff,
}) => {
  await open(page, '/dashboard/addDoctor')
  await page.getByRole('button', { name: 'Añadir al doctor' }).click()
  await expect(page.getByRole('textbox', { name: 'Nombre' })).toBeFocused()
  await expectSpanish(
    page,
    (await treatments(request)).map(({ name }) => name),
  )

  const { email, name } = await signUp(request)
  await open(page, `/dashboard/users?search=${email}`)
  await page.getByRole('button', { name: `Eliminar usuario ${email}` }).click()
  const dialog = page.getByRole('alertdialog', { name: `¿Eliminar a ${name}?` })
  await expect(dialog, staff.email).toContainText('No tiene próximas citas.')
  await expectSpanish(page)
  await dialog.getByRole('button', { name: `Eliminar a ${name}` }).click()
  await expect(page.getByRole('status').getByText(`Se eliminó a ${email}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No se encontró a nadie' })).toBeVisible()
  await expectSpanish(page)

  const [treatment] = await treatments(request)
  await open(page, '/dashboard/treatments')
  await page.getByRole('link', { name: `Editar ${treatment?.name}` }).click()
  await expect(
    page.getByText(/^\d+ horarios, de \d+:\d\d\s[ap]\.m\. a \d+:\d\d\s[ap]\.m\.$/),
  ).toBeVisible()
  await page.getByText('Llenar la lista con una regla').click()
  const result = page.getByText(/^De 8:00–8:30\sa\.m\. a 4:30–5:00\sp\.m\. resultan 16 horarios\./)
  await expect(result).toBeVisible()
  await page.getByRole('textbox', { name: 'Precio en dólares' }).fill('12,50')
  await page.getByRole('button', { name: 'Guardar el tratamiento' }).click()
  const price = page.getByRole('textbox', { name: 'Precio en dólares' })
  await expect(price).toBeFocused()
  await expect(price).toHaveAccessibleDescription('Escriba el precio así: 99 o 99.50')
  await expectSpanish(
    page,
    (await treatments(request)).map(({ name }) => name),
  )
})

test('a day is closed and reopened in Spanish, and the audit lists it in Spanish; what becomes of a long file is counted with the separators of the rest of the page; on a phone the headings of the roles are whole words, and no key is offered to find a patient', async ({
  page,
  staff,
}) => {
  // Further ahead than any journey books: a day with appointments would ask for confirmation first.
  const day = openDay(await readCalendar(page.request), 110)
  await open(page, '/dashboard/businessHours')
  await page.getByLabel('Primer día').fill(day)
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Reforma')
  await page.getByRole('button', { name: 'Cerrar días' }).click()
  await expect(page.getByRole('status').getByText('Se cerró 1 día')).toBeVisible()
  const shown = showDay('es', day)
  await page.getByRole('button', { name: `Volver a abrir: ${shown}` }).click()
  const question = page.getByRole('alertdialog', { name: `¿Volver a abrir el ${shown}?` })
  await expect(question, staff.email).toContainText('Reforma')
  await expectSpanish(page)
  await question.getByRole('button', { name: `Abrir el ${shown}` }).click()
  await expect(
    page.getByRole('status').getByText(`El ${shown} vuelve a estar abierto`),
  ).toBeVisible()
  await open(page, `/dashboard/audit?search=${day}`)
  const row = page.getByRole('row').filter({ hasText: 'Cerró días' }).first()
  await expect(row).toContainText('Reforma')
  await expect(row).toContainText('Hecho')
  await expectSpanish(page)

  const people = Array.from({ length: 1200 }, (_, n) => `Persona ${n};1988-12-31`)
  const lines = ['Name;Born', ...people]
  const file = { name: 'largo.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
  await open(page, '/dashboard/patients/import')
  await page.getByLabel('Elegir un archivo').setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Importar 1,200 pacientes' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('1,200')
  await expect(page.getByRole('option', { name: '(1,200)' })).toHaveCount(1)

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/dashboard/roles')
  const heading = page.getByRole('columnheader', { name: 'Administrador' })
  await expect(heading).toBeVisible()
  expect(await heading.evaluate(countLines)).toBe(1)
  await expect(page.getByText('/', { exact: true })).toBeHidden()
})
