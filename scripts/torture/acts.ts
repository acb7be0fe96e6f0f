import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { addDays, formatDay } from '../../contract/date.ts'
import type { EventKind } from '../../contract/events.ts'
import type { Dice } from '../demo-clinic/dice.ts'
import { type Clinic, call, type Known, type Reply } from './clinic.ts'
import type { Fact } from './ledger.ts'

type Scene = { clinic: Clinic; origin: string; dice: Dice }
type Act = (scene: Scene) => Promise<void>

const isDone = (reply: Reply | null) => reply?.status === 200

/** Records the outcome of a change of an appointment. */
function settle({ clinic: { ledger } }: Scene, id: string, kind: EventKind, reply: Reply | null) {
  if (reply === null) ledger.leaveOpen(id, kind)
  else if (isDone(reply)) ledger.acknowledge(id, kind)
}

function record({ clinic: { ledger } }: Scene, fact: Fact, id: unknown, reply: Reply | null): void {
  if (isDone(reply) && id !== undefined) ledger.record(fact, String(id))
}

function chooseBooking({ clinic, dice }: Scene) {
  const treatment = dice.pick(clinic.treatments)
  const { _id: treatmentId, price } = treatment
  return { treatmentId, price, date: dice.pick(clinic.days), slot: dice.pick(treatment.slots) }
}

const pickAppointment = ({ clinic: { appointments }, dice }: Scene): Known | undefined =>
  appointments.length > 0 ? dice.pick(appointments.slice(-30)) : undefined

const Seen = z.object({
  revision: z.number(),
  treatmentId: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
})
type Seen = z.infer<typeof Seen>

/** An appointment as its reader saw it; another request may have changed it since. */
async function see({ clinic, origin }: Scene, { id }: Known): Promise<Seen | undefined> {
  const read = await call(clinic, origin, ['GET', `/staff/appointments/${id}`, clinic.staff])
  return Seen.safeParse(read?.body.appointment).data
}

/** An appointment cannot be moved to the time that it already has. */
const isThere = (seen: Seen, to: { treatmentId: string; date: string; slot: string }) =>
  seen.treatmentId === to.treatmentId && seen.date === formatDay(to.date) && seen.slot === to.slot

/** An act on one of the newest appointments, with its revision. */
const changing =
  (kind: EventKind, ask: (scene: Scene, one: Known, seen: Seen) => Promise<Reply | null>) =>
  async (scene: Scene): Promise<void> => {
    const one = pickAppointment(scene)
    const seen = one && (await see(scene, one))
    if (!seen) return
    const reply = await ask(scene, one, seen)
    settle(scene, one.id, kind, reply)
    if (kind === 'cancelled') record(scene, 'appointment cancelled', one.id, reply)
  }

const book: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  const holder = dice.pick(clinic.patients)
  const own = { patient: holder.email, patientName: holder.name, phone: '' }
  const body = { ...chooseBooking(scene), ...own }
  const reply = await call(clinic, origin, ['POST', '/booking', holder, body])
  const booking = reply?.body.booking
  if (typeof booking !== 'object' || booking === null || !('_id' in booking)) return
  const id = String(booking._id)
  clinic.ledger.record('appointment stored', id)
  clinic.appointments.push({ id, holder, price: body.price })
}

const bookByStaff: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  const holder = dice.pick(clinic.patients)
  const body = {
    ...chooseBooking(scene),
    patient: holder.email,
    patientName: holder.name,
    phone: '',
  }
  const reply = await call(clinic, origin, ['POST', '/staff/appointments', clinic.staff, body])
  if (!reply || !isDone(reply)) return
  const id = String(reply.body._id)
  clinic.ledger.record('appointment stored', id)
  clinic.appointments.push({ id, holder, price: body.price })
}

const pay: Act = async (scene) => {
  const { clinic, origin } = scene
  const one = pickAppointment(scene)
  if (!one) return
  const { id, holder } = one
  const opening = { price: one.price, appointment: id }
  const opened = await call(clinic, origin, ['POST', '/create-payment-intent', holder, opening])
  if (!isDone(opened)) return
  const billing = { name: holder.name, email: holder.email }
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123', billing }
  const made = await call(clinic, origin, ['POST', '/sandbox/payment_methods', holder, card])
  if (!isDone(made)) return
  const charge = { clientSecret: opened?.body.clientSecret, paymentMethod: made?.body.id }
  const charged = await call(clinic, origin, ['POST', '/sandbox/confirm', holder, charge])
  if (!isDone(charged)) return
  const confirmation = { appointment: id, transactionId: charged?.body.id }
  const reply = await call(clinic, origin, ['PATCH', `/booking/${id}`, holder, confirmation])
  record(scene, 'payment recorded', charged?.body.id, reply)
}

