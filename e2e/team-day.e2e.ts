import type { Locator, Page } from '@playwright/test'
import { addDays, type Day, formatDay, parseDay } from '../contract/date.ts'
import { StaffAppointment } from '../contract/schedule/staff-appointment.ts'
import { countLines, expectAccessible } from './setup/accessible.ts'
import { treatments } from './setup/booking.ts'
import {
  bookFor,
  callStaff,
  column,
  heading,
  line,
  morning,
  openClinic,
  openDay,
} from './setup/day.ts'
import { addDoctor } from './setup/doctors.ts'
import { tokenOf } from './setup/patient.ts'
import { byHistory } from './setup/screens.ts'
import { admin, type Portal } from './setup/server.ts'
import { staffTest as test } from './setup/staff.ts'
import { expect } from './setup/test.ts'

// A separate portal: another journey's chair may serve every treatment.
test.use({ settings: { ...morning, CLINIC_NAME: 'Team Dental' } })

const treatment = 'Cavity Protection'
const doctors = ['Cleo Park', 'Dan Ortiz'] as const

/** Two doctors from nine to five, a chair for each, and two patients of the first. */
async function openTeam(page: Page, portal: Portal) {
  const today = await openClinic(page)
  const day = addDays(today, 9)
  const { _id } = (await treatments(page.request)).find(({ name }) => name === treatment) ?? {}
  const token = await tokenOf(page.request, admin.email)
  const hours = Array.from({ length: 7 }, () => [{ start: 540, end: 1020 }])
  const weeks = [{ from: '2026-01-01', days: hours }]
  for (const name of doctors) {
    const chair = { name: `Chair of ${name}`, treatments: [_id], confirmed: true }
    expect((await callStaff(page, 'POST', '/staff/chairs', chair)).ok()).toBe(true)
    await addDoctor(page.request, portal, token, { name, treatment, weeks })
  }
  const wanda = await bookFor(page, { day, treatment, name: 'Wanda Worth' })
  const slot = '11:00 AM - 11:30 AM'
  const mo = await bookFor(page, { day, treatment, slot, name: 'Mo Lane' })
  return { today, day, wanda, mo }
}

/** The middle of a column at a minute of a day from nine to five. */
async function pointIn(page: Page, doctor: string, minute: number) {
  const box = await column(page, doctor).locator('[data-column]').boundingBox()
  if (!box) throw new Error('The column is shown')
  return { x: box.x + box.width / 2, y: box.y + (box.height * (minute - 540)) / 480 }
}

/** Presses a doctor's column at 16:05. */
async function openBlocking(page: Page, doctor: string) {
  const place = column(page, doctor).locator('[data-column]')
  const { width, height } = await place.evaluate((one) => one.getBoundingClientRect())
  await place.click({ position: { x: width / 2, y: (height * (965 - 540)) / 480 } })
  const dialog = page.getByRole('dialog', { name: `Block time of ${doctor}` })
  await expect(dialog.getByLabel('From')).toHaveValue('16:00')
  return dialog
}

/** The amount on the appointment of a patient is shown, and all of it. */
async function expectWholeSum(page: Page, patient: RegExp) {
  const sum = page.getByRole('link', { name: patient }).getByText(/\$\d+ due/)
  await expect(sum).toBeVisible()
  await expect.poll(() => sum.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
}

/** So low that half an hour has one line, which is the name's alone in a narrow column. */
async function expectRoomInWeek(page: Page) {
  await page.setViewportSize({ width: 1280, height: 660 })
  await expect(page.getByRole('link', { name: /Mo Lane/ }).getByText(treatment)).toBeHidden()
  const week = page.getByRole('region', { name: 'Calendar of the week' })
  expect(await week.getByText('0 appointments').first().evaluate(countLines)).toBe(1)
  await page.setViewportSize({ width: 1920, height: 660 })
  await expectWholeSum(page, /Mo Lane/)
}

async function expectSumBesideAlert(page: Page, day: Day, patientId: string) {
  const alert = 'Asthma, and an allergy to penicillin, latex, lidocaine and most of what helps'
  const notes = { note: '', alert, revision: 0 }
  const path = `/staff/patients/${patientId}/notes`
  expect((await callStaff(page, 'PUT', path, notes)).status()).toBe(200)
  await page.setViewportSize({ width: 1280, height: 660 })
  await byHistory(page, `/dashboard/schedule?date=${day}&view=calendar`)
  await expect(heading(page, formatDay(day))).toBeVisible()
  await expectWholeSum(page, /Wanda Worth/)
  await page.emulateMedia({ media: 'print' })
  const card = page.getByRole('link', { name: /Wanda Worth/ })
  const sizeOf = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize)
  const name = await card.getByText('Wanda Worth').evaluate(sizeOf)
  expect(await card.getByText(alert).evaluate(sizeOf), 'on paper').toBeLessThanOrEqual(name)
  await page.emulateMedia({ media: 'screen' })
}

