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

/** Adds a doctor with hours by HTTP, as an admin; returns their id. The screens have their own tests. */
export async function addDoctor(
  request: APIRequestContext,
  { origin }: Portal,
  token: string,
  { name, treatment: specialty, ...schedule }: Doctor,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const chosen = (await treatments(request)).find((one) => one.name === specialty)
  const email = `${name.split(' ')[0]}@clinic.example`
  const doctor = { name, email, specialty, img: `${origin}/icon-192.png` }
  const added = await request.post('/doctors', { data: doctor, headers })
  const { insertedId } = z.object({ insertedId: z.string() }).parse(await added.json())
  const none = { chairs: [], exceptions: [], timeOff: [], blocks: [] }
  const data = { ...none, weeks: always, ...schedule, treatments: [chosen?._id], confirmed: true }
  const stored = await request.put(`/staff/doctors/${insertedId}/schedule`, { data, headers })
  if (!stored.ok()) throw new Error(`The schedule answered ${stored.status()}`)
  return insertedId
}
