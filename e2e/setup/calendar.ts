import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { addDays, type Day, formatDay, parseDay, weekdayOf } from '../../contract/date.ts'
import { messages } from '../../contract/fixed-texts.ts'
import { NextFreeDay } from '../../contract/treatments/treatment.ts'

export async function readCalendar(request: APIRequestContext): Promise<BookingCalendar> {
  return BookingCalendar.parse(await (await request.get('/calendar')).json())
}

type Week = Pick<BookingCalendar, 'today' | 'closedWeekdays'>

/** The first day on which the clinic is open, `count` days from its today or later. */
export function openDay({ today, closedWeekdays }: Week, count: number): Day {
  let day = addDays(today, count)
  while (closedWeekdays.includes(weekdayOf(day))) day = addDays(day, 1)
  return day
}

export function nextOpenDay(week: Week, day: Day): Day {
  return openDay({ ...week, today: day }, 1)
}

/**
 * An open day soon with at least a week of its month after it, since the calendar shows one month at a time.
 */
export function earlyInMonth(week: Week): Day {
  const soon = addDays(week.today, 3)
  const month = `${soon.slice(0, 7)}-15`
  const day: Day = Number(soon.slice(8)) <= 18 ? soon : `${addDays(month, 25).slice(0, 7)}-02`
  return openDay({ ...week, today: day }, 0)
}

/** The initial day of the appointment page: the first with a free time. */
export async function firstFreeDay(request: APIRequestContext): Promise<Day> {
  const answer = await request.get('/available/next?date=2000-01-01')
  const day = parseDay(NextFreeDay.parse(await answer.json()).date ?? '')
  if (!day) throw new Error('No day has a free time')
  return day
}

/** A day as the calendar announces it: `Monday, November 23, 2026`. */
export function spokenDay(day: Day): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(day),
  )
}

export function dayButton(page: Page, day: Day) {
  return page.getByRole('button', { name: spokenDay(day) })
}

/** Turns the calendar forward to the month of a day. */
export async function showMonth(page: Page, day: Day): Promise<void> {
  const month = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day))
  const grid = page.getByRole('grid')
  await expect(grid).toBeVisible()
  while (!(await grid.getAttribute('aria-label'))?.endsWith(month)) {
    const shown = (await grid.getAttribute('aria-label')) ?? ''
    await page.getByRole('button', { name: 'Next', exact: true }).first().click()
    await expect(grid).not.toHaveAttribute('aria-label', shown)
  }
}

/** Turns the appointment page's calendar, which opens in the month of the first free day, back to today's month. */
export async function showToday(page: Page): Promise<void> {
  const { today } = await readCalendar(page.request)
  const first = await firstFreeDay(page.request)
  if (first.slice(0, 7) === today.slice(0, 7)) return
  await page.getByRole('button', { name: 'Previous' }).first().click()
}

/** Chooses a day in the calendar of the appointment page, as a patient does. */
export async function pickDay(page: Page, day: Day): Promise<void> {
  await showMonth(page, day)
  await dayButton(page, day).click()
  const heading = page.getByRole('heading', { name: messages.availableOn(formatDay(day)) })
  await expect(heading).toBeVisible()
}