/** Whether the patient's name has room in an appointment's card. */
function showsName(card: Element): boolean {
  const name = card.querySelector('strong:not(.alert-mark)')?.getBoundingClientRect()
  return name !== undefined && name.width > 24 && name.top + 8 < card.getBoundingClientRect().bottom
}

/** The texts in an appointment's card of which a line is shown in part. */
function cutTexts(card: Element): string[] {
  const lines = card.querySelector('.day-appointment-lines') ?? card
  const bottom = Math.min(lines.getBoundingClientRect().bottom, card.getBoundingClientRect().bottom)
  const isCut = (text: Element) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].some(
      (one) => one.top + 4 < bottom && bottom + 4 < one.bottom,
    )
  }
  return [...lines.querySelectorAll('strong, span')]
    .filter((one) => one.matches(':not(.visually-hidden)') && one.children.length === 0)
    .filter(isCut)
    .map((one) => one.textContent)
}

async function expectWholeLines(page: Page, day: Day) {
  for (const columns of ['By doctor', 'By treatment']) {
    const choice = page.getByRole('button', { name: columns })
    await choice.click()
    await expect(choice).toHaveAttribute('aria-pressed', 'true')
    for (const height of [660, 900, 1180]) {
      await page.setViewportSize({ width: 1100, height })
      for (const patient of [/M, Wanda Worth/, /M, Mo Lane/]) {
        const card = page.getByRole('link', { name: patient })
        await expect.poll(() => card.evaluate(cutTexts), `${columns}, ${height}`).toEqual([])
        expect(await card.evaluate(showsName), `${columns}, ${height}`).toBe(true)
      }
    }
  }
  await expectNoCutSums(page, addDays(day, 1))
}

/** The amounts of which a part is shown. */
function cutSums(calendar: Element): string[] {
  const isCut = (sum: Element) => {
    const { left, right, bottom } = sum.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(sum)
    return [...range.getClientRects()].some(
      (text) => text.top + 4 < bottom && (text.left + 1 < left || right + 1 < text.right),
    )
  }
  return [...calendar.querySelectorAll('.day-appointment-pay')]
    .filter(isCut)
    .map((one) => one.textContent)
}

/** Two at once in the narrow column of one treatment. */
async function expectNoCutSums(page: Page, day: Day) {
  for (const name of ['Lars Lane', 'Lea Lane']) await bookFor(page, { day, treatment, name })
  await page.getByRole('button', { name: 'Next day' }).click()
  await expect(heading(page, formatDay(day))).toBeVisible()
  await page.setViewportSize({ width: 1100, height: 900 })
  const calendar = page.getByRole('region', { name: 'Calendar of the day' })
  await expect(calendar.getByRole('link', { name: /Lars Lane.*due/ })).toBeVisible()
  await expect(calendar.getByRole('link', { name: /Lea Lane.*due/ })).toBeVisible()
  expect(await calendar.evaluate(cutSums)).toEqual([])
  const name = calendar.getByText('Lars Lane')
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth), 'a whole name').toBe(0)
  const { width } = (await name.boundingBox()) ?? { width: 0 }
  expect(width, 'room for a family name').toBeGreaterThan(60)
}

async function expectPlaces(page: Page, day: Day, doctor: string) {
  await page.getByRole('button', { name: 'Previous day' }).click()
  await expect(heading(page, formatDay(day))).toBeVisible()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(line(page, 'Mo Lane')).toContainText(`${doctor} · Chair of `)
  await page.setViewportSize({ width: 390, height: 844 })
  const { height } = (await line(page, 'Mo Lane').boundingBox()) ?? {}
  expect(height, 'three lines of a phone').toBeLessThan(62)
  await page.goto('/dashboard/schedule?search=mo%20lane')
  await expect(line(page, 'Mo Lane')).toContainText(doctor)
}

