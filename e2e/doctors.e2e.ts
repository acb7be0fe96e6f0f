import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './setup/accessible.ts'
import { bookFor, freshDay } from './setup/day.ts'
import { expectFocusIn, tabTo, typeInto } from './setup/keyboard.ts'
import { byHistory, expectLevel } from './setup/screens.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

const drSmith = () => {
  const tag = randomBytes(4).toString('hex')
  return { name: `Dr. Smith ${tag}`, email: `${tag}@clinic.example`, specialty: 'Teeth Cleaning' }
}

async function picture(width = 640, height = 480) {
  const background = { r: 190, g: 120, b: 90 }
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: 'face.jpg', mimeType: 'image/jpeg', buffer }
}

const hostile = {
  name: 'face.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
}

/** A picture of one byte too many, on the disk: Playwright takes a second to pass its bytes. */
async function oversized(): Promise<string> {
  const { outputDir } = test.info()
  await mkdir(outputDir, { recursive: true })
  const path = join(outputDir, 'face.jpg')
  await writeFile(path, Buffer.alloc(10 * 1024 * 1024 + 1))
  return path
}

async function fill(page: Page, doctor: ReturnType<typeof drSmith>): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(doctor.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(doctor.email)
  await page.getByRole('combobox', { name: 'Specialty' }).selectOption(doctor.specialty)
}

/** Adds a doctor with the form. */
async function add(page: Page, doctor = drSmith()) {
  await page.goto('/dashboard/addDoctor')
  await fill(page, doctor)
  await page.getByLabel('Photo').setInputFiles(await picture())
  await page.getByRole('button', { name: 'Add doctor' }).click()
  await expect(page.getByRole('status').getByText('Doctor added successfully')).toBeVisible()
  return doctor
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

test('each field reports its own problem, the first one is focused, and leaving, signing out or searching with a typed text asks first; what was searched arrives', async ({
  page,
  staff,
}) => {
  await bookFor(page, { day: await freshDay(page), name: 'Wendy Worth' })
  await page.goto('/dashboard/addDoctor')
  await page.getByRole('button', { name: 'Add doctor' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveAccessibleDescription('Name is required')
  await expect(name).toBeFocused()
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveAccessibleDescription('Email is required')
  const specialty = page.getByRole('combobox', { name: 'Specialty' })
  await expect(specialty).toHaveAccessibleDescription('Please choose a specialty')
  await expect(page.getByLabel('Photo')).toHaveAccessibleDescription(/Image is required$/)
  await email.fill('smith@')
  await expect(email, staff.email).toHaveAccessibleDescription('Provide a valid email')
  await expectAccessible(page)
  await name.fill('Dr. Smith')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  for (const leave of [
    page.getByRole('link', { name: 'Messages' }),
    page.getByRole('button', { name: 'Sign Out' }),
  ]) {
    await leave.click()
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await expect(name).toHaveValue('Dr. Smith')
  }
  await page.getByRole('combobox', { name: 'Find a patient' }).fill('wendy')
  await page.getByRole('option', { name: 'All appointments of “wendy”' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Appointments of “wendy”' })).toBeVisible()
})

test('a doctor is added to the list, and the form is cleared; an e-mail address in use is refused at its field, and typed text remains; a doctor is edited in a dialog, and keeps their photo where another one fails', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/409|422/)
  const doctor = await add(page)
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Specialty' })).toHaveValue('')

  await fill(page, { ...doctor, name: 'Dr. Other' })
  await page.getByLabel('Photo').setInputFiles(await picture())
  await page.getByRole('button', { name: 'Add doctor' }).click()
  const news = page.getByRole('alert').filter({ hasText: 'Failed to added doctor' })
  await expect(news).toContainText('There is a doctor with this e-mail already.')
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveAccessibleDescription('There is a doctor with this e-mail already.')
  await expect(email).toBeFocused()
  await expect(name).toHaveValue('Dr. Other')
  await expect(page.getByText('The photo is ready.')).toBeVisible()

  await page.getByRole('link', { name: 'Manage Doctors' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  const headings = page.getByRole('columnheader')
  await expect(headings).toHaveText(['Index', 'Avatar', 'Name', 'Specialty', 'Action'])
  const avatar = rowOf(page, doctor.name).getByRole('img', { name: doctor.name })
  await expect(avatar, staff.email).toHaveAttribute('src', /-96\.webp$/)
  await expect.poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(96)
  await expectAccessible(page)

  await rowOf(page, doctor.name).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${doctor.name}` })
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${doctor.name} Jr`)
  const photo = dialog.getByLabel('Photo')
  await photo.setInputFiles(hostile)
  await dialog.getByRole('button', { name: 'Keep the former photo' }).press('Enter')
  await expect(dialog.getByText('The photo is ready.')).toBeVisible()
  await expect(photo).toBeFocused()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('status').getByText(`Doctor ${doctor.name} Jr saved`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, `${doctor.name} Jr`)).toBeVisible()
})

test('an upload shows its progress, can be cancelled and retried, and renews an invalid access token; a hostile or oversized picture is refused at its field, and no doctor is added; a photo can be dropped', async ({
  page,
  staff,
  expectFailures,
}) => {
  expectFailures(/503|401|4(13|22)/)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/images', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.goto('/dashboard/addDoctor')
  await page.getByLabel('Photo').setInputFiles(await picture())
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByLabel('Photo')).toBeFocused()
  await expect(page.getByText('Choose a photo', { exact: true })).toBeVisible()
  answer()
  await page.unroute('**/images')

  const message = 'We cannot answer just now. Please try again shortly.'
  await page.route(
    '**/images',
    (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message } }),
    { times: 1 },
  )
  await page.getByLabel('Photo').setInputFiles(await picture())
  await expect(page.getByText(message)).toBeVisible()
  const ready = page.getByText('The photo is ready.')
  await page.evaluate(() => localStorage.setItem('accessToken', 'garbage'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(ready, staff.email).toBeVisible()

  await page.reload()
  const posted: string[] = []
  page.on('request', (one) => one.method() === 'POST' && posted.push(new URL(one.url()).pathname))
  await fill(page, drSmith())
  const photo = page.getByLabel('Photo')
  await photo.setInputFiles(hostile)
  await expect(photo).toHaveAccessibleDescription(/not a picture that we can read/)
  await page.getByRole('button', { name: 'Add doctor' }).click()
  await expect(photo).toBeFocused()
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  await expectAccessible(page)
  await photo.setInputFiles(await oversized())
  await expect(photo).toHaveAccessibleDescription(/too large/)
  expect(posted.filter((path) => path === '/doctors')).toEqual([])

  const { buffer } = await picture(64, 64)
  const transfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'face.jpg', { type: 'image/jpeg' }))
    return data
  }, buffer.toString('base64'))
  await page.getByText('or drop one here').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(ready).toBeVisible()
})

