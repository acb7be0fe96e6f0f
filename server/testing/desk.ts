import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Booking } from '../../contract/appointments/appointment.ts'
import { SettledAppointment } from '../../contract/clinic/endpoints.ts'
import { PlanChange } from '../../contract/doctors/plan-changes.ts'
import type { DoctorSchedule, TimeSpan } from '../../contract/doctors/schedule.ts'
import { type AffectedAppointment, ErrorBody } from '../../contract/errors.ts'
import {
  StaffAppointment,
  StaffAppointmentDetails,
} from '../../contract/schedule/staff-appointment.ts'
import {
  booked,
  bookingBody,
  monday,
  openPortal,
  type Person,
  type Portal,
  request,
  signIn,
} from './portal.ts'
import { linksIn, openReminding } from './reminding.ts'

type Seen = Pick<StaffAppointment, '_id' | 'revision'>
/** The doctor and chair that staff name, and the rules that they override. */
type Passing = { doctor?: string; chair?: string; despite?: readonly string[] }
type BookingInput = Parameters<typeof bookingBody>[2]

/** The demo clinic with a member of staff at the desk. */
export async function openDesk(options?: Parameters<typeof openPortal>[0]) {
  const portal = await openPortal(options)
  return { portal, staff: await signIn(portal, 'staff@clinic.example', 'admin') }
}

/** What staff may do to an appointment, as they last saw it. */
export function actsOf(portal: Portal, { token }: Person) {
  const act = (method: string, { _id, revision }: Seen, what: string, body: object) =>
    request(portal, method, `/staff/appointments/${_id}/${what}`, {
      token,
      body: { revision, ...body },
    })
  return {
    move: (seen: Seen, to: { date: string; slot: string } & Passing) =>
      act('POST', seen, 'reschedule', to),
    /** At its own time. */
    give: (seen: StaffAppointment, to: Passing) =>
      act('POST', seen, 'reschedule', { date: seen.date, slot: seen.slot, ...to }),
    cancel: (seen: Seen, { reason = 'The dentist is ill.', refund = false } = {}) =>
      act('POST', seen, 'cancel', { reason, refund }),
    setStatus: (seen: Seen, status: string) => act('POST', seen, 'status', { status }),
    payAtDesk: (seen: Seen, method = 'cash') => act('POST', seen, 'desk-payment', { method }),
    removePayment: (seen: Seen, transactionId?: string) =>
      act('DELETE', seen, 'desk-payment', { transactionId }),
  }
}

/** Books as staff do, for a patient with or without an e-mail. */
export function bookFor(
  portal: Portal,
  staff: Person,
  patient: { email: string | null; name?: string; phone?: string; relation?: string },
  input?: BookingInput,
) {
  const { treatment: _, ...wanted } = bookingBody(portal, staff, input)
  const body = {
    ...wanted,
    patient: patient.email,
    patientName: patient.name ?? 'Pat Doe',
    phone: patient.phone ?? '',
    relation: patient.relation,
  }
  return request(portal, 'POST', '/staff/appointments', { token: staff.token, body })
}

/** The appointment that an accepted change answers with. */
export async function accepted(response: Response): Promise<StaffAppointment> {
  const body: unknown = await response.json()
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  return StaffAppointment.parse(body)
}

/** An appointment with its history, as staff read it. */
export async function details(portal: Portal, { token }: Person, { _id }: Pick<Booking, '_id'>) {
  const response = await request(portal, 'GET', `/staff/appointments/${_id}`, { token })
  return StaffAppointmentDetails.parse(await response.json())
}

/** The history in short: `moved by staff@clinic.example`. */
export async function told(portal: Portal, staff: Person, seen: Pick<Booking, '_id'>) {
  const { history } = await details(portal, staff, seen)
  return history.map(({ kind, actor }) => `${kind} by ${actor}`)
}

/** A doctor's schedule that says nothing. */
export const noSchedule: DoctorSchedule = {
  treatments: [],
  chairs: [],
  weeks: [],
  exceptions: [],
  timeOff: [],
  blocks: [],
}

/** The same hours on each day of the week, from a day on. */
export function everyDay(...hours: TimeSpan[]): DoctorSchedule['weeks'] {
  return [{ from: '2026-01-01', days: Array.from({ length: 7 }, () => hours) }]
}

export const nineToFive = everyDay({ start: 540, end: 1020 })

