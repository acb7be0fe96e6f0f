import { expect } from 'vitest'
import * as z from 'zod/mini'
import {
  Offer,
  WaitlistRequest,
  type WaitlistRequestBody,
} from '../../contract/waitlist/waitlist.ts'
import { sweepWaitlist } from '../waitlist/sweep-waitlist.ts'
import { monday, type Person, type Portal, request } from './portal.ts'

/** A request for any time of that Monday, where `input` says nothing else. */
export function requestBody(
  portal: Portal,
  input: Partial<WaitlistRequestBody> = {},
): WaitlistRequestBody {
  return {
    appointment: null,
    treatmentId: portal.treatments[0]?._id ?? '',
    from: monday,
    until: monday,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    fromMinute: 0,
    untilMinute: 1440,
    ...input,
  }
}

export function ask(portal: Portal, { token }: Person, input?: Partial<WaitlistRequestBody>) {
  return request(portal, 'POST', '/waitlist', { token, body: requestBody(portal, input) })
}

/** Asks and expects to be in the line. */
export async function asked(portal: Portal, person: Person, input?: Partial<WaitlistRequestBody>) {
  const response = await ask(portal, person, input)
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return WaitlistRequest.parse(body)
}

/** The requests of an account, the newest first. */
export async function listRequests(portal: Portal, { token }: Person): Promise<WaitlistRequest[]> {
  const response = await request(portal, 'GET', '/waitlist', { token })
  return z.array(WaitlistRequest).parse(await response.json())
}

/** The current offer of an account. */
export async function offerOf(portal: Portal, person: Person): Promise<Offer | undefined> {
  const waits = await listRequests(portal, person)
  return waits.find(({ offer }) => offer !== null)?.offer ?? undefined
}

export function accept(portal: Portal, { token, price }: Pick<Offer, 'token' | 'price'>) {
  return request(portal, 'POST', '/offers/accept', { body: { token, price } })
}

export function decline(portal: Portal, { token }: Pick<Offer, 'token'>) {
  return request(portal, 'POST', '/offers/decline', { body: { token } })
}

/** An answer that was taken. */
export async function answered(response: Response): Promise<Offer> {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return Offer.parse(body)
}

/** The clock goes on, and the worker has looked at everything. */
export async function pass(portal: Portal, minutes: number): Promise<void> {
  portal.time.now = new Date(portal.time.now.getTime() + minutes * 60_000)
  await sweepAll(portal)
}

/** A sweep to which every request is due. */
export async function sweepAll({ database, deps }: Pick<Portal, 'database' | 'deps'>) {
  await database.query.updateTable('waits').set({ checkAt: '' }).execute()
  await sweepWaitlist(deps)
}
