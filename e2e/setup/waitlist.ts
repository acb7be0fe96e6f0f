import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'
import { BookingAccepted } from '../../contract/appointments/appointment.ts'
import type { WaitlistRequestBody } from '../../contract/waitlist/waitlist.ts'
import { type BookingInput, postBooking, treatments } from './booking.ts'
import { type Patient, signUpIn, tokenOf } from './patient.ts'
import type { Portal } from './server.ts'

/** A new patient books a slot, and cancels it on request. */
export async function holdSlot(context: BrowserContext, portal: Portal, input: BookingInput) {
  const holder = await signUpIn(context, portal)
  const { request } = context
  const booked = await postBooking(request, holder, input)
  const { booking } = BookingAccepted.parse(await booked.json())
  const headers = { authorization: `Bearer ${await tokenOf(request, holder.email)}` }
  return async () => {
    const data = { revision: 0, refund: 0 }
    const freed = await request.post(`/booking/${booking._id}/cancel`, { headers, data })
    expect(freed.status()).toBe(200)
  }
}

/** Books by HTTP; returns the appointment's id. */
export async function bookOwn(
  request: APIRequestContext,
  patient: Patient,
  input: BookingInput,
): Promise<string> {
  const answer = await postBooking(request, patient, input)
  return BookingAccepted.parse(await answer.json()).booking._id
}

/** Requests nine o'clock on one day on the waitlist, by HTTP. */
export async function askForNine(
  request: APIRequestContext,
  patient: Patient,
  {
    day,
    treatment,
    appointment,
    doctor = null,
  }: { day: string; treatment: string; appointment: string | null; doctor?: string | null },
): Promise<void> {
  const chosen = (await treatments(request)).find(({ name }) => name === treatment)
  const data: WaitlistRequestBody = {
    appointment,
    treatmentId: chosen?._id ?? '',
    from: day,
    until: day,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    fromMinute: 540,
    untilMinute: 570,
    doctor,
  }
  const headers = { authorization: `Bearer ${await tokenOf(request, patient.email)}` }
  const answer = await request.post('/waitlist', { headers, data })
  expect(answer.status()).toBe(200)
}