/** An admin, and what they do with doctors and chairs; answers are expected to be taken. */
export async function openSchedules(portal: Portal, email = 'owner@clinic.example') {
  const admin = await signIn(portal, email, 'admin')
  const act = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const response = await request(portal, method, path, { token: admin.token, body })
    const answer: unknown = await response.json()
    expect({ path, status: response.status, answer }).toMatchObject({ status: 200 })
    return answer
  }
  const Inserted = z.object({ insertedId: z.string() })
  return {
    admin,
    act,
    addDoctor: async (name: string) => {
      const specialty = portal.treatments[0]?.name
      const email = `${name.toLowerCase()}@clinic.example`
      const doctor = { name, email, specialty, img: '/images/0a-480.webp' }
      return Inserted.parse(await act('POST', '/doctors', doctor)).insertedId
    },
    setSchedule: (id: string, schedule: Partial<DoctorSchedule>) =>
      act('PUT', `/staff/doctors/${id}/schedule`, { ...noSchedule, ...schedule, confirmed: true }),
    addChair: async (name: string, treatments: string[] = []) =>
      Inserted.parse(await act('POST', '/staff/chairs', { name, treatments, confirmed: true }))
        .insertedId,
  }
}

export type Schedules = Awaited<ReturnType<typeof openSchedules>>

/** Doctors of these names who do the first treatment from nine to five; their ids. */
export async function addWorking(
  portal: Portal,
  schedules: Schedules,
  names: readonly string[],
): Promise<string[]> {
  const treatments = [portal.treatments[0]?._id ?? '']
  const ids: string[] = []
  for (const name of names) {
    const id = await schedules.addDoctor(name)
    await schedules.setSchedule(id, { treatments, weeks: nineToFive })
    ids.push(id)
  }
  return ids
}

export const nine = '9:00 AM - 9:30 AM'
export const wholeDay = { from: monday, to: monday, time: null, reason: 'Flu' }
type Displaced = Pick<AffectedAppointment, '_id' | 'proposal'>

/** Ada and others work; patients with an account have booked Ada at these slots, and Ada falls ill. */
export async function openIll(
  slots: readonly string[] = [nine],
  others: readonly string[] = ['Bo'],
) {
  const opened = await openReminding()
  const { portal, deliver, peer } = opened
  const schedules = await openSchedules(portal)
  const [ada = '', ...rest] = await addWorking(portal, schedules, ['Ada', ...others])
  const people = []
  for (const [place, slot] of slots.entries()) {
    const person = await signIn(portal, `patient${place}@patients.example`)
    const booking = await booked(portal, person, { slot, doctor: ada, phone: '718 555 0100' })
    people.push({ person, booking })
  }
  await deliver()
  peer.arrived.length = 0
  const { token } = schedules.admin
  const staff = (method: string, path: string, body?: object) =>
    request(portal, method, path, { token, ...(body && { body }) })
  const absent = (absence: object = wholeDay, confirmed = false) =>
    staff('POST', `/staff/doctors/${ada}/absences`, { ...absence, confirmed })
  const affected = async (response: Response) => {
    const body = ErrorBody.parse(await response.json())
    expect([response.status, body.code]).toEqual([409, 'appointments_affected'])
    return body.affected ?? []
  }
  const goIll = async (absence: object = wholeDay) => {
    const shown = await affected(await absent(absence))
    const stored = await absent(absence, true)
    const { change } = z.object({ change: z.string() }).parse(await stored.json())
    return { shown, change }
  }
  const read = async (change: string, page = '') =>
    PlanChange.parse(await (await staff('GET', `/staff/plan-changes/${change}${page}`)).json())
  const answers = async (change: string) => (await read(change)).rows.map(({ answer }) => answer)
  const settle = async (change: string, ...choices: object[]) => {
    const path = `/staff/plan-changes/${change}/settle`
    const Settled = z.object({ settled: z.array(SettledAppointment) })
    const response = await staff('POST', path, { choices })
    return Settled.parse(await response.json()).settled
  }
  const post = (sent: string, what: string, body?: object) =>
    request(portal, 'POST', `/email-links/${what}`, { body: { token: sent, ...body } })
  const live = () =>
    portal.database.query.selectFrom('appointments').selectAll().orderBy('startMinute').execute()
  const ids = { ada, rest }
  return {
    ...opened,
    ...ids,
    people,
    schedules,
    staff,
    absent,
    affected,
    goIll,
    read,
    answers,
    settle,
    post,
    live,
  }
}

/** The decision of staff to take the first proposal. */
export const toSame = ({ _id, proposal }: Displaced) => ({
  ...{ way: 'move', appointment: _id, revision: proposal?.revision },
  to: proposal?.same,
})
export const by = (way: 'ask' | 'cancel', { _id, proposal }: Displaced) => ({
  ...{ way, appointment: _id, revision: proposal?.revision },
})
/** Of the link of a mail with this label. */
export const tokenOf = (mail: { text?: string | undefined } | undefined, label: string) =>
  linksIn({ text: mail?.text ?? '' })
    .get(label)
    ?.hash.replace('#token=', '') ?? ''
