import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { ChangeTerms } from '../../contract/appointments/change-endpoints.ts'
import { type Day, parseDay } from '../../contract/date.ts'
import { Treatment } from '../../contract/treatments/treatment.ts'
import { bookFree } from './booking.ts'
import { accessToken } from './identity.ts'
import type { Patient } from './patient.ts'
import { payByCard } from './paying.ts'

/** A separate day for each appointment, well before any cut-off, so that tests do not conflict. */
let weeks = 2

export const slots = {
  booked: '1:00 PM - 1:30 PM',
  other: '1:30 PM - 2:00 PM',
  third: '2:00 PM - 2:30 PM',
}

/** An appointment by HTTP, some weeks ahead unless another day is given. */
export async function bookAhead(
  page: Page,
  patient: Patient,
  treatment = 'Teeth Cleaning',
  days = 7 * ++weeks,
): Promise<Booking & { day: Day }> {
  return bookFree(page.request, patient, { days, treatment, slot: slots.booked })
}

/** The same, and paid by card. */
export async function bookPaid(page: Page, patient: Patient, treatment?: string, days?: number) {
  const booking = await bookAhead(page, patient, treatment, days)
  await payByCard(page.request, patient, booking)
  return booking
}

export async function openCancel(page: Page, { _id }: Booking): Promise<void> {
  await page.goto(`/dashboard/appointment/${_id}/cancel`)
  await expect(cancelButton(page)).toBeVisible()
}

export function cancelButton(page: Page) {
  return page.getByRole('main').getByRole('button', { name: /^Cancel (this|without)/ })
}

export async function openReschedule(page: Page, { _id }: Booking): Promise<void> {
  await page.goto(`/dashboard/appointment/${_id}/reschedule`)
  await expect(page.getByRole('radio').first()).toBeVisible()
}

export function summary(page: Page) {
  return page.getByRole('region', { name: 'What changes' })
}

/** The heading of the outcome, which gets the focus. */
export async function expectOutcome(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
}

/** Whether a slot of a treatment can be booked again. */
export async function isFree(page: Page, { date, treatmentId, slot }: Booking): Promise<boolean> {
  const answer = await page.request.get(`/available?date=${parseDay(date)}`)
  const treatments = z.array(Treatment).parse(await answer.json())
  return treatments.find(({ _id }) => _id === treatmentId)?.slots.includes(slot) ?? false
}

/** Cancels by HTTP, outside of the page. */
export async function cancelElsewhere(page: Page, { _id }: Pick<Booking, '_id'>): Promise<void> {
  const headers = { authorization: `Bearer ${await accessToken(page)}` }
  const read = await page.request.get(`/booking/${_id}/change`, { headers })
  const terms = ChangeTerms.parse(await read.json())
  const data = { revision: terms.revision, refund: terms.refund }
  const answer = await page.request.post(`/booking/${_id}/cancel`, { headers, data })
  expect(answer.status()).toBe(200)
}
