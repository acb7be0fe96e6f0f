import type { APIRequestContext } from '@playwright/test'
import * as z from 'zod/mini'
import type { DoctorSchedule } from '../../contract/doctors/schedule.ts'
import { treatments } from './booking.ts'
import type { Portal } from './server.ts'

/** From eight to five on every day of the week. */
const always: DoctorSchedule['weeks'] = [
  { from: '2026-01-01', days: Array.from({ length: 7 }, () => [{ start: 480, end: 1020 }]) },
]

type Doctor = Partial<Omit<DoctorSchedule, 'treatments'>> & { name: string; treatment: string }

/** Adds a doctor without hours by HTTP, as an admin; returns their id. The screens have their own tests. */
export async function addProfile(
  request: APIRequestContext,
  { origin }: Portal,
  token: string,
  { name, treatment: specialty }: Pick<Doctor, 'name' | 'treatment'>,
): Promise<string> {
  const email = `${name.split(' ')[0]}@clinic.example`
  const data = { name, email, specialty, img: `${origin}/icon-192.png` }
  const headers = { authorization: `Bearer ${token}` }
  const added = await request.post('/doctors', { data, headers })
  return z.object({ insertedId: z.string() }).parse(await added.json()).insertedId
}

/** Adds a doctor with hours, likewise. */
export async function addDoctor(
  request: APIRequestContext,
  portal: Portal,
  token: string,
  { name, treatment, ...schedule }: Doctor,
): Promise<string> {
  const insertedId = await addProfile(request, portal, token, { name, treatment })
  const headers = { authorization: `Bearer ${token}` }
  const chosen = (await treatments(request)).find((one) => one.name === treatment)
  const none = { chairs: [], exceptions: [], timeOff: [], blocks: [] }
  const data = { ...none, weeks: always, ...schedule, treatments: [chosen?._id], confirmed: true }
  const stored = await request.put(`/staff/doctors/${insertedId}/schedule`, { data, headers })
  if (!stored.ok()) throw new Error(`The schedule answered ${stored.status()}`)
  return insertedId
}