test('a doctor is added and deleted by keyboard alone', async ({ page, staff }) => {
  // Chromium reports file dialogs only while there is a listener: one added after the key press may be too
  // late.
  page.on('filechooser', () => {})
  const smith = drSmith()
  const name = `${smith.name} Wolfeschlegelsteinhausen-Bergerdorff, Oral and Maxillofacial Surgery`
  const doctor = { ...smith, name }
  await page.goto('/dashboard/addDoctor')
  await typeInto(page, 'Name', doctor.name)
  await typeInto(page, 'Email', doctor.email)
  const specialty = page.getByRole('combobox', { name: 'Specialty' })
  await expect(specialty.getByRole('option', { name: 'Teeth Cleaning' })).toBeAttached()
  await tabTo(page, specialty)
  await page.keyboard.type('Teeth Cl')
  const photo = page.getByLabel('Photo')
  await tabTo(page, photo)
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await chooser).setFiles(await picture())
  await expect(page.getByText('The photo is ready.')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Add doctor' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('Doctor added successfully')).toBeVisible()

  await byHistory(page, '/dashboard/manageDoctor')
  const open = page.getByRole('button', { name: `Delete ${doctor.name}` })
  await expect(open).toBeVisible()
  // A long name takes nothing of the photo, and leaves the buttons in one line.
  const row = rowOf(page, doctor.name)
  await expectLevel(row.getByRole('link').first(), open)
  const face = await row.getByRole('img').boundingBox()
  expect(face?.width).toBe(face?.height)
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Delete ${doctor.name}?` })
  await expectFocusIn(dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: `Delete ${doctor.name}` }))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const news = `Doctor ${doctor.name} deleted successfully`
  await expect(page.getByRole('status').getByText(news), staff.email).toBeVisible()
  await expect(rowOf(page, doctor.name)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Manage Doctors' })).toBeFocused()
})
