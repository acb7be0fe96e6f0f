import { expect } from 'vitest'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { booked, openPortal, type Person, type Portal, request, signIn, today } from './portal.ts'

/** The slot that begins next on the portal's Friday, and the instant at which it is over. */
export const slot = '9:30 AM - 10:00 AM'
export const slotOver = new Date('2026-06-05T14:00:00Z')

export const kind = { stars: 5, text: 'Kind and quick, and it did not hurt.' }

/** A patient whose appointment has just ended. */
export async function openAfterVisit() {
  const portal = await openPortal()
  const jane = await signIn(portal, 'jane@patients.example')
  const visit = await booked(portal, jane, { date: today, slot })
  portal.time.now = slotOver
  return { portal, jane, visit }
}

export function writeReview(portal: Portal, person: Person, id: string, body: unknown = kind) {
  return request(portal, 'POST', `/booking/${id}/review`, { token: person.token, body })
}

export function editReview(portal: Portal, person: Person, id: string, body: unknown = kind) {
  return request(portal, 'PUT', `/booking/${id}/review`, { token: person.token, body })
}

export async function readPast(portal: Portal, { email, token }: Person, more = '') {
  const response = await request(portal, 'GET', `/history?email=${email}${more}`, { token })
  expect(response.status).toBe(200)
  return reviewEndpoints.listPast.answer.parse(await response.json())
}

export async function readForStaff(portal: Portal, { token }: Person, query = '') {
  const response = await request(portal, 'GET', `/staff/reviews${query}`, { token })
  expect(response.status).toBe(200)
  return reviewEndpoints.listReviews.answer.parse(await response.json())
}

export async function readPublished(portal: Portal, query = '') {
  const response = await request(portal, 'GET', `/reviews/published${query}`)
  expect(response.status).toBe(200)
  return reviewEndpoints.listPublished.answer.parse(await response.json())
}

export function decide(portal: Portal, { token }: Person, id: string, body: unknown) {
  return request(portal, 'PATCH', `/staff/reviews/${id}`, { token, body })
}

/** What staff do to an appointment, without their screen. */
export async function change(
  { database }: Portal,
  { _id }: Booking,
  set: { cancelledAt?: string; status?: 'no_show' | 'completed'; day?: string },
) {
  const at = '2026-06-05T13:15:00.000Z'
  const times = {
    ...(set.status === 'no_show' && { noShowAt: at, completedAt: null }),
    ...(set.status === 'completed' && { completedAt: at, noShowAt: null }),
  }
  await database.query
    .updateTable('appointments')
    .set({ ...set, ...times })
    .where('id', '=', _id)
    .execute()
}
