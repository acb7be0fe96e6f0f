import {
  type APIRequestContext,
  type APIResponse,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import * as z from 'zod/mini'
import { type Booking, BookingAccepted } from '../../contract/appointments/appointment.ts'
import { type Day, formatDay } from '../../contract/date.ts'
import { messages } from '../../contract/fixed-texts.ts'
import { Treatment } from '../../contract/treatments/treatment.ts'
import { nextOpenDay, openDay, readCalendar } from './calendar.ts'
import type { Patient } from './patient.ts'

export type BookingInput = { day: Day; treatment: string; slot: string }

/** One treatment in the list of what is free. */
export function card(page: Page, treatment: string) {
  const heading = page.getByRole('heading', { name: treatment, level: 3 })
  return page.getByRole('listitem').filter({ has: heading })
}

/** Opens the booking form of a treatment. */
export async function openForm(page: Page, treatment: string) {
  await card(page, treatment).getByRole('button', { name: messages.bookAppointment }).click()
  const form = page.getByRole('dialog', { name: treatment })
  await expect(form).toBeVisible()
  return form
}

/** What sends the booking form. */
export function bookButton(form: Page | Locator) {
  return form.getByRole('button', { name: /^Book for \$/ })
}

/** The first free time of the form's choice, which it names. */
export async function chooseFirstSlot(form: Locator): Promise<string> {
  const first = form.getByRole('radio').first()
  await first.check({ force: true })
  return (await first.getAttribute('value')) ?? ''
}

/** A time of the form's choice; the radio button itself lies under its label. */
export async function chooseSlot(page: Page, slot: string): Promise<void> {
  const radio = page.getByRole('radio', { name: slot, exact: true })
  // The input itself is invisible, so nothing waits until the page around it stands still.
  await expect(() => radio.check({ force: true })).toPass()
}

export async function treatments(request: APIRequestContext): Promise<Treatment[]> {
  return z.array(Treatment).parse(await (await request.get('/service')).json())
}

/** Books by HTTP, as somebody whose cookies `request` holds. */
export async function postBooking(
  request: APIRequestContext,
  patient: Patient,
  { day, treatment, slot }: BookingInput,
): Promise<APIResponse> {
  const chosen = (await treatments(request)).find(({ name }) => name === treatment)
  if (!chosen) throw new Error(`No treatment is called ${treatment}`)
  const data = {
    treatmentId: chosen._id,
    treatment,
    date: formatDay(day),
    slot,
    price: chosen.price,
    patient: patient.email,
    patientName: patient.name,
    phone: '',
  }
  return await request.post('/booking', { data })
}

/**
 * Books by HTTP at a time of the first open day, `days` from today or later, on which that is free:
 * other tests of the same portal book, too.
 */
export async function bookFree(
  request: APIRequestContext,
  patient: Patient,
  { days, ...input }: Omit<BookingInput, 'day'> & { days: number },
): Promise<Booking & { day: Day }> {
  const calendar = await readCalendar(request)
  for (
    let day = openDay(calendar, days);
    day <= calendar.lastDay;
    day = nextOpenDay(calendar, day)
  ) {
    const answer = await postBooking(request, patient, { ...input, day })
    if (answer.status() === 409) continue
    return { ...BookingAccepted.parse(await answer.json()).booking, day }
  }
  throw new Error(`${input.treatment} is taken at ${input.slot} on every day`)
}

/** Two presses before the page shows anything of the first; a double click leaves it the time to. */
export async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