/** Requests a slot for a treatment, or an earlier one for an appointment. */
const requestEarlier: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  const own = dice.chance(0.5) ? pickAppointment(scene) : undefined
  const seen = own && (await see(scene, own))
  const holder = own?.holder ?? dice.pick(clinic.patients)
  const treatmentId = seen?.treatmentId ?? chooseBooking(scene).treatmentId
  const days = { from: clinic.days[0], until: clinic.days.at(-1), weekdays: [0, 1, 2, 3, 4, 5, 6] }
  const body = {
    ...days,
    fromMinute: 0,
    untilMinute: 1440,
    treatmentId,
    appointment: (seen && own?.id) ?? null,
  }
  const reply = await call(clinic, origin, ['POST', '/waitlist', holder, body])
  record(scene, 'request stored', reply?.body._id, reply)
  if (isDone(reply)) clinic.requests.push({ id: String(reply?.body._id), holder })
}

const withdraw: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  if (clinic.requests.length === 0) return
  const { id, holder } = dice.pick(clinic.requests)
  const reply = await call(clinic, origin, ['DELETE', `/waitlist/${id}`, holder])
  record(scene, 'request withdrawn', id, reply)
}

const Requests = z.array(
  z.object({
    _id: z.string(),
    offer: z.nullable(z.object({ token: z.string(), price: z.nullable(z.number()) })),
    appointment: z.nullable(z.object({ _id: z.string() })),
  }),
)

/** Offers are answered by the link of a mail; the list of one's own requests has it, too. */
const answerOffer: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  const holder = dice.pick(clinic.patients)
  const response = await fetch(`${origin}/waitlist`, {
    headers: { authorization: `Bearer ${holder.token}` },
  }).catch(() => null)
  const requests = Requests.safeParse(await response?.json().catch(() => null)).data ?? []
  const offered = requests.find(({ offer }) => offer !== null)
  const offer = offered?.offer
  if (!offer) return
  const way = dice.chance(0.7) ? 'accept' : 'decline'
  const body = { token: offer.token, ...(way === 'accept' && { price: offer.price }) }
  const reply = await call(clinic, origin, ['POST', `/offers/${way}`, null, body])
  if (way === 'decline') return
  const isAccepted = reply?.body.state === 'accepted'
  if (isAccepted) record(scene, 'request done', offered._id, reply)
  // Two may accept for one patient at once; both answers say yes, and one of them moved the appointment.
  const moved = offered.appointment
  if (moved && (isAccepted || reply === null)) clinic.ledger.leaveOpen(moved._id, 'moved')
}

const write: Act = async (scene) => {
  const { clinic, origin } = scene
  const message = `Hello ${randomUUID()}`
  const body = { email: 'jane@patients.example', subject: 'Hello', message }
  const reply = await call(clinic, origin, ['POST', '/contact-messages', null, body])
  record(scene, 'message stored', message, reply)
}

const blank = { birthDate: '', phone: '', email: '', language: '', note: '', alert: '' }

const addPatient: Act = async (scene) => {
  const { clinic, origin } = scene
  const body = { ...blank, name: `Pat ${randomUUID().slice(0, 8)}` }
  const reply = await call(clinic, origin, ['POST', '/staff/patients', clinic.staff, body])
  if (!isDone(reply)) return
  const id = String(reply?.body._id)
  // An erased patient has no row, so their data cannot be checked.
  if (scene.dice.chance(0.3)) return void clinic.erasable.push(id)
  clinic.ledger.record('patient stored', id)
  clinic.records.push(id)
}

const merge: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  if (clinic.records.length < 2) return
  const [into, from] = dice.shuffled(clinic.records)
  const path = `/staff/patients/${into}/merge`
  const reply = await call(clinic, origin, ['POST', path, clinic.staff, { from }])
  record(scene, 'patient merged', from, reply)
}

const erase: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  if (clinic.erasable.length === 0) return
  const id = dice.pick(clinic.erasable)
  const reply = await call(clinic, origin, ['DELETE', `/staff/patients/${id}`, clinic.staff])
  record(scene, 'patient erased', id, reply)
}

const importPatients: Act = async (scene) => {
  const { clinic, origin } = scene
  const name = `Ida ${randomUUID().slice(0, 8)}`
  const form = new FormData()
  form.append('file', new File([`Name,Phone\r\n${name},7185550100\r\n`], 'a.csv'))
  const response = await fetch(`${origin}/staff/patients/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clinic.staff.token}` },
    body: form,
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (response?.status === 200 && text) clinic.ledger.record('patients imported', name)
}

