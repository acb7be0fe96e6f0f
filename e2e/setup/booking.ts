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

export type BookingInput = {
  day: Day
  treatment: string
  slot: string
  /** The id of whom in the account's family it is for. */
  dependent?: string
}

/** One treatment in the list of free slots. */
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

/** The button that sends the booking form. */
export function bookButton(form: Page | Locator) {
  return form.getByRole('button', { name: /^Book for \$/ })
}

/** Chooses the first free time of the form, and returns its name. */
export async function chooseFirstSlot(form: Locator): Promise<string> {
  const first = form.getByRole('radio').first()
  await first.check({ force: true })
  return (await first.getAttribute('value')) ?? ''
}

/** Chooses a time of the form; the radio button itself is below its label. */
export async function chooseSlot(page: Page, slot: string): Promise<void> {
  const radio = page.getByRole('radio', { name: slot, exact: true })
  // The input itself is invisible, so Playwright does not wait until the page around it is stable.
  await expect(() => radio.check({ force: true })).toPass()
}

export async function treatments(request: APIRequestContext): Promise<Treatment[]> {
  return z.array(Treatment).parse(await (await request.get('/service')).json())
}

/** Books by HTTP, with the cookies of `request`. */
export async function postBooking(
  request: APIRequestContext,
  patient: Patient,
  { day, treatment, slot, dependent }: BookingInput,
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
    dependent,
    phone: '',
  }
  return await request.post('/booking', { data })
}

/**
 * Books by HTTP at a free time of the first open day that has one, `days` from today or later: other tests of
 * the same portal book, too.
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

/** Two presses before the page shows an effect of the first; a double click would leave it time for that. */
export async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}
