import type { Locator, Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './setup/accessible.ts'
import { bookButton, chooseSlot, openForm } from './setup/booking.ts'
import { dayButton, earlyInMonth, nextOpenDay, readCalendar } from './setup/calendar.ts'
import { byHistory, patientScreens, publicScreens } from './setup/screens.ts'
import { expect, test } from './setup/test.ts'

const [slot, other] = ['3:00 PM - 3:30 PM', '3:30 PM - 4:00 PM'] as const

/** Elements with longer animations, except a spinner's ring. */
const moving = (page: Page) =>
  page.evaluate(() => {
    // The opening animation of a dialog, which has ended already.
    for (const one of document.querySelectorAll('.modal, .modal-overlay')) {
      one.setAttribute('data-entering', '')
    }
    const tooLong = (durations: string) =>
      durations.split(', ').some((one) => Number.parseFloat(one) > 0.001)
    const moves = (style: CSSStyleDeclaration) =>
      (style.transitionProperty !== 'none' && tooLong(style.transitionDuration)) ||
      (style.animationName !== 'none' && tooLong(style.animationDuration))
    return [...document.querySelectorAll('body *')]
      .filter((one) => !one.matches('.spinner'))
      .filter((one) =>
        [null, '::before', '::after'].some((part) => moves(getComputedStyle(one, part))),
      )
      .map((one) => one.className)
  })

declare global {
  interface Window {
    /** How long the page's one toast was there, in milliseconds. */
    toastLife?: number
  }
}

/** Runs in the page. */
function measureToast(): void {
  let since: number | undefined
  new MutationObserver(() => {
    const isThere = document.querySelector('.Toastify__toast') !== null
    if (isThere) since ??= performance.now()
    else if (since !== undefined) window.toastLife ??= performance.now() - since
  }).observe(document, { childList: true, subtree: true })
}

const background = (place: Locator) =>
  place.evaluate((one) => getComputedStyle(one).backgroundColor)

test('in a low window the calendar can be read to its end, and no bar lies over the booking form; with forced colours, current, selected and primary elements stand out; with reduced motion nothing is animated, and a toast stays for its usual time', async ({
  page,
  patient,
}) => {
  // A laptop's at 200 % zoom.
  await page.setViewportSize({ width: 720, height: 450 })
  const calendar = await readCalendar(page.request)
  const day = earlyInMonth(calendar)
  await page.goto(`/appointment?date=${day}`)
  const book = page.getByRole('button', { name: 'Book Appointment' })
  await expect(book.first()).toBeVisible()
  const key = page.getByText('Days with free times')
  await key.scrollIntoViewIfNeeded()
  await expect(key).toBeInViewport({ ratio: 1 })
  // It would be in sight at the end of the list in any case.
  await expect(book.last()).not.toBeInViewport()

  // A desktop's at 400 % (WCAG 1.4.10).
  await page.setViewportSize({ width: 320, height: 256 })
  const form = await openForm(page, 'Cavity Protection')
  await expect(bookButton(form)).not.toBeInViewport()
  await bookButton(form).scrollIntoViewIfNeeded()
  await expect(bookButton(form)).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ forcedColors: 'active' })
  const differ = async (one: Locator, another: Locator) =>
    expect(await background(one), `${one} and ${another}`).not.toBe(await background(another))
  await chooseSlot(page, slot)
  const pill = (text: string) =>
    form.locator('label').filter({ has: page.getByRole('radio', { name: text, exact: true }) })
  await differ(pill(slot), pill(other))
  await differ(bookButton(form), page.getByRole('dialog').getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Escape')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(dayButton(page, day)).toBeVisible()
  await differ(dayButton(page, day), dayButton(page, nextOpenDay(calendar, day)))
  // The key shows a box, and so does each day that it explains.
  await expect(page.locator('.calendar-day[data-mark="room"]').first()).toHaveCSS(
    'border-top-style',
    'solid',
  )
  await differ(
    bar.getByRole('link', { name: 'Appointment' }),
    bar.getByRole('link', { name: 'About' }),
  )
  // A border that is normally transparent would be a bar here.
  const { borderTopWidth, borderBottomWidth } = await bar
    .getByRole('link', { name: 'About' })
    .evaluate((one) => getComputedStyle(one))
  expect([borderTopWidth, borderBottomWidth], patient.email).toEqual(['0px', '0px'])

  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  await page.evaluate(measureToast)
  const last = await openForm(page, 'Oral Surgery')
  expect(await moving(page)).toEqual([])
  await chooseSlot(page, slot)
  await bookButton(last).click()
  await expect(page.getByRole('status').filter({ hasText: 'Appointment set' })).toBeVisible()
  expect(await moving(page)).toEqual([])
  // The bar, hidden here, takes as long as the toast.
  const left = page.locator('.Toastify__progress-bar--animated')
  expect(await left.evaluate((one: HTMLElement) => one.style.animationDuration)).toBe('5000ms')
  await page.waitForFunction(() => window.toastLife !== undefined)
  expect(await page.evaluate(() => window.toastLife)).toBeGreaterThanOrEqual(5000)
})

const public200 = ['/', '/contact', '/about', '/login', '/signup']
const own200 = ['/dashboard/family', '/dashboard/reminders']
const allScreens = { ...publicScreens, ...patientScreens }

test('at twice the text size nothing overlaps or is wider than the window', async ({
  page,
  patient,
  visit,
}) => {
  // Who is signed in is led on from the pages to sign in and to sign up.
  const stranger = await visit()
  for (const one of [stranger, page]) {
    await one.addInitScript(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { font-size: 200% }')
      document.adoptedStyleSheets = [sheet]
    })
  }
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox()
    if (!box) throw new Error(`${place} is not to be seen`)
    return box
  }
  const widths = [1280, 320]
  const pathsOf = [
    ...public200.map((path) => ({ path, one: stranger })),
    ...own200.map((path) => ({ path, one: page })),
  ]
  for (const { path, one } of pathsOf) {
    await byHistory(one, path)
    await expect(one).toHaveTitle(`${allScreens[path]?.en} · Molar Dental`)
    await expect(one.getByRole('heading', { level: 1 }), patient.email).toBeVisible()
    for (const width of widths) {
      await one.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(one)
      const name = await boxOf(one.getByRole('banner').getByRole('link', { name: 'Molar Dental' }))
      const menu = await boxOf(one.getByRole('button', { name: 'Menu', exact: true }))
      expect(name.x + name.width <= menu.x || name.y + name.height <= menu.y, path).toBe(true)
      expect(name.height, path).toBeLessThan(100)
    }
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const entry = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
    const content = await boxOf(page.locator('.dashboard-content'))
    for (const one of await entry.all()) {
      const box = await boxOf(one)
      expect(box.x + box.width <= content.x || box.y + box.height <= content.y, String(width)).toBe(
        true,
      )
    }
  }
})