/** On a phone, whose column has no room for both, the name of a patient is whole and what was paid is left out. */
async function expectNameBeforePaid(page: Page, { _id, revision, date, doctor }: StaffAppointment) {
  const path = `/staff/appointments/${_id}`
  const done = { revision, status: 'completed' }
  const answer = await callStaff(page, 'POST', `${path}/status`, done)
  const paid = { revision: StaffAppointment.parse(await answer.json()).revision, method: 'cash' }
  expect((await callStaff(page, 'POST', `${path}/desk-payment`, paid)).ok()).toBe(true)
  await openDay(page, parseDay(date) ?? '', 'view=calendar&columns=doctor')
  await page.getByLabel('Show', { exact: true }).selectOption(doctor?.name ?? '')
  const card = page.getByRole('link', { name: /Tia Thackeray-Mills/ })
  await expect(card).toContainText('Completed')
  const name = card.getByText('Tia Thackeray-Mills')
  await expect.poll(() => name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
}

async function expectToday(page: Page, today: Day) {
  const tia = await bookFor(page, { day: today, treatment, name: 'Tia Thackeray-Mills' })
  await openDay(page, today, 'view=visits')
  const expected = page.getByRole('region', { name: 'Expected (1)' })
  await expect(expected).toContainText(`${tia.doctor?.name} · Chair of `)
  await expectNameBeforePaid(page, tia)
}

/** With the system's own colours, too, it is shown how full days are and when nobody works. */
async function expectSeenByAll(page: Page, doctor: string) {
  await expectAccessible(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const bar = page.locator('.month-day:not([aria-current]) .month-bar').first()
  await expect(bar).toHaveCSS('border-top-style', 'solid')
  const ground = (one: Element) => getComputedStyle(one).backgroundColor
  const part = await bar.locator('span').evaluate(ground)
  expect(part).not.toBe(await bar.evaluate(ground))
  const chosen = page.locator('.month-day[aria-current] .month-bar')
  await expect(chosen, 'its part stands out alone').toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  )
  await expect(column(page, doctor).locator('[data-column]')).toHaveCSS(
    'background-image',
    /gradient/,
  )
  await page.emulateMedia({ forcedColors: 'none' })
}

async function confirmMove(page: Page, patient: string, words: readonly string[]) {
  const question = page.getByRole('alertdialog', { name: `Reschedule ${patient}?` })
  for (const word of words) await expect(question).toContainText(word)
  await question.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await expect(question).toBeHidden()
}

/** In type so large that its columns and hours do not fit, the calendar scrolls to them below an appointment that rests at an edge. */
async function expectScrollAtEdges(page: Page, card: Locator) {
  const setType = (size: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), size)
  await setType('40px')
  const calendar = page.getByRole('region', { name: 'Calendar of the day' })
  await card.scrollIntoViewIfNeeded()
  const left = () => calendar.evaluate((box) => box.scrollLeft)
  const start = await left()
  const end = start > 0 ? 0 : await calendar.evaluate((box) => box.scrollWidth - box.clientWidth)
  const [from, edges] = [await card.boundingBox(), await calendar.boundingBox()]
  if (!from || !edges) throw new Error('The calendar is shown')
  await page.mouse.move(from.x + 30, from.y + 4)
  await page.mouse.down()
  const side = start > 0 ? edges.x + 20 : edges.x + edges.width - 20
  await page.mouse.move(side, from.y + 20, { steps: 3 })
  await expect.poll(left).toBe(end)
  const { height } = page.viewportSize() ?? { height: 0 }
  await page.mouse.move(edges.x + edges.width / 2, height - 20)
  const lowest = () =>
    calendar.evaluate((box) => box.querySelector('[data-column]')?.getBoundingClientRect().bottom)
  await expect.poll(lowest).toBeLessThanOrEqual(height)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await setType('')
}

/** Every way out of a dialog with something typed asks first. */
async function expectKeptOpen(page: Page, dialog: Locator) {
  const keep = page.getByRole('button', { name: 'Keep writing' })
  await page.keyboard.press('Escape')
  await keep.click()
  for (const name of ['Close', 'Book an appointment instead']) {
    await dialog.getByRole('button', { name }).click()
    await keep.click()
  }
}

