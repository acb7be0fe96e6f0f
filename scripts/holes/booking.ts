import type { Caller, Portal } from './portal.ts'
import { createCaller, owner, read } from './portal.ts'

export type Slot = {
  treatmentId: string
  treatment: string
  date: string
  slot: string
  price: number
}

/** Every free slot of the first open day that is at least `ahead` days away. */
export async function freeSlots(portal: Portal, ahead = 3): Promise<Slot[]> {
  const { call } = createCaller(portal)
  for (let days = ahead; days < ahead + 7; days += 1) {
    const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const { body } = await call('GET', `/available?date=${date}`)
    const treatments = Array.isArray(body) ? body : []
    const slots = treatments.flatMap((one: unknown) => {
      const times = read(one, 'slots')
      return (Array.isArray(times) ? times : []).map((slot) => ({
        treatmentId: String(read(one, '_id')),
        treatment: String(read(one, 'name')),
        date,
        slot: String(slot),
        price: Number(read(one, 'price')),
      }))
    })
    if (slots.length > 0) return slots
  }
  throw new Error('The demo clinic is closed for a week')
}

export function book({ call }: Caller, email: string, slot: Slot, person?: string) {
  const body = { ...slot, patient: email, patientName: 'Sam Stranger', phone: '' }
  return call('POST', '/booking', { ...body, ...(person && { person }) })
}

/** A signed-in admin. */
export async function signInOwner(portal: Portal): Promise<Caller> {
  const staff = createCaller(portal)
  const answer = await staff.signIn(owner)
  if (answer.status !== 200) throw new Error(`The owner cannot sign in: ${answer.text}`)
  return staff
}

export function bookByStaff({ call }: Caller, { treatment: _, ...slot }: Slot, patient: string) {
  const who = { patient, patientName: 'Vera Patient', phone: '+17185550177' }
  return call('POST', '/staff/appointments', { ...slot, ...who })
}
