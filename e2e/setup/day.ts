import { type BrowserContext, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { addDays, type Day, formatDay } from '../../contract/date.ts'
import { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { treatments } from './booking.ts'
import { readCalendar } from './calendar.ts'
import { tokenOf } from './patient.ts'
import type { Settings } from './server.ts'

/** A clinic in a zone where it is early morning whenever these tests run: all of today is still ahead. */
export const morning: Settings = { CLINIC_TIME_ZONE: zoneOfHour(5) }

/** The zone in which it is that hour now; `Etc` zones have inverted signs. */
function zoneOfHour(hour: number): string {
  const offset = (hour - new Date().getUTCHours() + 36) % 24
  const ahead = offset - 12
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const tokens = new WeakMap<BrowserContext, Promise<string>>()
const Session = z.object({ user: z.object({ email: z.string() }) })

/** A separate token for each browser: a session has only a few. */
async function openToken({ request }: BrowserContext): Promise<string> {
  const answer = await request.get('/api/auth/get-session')
  return await tokenOf(request, Session.parse(await answer.json()).user.email)
}

/** A call with the browser's session, outside of the page. */
export async function callStaff(page: Page, method: string, path: string, data?: unknown) {
  const context = page.context()
  const token = tokens.get(context) ?? openToken(context)
  tokens.set(context, token)
  const headers = { authorization: `Bearer ${await token}` }
  return await page.request.fetch(path, { method, headers, data })
}

const Rules = z.object({ horizonDays: z.number(), leadMinutes: z.number() })

/** Opens the clinic every day, Sundays too, and then the page of today if a query is given. */
export async function openClinic(page: Page, query = ''): Promise<Day> {
  const { today, closedWeekdays } = await readCalendar(page.request)
  if (closedWeekdays.length > 0) {
    const rules = Rules.parse(await (await callStaff(page, 'GET', '/staff/opening')).json())
    const data = { ...rules, closedWeekdays: [] }
    expect((await callStaff(page, 'PUT', '/staff/opening', data)).status()).toBe(200)
  }
  if (query !== '') await openDay(page, today, query)
  return today
}

const taken = new Set<Day>()

/** The first day from `from` on, or from tomorrow, that no test of this worker has taken. */
export async function freshDay(page: Page, from?: Day): Promise<Day> {
  const today = await openClinic(page)
  let day = from ?? addDays(today, 1)
  while (taken.has(day)) day = addDays(day, 1)
  taken.add(day)
  return day
}

/** `query` follows the day in the address, e.g. `view=list`. */
export async function openDay(page: Page, day: Day, query = ''): Promise<void> {
  await page.goto(`/dashboard/schedule?date=${day}&${query}`)
  await expect(heading(page, formatDay(day))).toBeVisible()
}

/** The heading of the page: the day or the patient. */
export function heading(page: Page, name?: string) {
  return page
    .getByRole('main')
    .getByRole('heading', { level: 2, ...(name && { name }) })
    .first()
}

type BookingInput = { day: Day; treatment?: string; slot?: string; name: string; patient?: string }

/** Books as staff do, by HTTP. */
export async function bookFor(page: Page, input: BookingInput): Promise<StaffAppointment> {
  const { day, name, treatment = 'Teeth Cleaning', slot = '10:00 AM - 10:30 AM' } = input
  const chosen = (await treatments(page.request)).find((one) => one.name === treatment)
  const answer = await callStaff(page, 'POST', '/staff/appointments', {
    treatmentId: chosen?._id,
    date: day,
    slot,
    price: chosen?.price,
    patient: input.patient ?? null,
    patientName: name,
    phone: '718 555 0100',
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return StaffAppointment.parse(await answer.json())
}

export function column(page: Page, treatment: string) {
  return page.getByRole('region', { name: treatment, exact: true })
}

/** The row of a patient in the day's list. */
export function line(page: Page, patient: string) {
  return page.getByRole('row').filter({ hasText: patient })
}