test('staff see the day by doctor, reassign appointments by dragging and by keyboard, and block a time', async ({
  page,
  portal,
  staff,
}) => {
  test.slow()
  const { today, day, wanda, mo } = await openTeam(page, portal)
  await openDay(page, day, 'view=calendar')
  const from = wanda.doctor?.name ?? ''
  const to = doctors.find((name) => name !== from) ?? ''
  const at = column(page, from).getByRole('link', { name: /10:00 AM - 10:30 AM, Wanda Worth/ })
  await expect(at, staff.email).toContainText(`Chair of`)
  await expectSeenByAll(page, from)
  await expectScrollAtEdges(page, at)
  const grip = await at.boundingBox()
  const target = await pointIn(page, to, 840)
  await page.mouse.move((grip?.x ?? 0) + 40, (grip?.y ?? 0) + 4)
  await page.mouse.down()
  await page.mouse.move(target.x, target.y - 30, { steps: 4 })
  await page.mouse.move(target.x, target.y + 4)
  await expect(page.locator('.team-ghost')).toHaveText('Wanda Worth 2:00 PM - 2:30 PM')
  await page.mouse.up()
  await confirmMove(page, 'Wanda Worth', [from, '10:00 AM', to, '2:00 PM - 2:30 PM'])
  const moved = column(page, to).getByRole('link', { name: /2:00 PM - 2:30 PM, Wanda Worth/ })
  await expect(moved).toBeFocused()

  const own = mo.doctor?.name ?? ''
  const other = doctors.find((name) => name !== own) ?? ''
  const key = own === doctors[0] ? 'ArrowRight' : 'ArrowLeft'
  await column(page, own)
    .getByRole('link', { name: /Mo Lane/ })
    .focus()
  await page.keyboard.press('m')
  await expect(page.getByRole('application', { name: 'Move Mo Lane' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(column(page, own).getByRole('link', { name: /Mo Lane/ })).toBeFocused()
  await page.keyboard.press('m')
  for (const press of ['ArrowDown', key]) await page.keyboard.press(press)
  await expect(page.getByRole('status').filter({ hasText: '11:30 AM' })).toContainText(other)
  await page.keyboard.press('Enter')
  await confirmMove(page, 'Mo Lane', [own, '11:00 AM', other, '11:30 AM - 12:00 PM'])
  const there = column(page, other).getByRole('link', { name: /11:30 AM - 12:00 PM, Mo Lane/ })
  await expect(there).toBeFocused()

  const dialog = await openBlocking(page, 'Cleo Park')
  await dialog.getByRole('button', { name: 'Book an appointment instead' }).click()
  const booking = page.getByRole('dialog', { name: 'Book for a patient' })
  await expect(booking.getByLabel('Doctor')).toHaveValue(/./)
  await expect(booking.getByLabel('Time')).toHaveValue(/^4:(00|05|15) PM/)
  await page.keyboard.press('Escape')
  await expect(page.locator('#day-heading'), 'which scrolls the page').toBeFocused()
  await openBlocking(page, 'Cleo Park')
  await dialog.getByLabel('To').fill('')
  await dialog.getByRole('button', { name: 'Meeting' }).click()
  await expect(dialog.getByLabel('To')).toHaveAccessibleDescription('Please choose a time')
  await dialog.getByLabel('To').fill('16:30')
  await expectKeptOpen(page, dialog)
  await expect(dialog.getByLabel('To')).toHaveValue('16:30')
  await dialog.getByRole('button', { name: 'Meeting' }).click()
  const block = column(page, 'Cleo Park').getByRole('button', { name: /Meeting 4:00 PM/ })
  await block.click()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(block).toBeHidden()

  await page.getByRole('button', { name: 'Add a note for the team' }).click()
  await page.getByLabel('Note for the team').fill('The compressor is serviced at noon.')
  for (const name of ['Next day', 'Go back']) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Keep writing' }).click()
  }
  await page.getByRole('button', { name: 'Save note' }).click()
  const note = page.getByRole('region', { name: 'Note of the day' })
  await expect(note).toContainText('serviced at noon')
  await expect(note.getByRole('button', { name: 'Edit the note' })).toBeFocused()

  await column(page, other).getByRole('link', { name: other, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Week of ${other}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Calendar of the week' })).toBeVisible()
  await expectAccessible(page)
  await expectRoomInWeek(page)
  await expectSumBesideAlert(page, day, wanda.patientId)
  await expectWholeLines(page, day)
  await expectPlaces(page, day, other)
  await expectToday(page, today)
})