const changePolicy: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  const read = await call(clinic, origin, ['GET', '/policy', null])
  if (!read || !isDone(read)) return
  const body = { ...read.body, cutoffMinutes: dice.between(0, 600) }
  const reply = await call(clinic, origin, ['PUT', '/staff/policy', clinic.staff, body])
  record(scene, 'policy saved', reply?.body.revision, reply)
}

const addAbsence: Act = async (scene) => {
  const { clinic, origin, dice } = scene
  // On days without bookings, so that doctors are not away for the rest of the run.
  const day = addDays(clinic.days[0] ?? '', dice.between(10, 400))
  const path = `/staff/doctors/${dice.pick(clinic.doctors)}/absences`
  const body = { from: day, to: day, time: null, reason: 'Ill', confirmed: true }
  const reply = await call(clinic, origin, ['POST', path, clinic.staff, body])
  if (typeof reply?.body.change === 'string')
    record(scene, 'plan change stored', reply.body.change, reply)
}

const removeAccount: Act = async (scene) => {
  const { clinic, origin } = scene
  const email = clinic.accounts.pop()
  if (!email) return
  const reply = await call(clinic, origin, ['DELETE', `/users/${email}`, clinic.staff])
  record(scene, 'account removed', email, reply)
}

const refund: Act = async (scene) => {
  const { clinic, origin } = scene
  const one = pickAppointment(scene)
  if (!one) return
  const path = `/booking/${one.id}/refund`
  const reply = await call(clinic, origin, ['POST', path, clinic.staff, { reason: 'Ill' }])
  record(scene, 'refund promised', one.id, reply)
}

/** The reply where no call was made. */
const refused: Reply = { status: 409, body: {}, json: {} }

/** Every operation that writes, with the more frequent ones repeated. */
export const acts: Act[] = [
  ...[book, book, book, book, bookByStaff, pay, pay, pay],
  ...[requestEarlier, withdraw, answerOffer, answerOffer, write, addPatient, merge, erase],
  ...[importPatients, changePolicy, addAbsence, removeAccount, refund],
  changing('moved', async (scene, { id }, seen) => {
    const { clinic, origin } = scene
    const { date, slot } = chooseBooking(scene)
    const { revision, treatmentId } = seen
    if (isThere(seen, { treatmentId, date, slot })) return refused
    const path = `/staff/appointments/${id}/reschedule`
    return call(clinic, origin, ['POST', path, clinic.staff, { revision, date, slot }])
  }),
  changing('moved', async (scene, { id, holder }, seen) => {
    const { clinic, origin } = scene
    const to = chooseBooking(scene)
    if (isThere(seen, to)) return refused
    const body = { revision: seen.revision, ...to }
    return call(clinic, origin, ['POST', `/booking/${id}/reschedule`, holder, body])
  }),
  changing('cancelled', async ({ clinic, origin }, { id, holder }, { revision }) => {
    const terms = await call(clinic, origin, ['GET', `/booking/${id}/change`, holder])
    const body = { revision, refund: terms?.body.refund ?? 0 }
    return call(clinic, origin, ['POST', `/booking/${id}/cancel`, holder, body])
  }),
  changing('cancelled', async ({ clinic, origin, dice }, { id }, { revision }) => {
    const body = { revision, reason: 'Ill', refund: dice.chance(0.5) }
    return call(clinic, origin, ['POST', `/staff/appointments/${id}/cancel`, clinic.staff, body])
  }),
  changing('paid_at_desk', async ({ clinic, origin }, { id }, { revision }) => {
    const path = `/staff/appointments/${id}/desk-payment`
    return call(clinic, origin, ['POST', path, clinic.staff, { revision, method: 'cash' }])
  }),
  changing('desk_payment_removed', async ({ clinic, origin }, { id }, { revision }) => {
    const path = `/staff/appointments/${id}/desk-payment`
    return call(clinic, origin, ['DELETE', path, clinic.staff, { revision }])
  }),
]

/** Runs one act after the other until the end; a fault of the portal ends it and is reported. */
export async function actUntil(
  scene: Omit<Scene, 'origin'> & { origins: () => string[] },
  isOver: () => boolean,
): Promise<string[]> {
  const faults: string[] = []
  while (!isOver()) {
    const origin = scene.dice.pick(scene.origins())
    await scene.dice
      .pick(acts)({ ...scene, origin })
      .catch((fault) => {
        if (!isOver()) faults.push(String(fault))
      })
  }
  return faults
}
