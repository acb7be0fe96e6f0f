import { changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import { formatSlot } from '../../contract/appointments/slot.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { patientEndpoints } from '../../contract/patients/patient.ts'
import { testCards } from '../../contract/payments/test-cards.ts'
import { reviewEndpoints } from '../../contract/reviews/endpoints.ts'
import { scheduleEndpoints } from '../../contract/schedule/endpoints.ts'
import type { VisitStatus } from '../../contract/schedule/staff-appointment.ts'
import { startOf } from '../../server/clock.ts'
import { treatments } from './clinic.ts'
import type { Dice } from './dice.ts'
import type { Clinic } from './enter-clinic.ts'
import type { DemoPatient } from './people.ts'
import type { Visit } from './plan.ts'
import type { Person } from './portal.ts'
import { reviews } from './words.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

/** Schedules an event at an instant, in epoch milliseconds. */
export type Schedule = (at: number, act: () => Promise<void>) => void

export type Story = {
  clinic: Clinic
  dice: Dice
  /** Epoch milliseconds up to which the demo has run. */
  until: number
  schedule: Schedule
  counts: { booked: number; refused: number; reviews: number }
  /** Texts of reviews that are used already. */
  written: Set<string>
}

/** A booked appointment, with the person who can act for its patient. */
type Made = { id: string; visit: Visit; owner: Person | undefined }

/** The life of a planned visit: it is booked some time before, and then attended, cancelled or missed. */
export function tellVisit(story: Story, visit: Visit): void {
  const { clinic, dice, until, schedule } = story
  const begin = startOf(visit.day, visit.start, clinic.timeZone)
  const leadDays = dice.chance(0.08) ? 0 : dice.between(1, 26)
  const evening = begin - leadDays * dayMs + dice.between(-150, 240) * minuteMs
  const bookedAt = Math.max(
    clinic.opened,
    Math.min(evening, begin - 90 * minuteMs, until - dice.between(5, 2000) * minuteMs),
  )
  schedule(bookedAt, async () => {
    const made = await book(story, visit)
    story.counts[made ? 'booked' : 'refused'] += 1
    if (made) await follow(story, made, begin, bookedAt)
  })
}

async function follow(story: Story, made: Made, begin: number, bookedAt: number): Promise<void> {
  const { dice, schedule } = story
  if (made.owner && dice.chance(0.45)) {
    schedule(bookedAt + dice.between(2, 9) * minuteMs, () => payByCard(story, made))
  }
  const fate = dice.between(1, 1000)
  const aDayBefore = begin - 26 * 60 * minuteMs
  if (fate <= 45 && bookedAt + dayMs < aDayBefore) {
    const when = bookedAt + dayMs + Math.floor(((aDayBefore - bookedAt - dayMs) * (fate % 7)) / 7)
    schedule(when, () => cancel(story, made, 'Called: cannot come that day.'))
  } else if (fate <= 80) {
    const late = Math.max(bookedAt + 20 * minuteMs, begin - dice.between(1, 20) * 60 * minuteMs)
    if (late < begin) schedule(late, () => cancel(story, made, 'Called this morning: is ill.'))
  } else if (fate <= 125) {
    schedule(begin + dice.between(16, 25) * minuteMs, () => setStatus(story, made, 'no_show'))
  } else {
    keep(story, made, begin)
  }
}

/** Arrives, is seated, is treated, pays what is due; some patients write a review. */
function keep(story: Story, made: Made, begin: number): void {
  const { dice, schedule } = story
  const minutes = made.visit.end - made.visit.start
  const arrives = begin + dice.between(-14, dice.chance(0.1) ? 9 : 2) * minuteMs
  const seated = Math.max(arrives + minuteMs, begin + dice.between(-1, 6) * minuteMs)
  const done = Math.max(seated + 8 * minuteMs, begin + (minutes + dice.between(-6, 3)) * minuteMs)
  schedule(arrives, () => setStatus(story, made, 'arrived'))
  schedule(seated, () => setStatus(story, made, 'seated'))
  schedule(done, async () => {
    await setStatus(story, made, 'completed')
    const { owner } = made
    if (owner && dice.chance(0.14)) {
      schedule(done + dice.between(2, 60) * 60 * minuteMs, () => review(story, made, owner))
    }
  })
  if (dice.chance(0.95)) {
    schedule(done + dice.between(2, 6) * minuteMs, () => payAtDesk(story, made))
  }
  if (dice.chance(0.01)) {
    schedule(done + dice.between(30, 300) * minuteMs, () => refund(story, made))
  }
}

async function book(story: Story, visit: Visit): Promise<Made | undefined> {
  const { clinic, dice } = story
  const { patient, day, treatment } = visit
  const offered = clinic.treatments[treatment]
  const time = { date: day, slot: formatSlot(visit) }
  const doctor = clinic.doctors[visit.doctor]
  const common = { treatmentId: offered._id, price: offered.price, ...time, doctor }
  const owner = (patient.holder ?? patient).account
  if (owner && dice.chance(0.65)) {
    const { dependentId: dependent } = patient
    const body = {
      ...common,
      ...{ patient: owner.email, patientName: owner.name },
      phone: (patient.holder ?? patient).phone,
      ...(dependent !== undefined && { dependent }),
    }
    const accepted = await clinic.portal.attempt(endpoints.bookAppointment, { body }, owner)
    return accepted ? { id: accepted.booking._id, visit, owner } : undefined
  }
  const body = {
    ...common,
    patient: (patient.holder ?? patient).email || null,
    patientName: patient.name,
    phone: (patient.holder ?? patient).phone,
    ...(patient.relation && { relation: patient.relation }),
  }
  const booked = await clinic.portal.attempt(
    scheduleEndpoints.bookForPatient,
    { body },
    clinic.desk,
  )
  if (!booked) return undefined
  await enterRecord(story, patient, booked.patientId)
  return { id: booked._id, visit, owner }
}

/** A patient without e-mail is entered on their first call; the desk then asks for the rest. */
async function enterRecord({ clinic }: Story, patient: DemoPatient, id: string): Promise<void> {
  if (patient.recordId !== undefined) return
  patient.recordId = id
  await enterDetails(clinic, patient)
}

/** Details that the desk adds to an existing record. */
export async function enterDetails({ portal, desk }: Clinic, patient: DemoPatient): Promise<void> {
  const { name, birthDate, phone, alert, note, recordId: id } = patient
  if (id === undefined) return
  const { revision, email } = await portal.call(
    patientEndpoints.readPatient,
    { params: { id } },
    desk,
  )
  const body = { name, birthDate, phone, alert, note, email, language: '' as const, revision }
  await portal.call(patientEndpoints.changePatient, { params: { id }, body }, desk)
}

/** Like the screens, a change sends the revision that it is based on. */
async function revisionOf({ clinic }: Story, id: string): Promise<number | null> {
  const found = await clinic.portal.deps.database.query
    .selectFrom('appointments')
    .select(['revision', 'cancelledAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return found.cancelledAt === null ? found.revision : null
}

async function setStatus(story: Story, { id }: Made, status: VisitStatus): Promise<void> {
  const revision = await revisionOf(story, id)
  if (revision === null) return
  const { portal, desk } = story.clinic
  const input = { params: { id }, body: { revision, status } }
  await portal.call(scheduleEndpoints.setStatus, input, desk)
}

async function payAtDesk(story: Story, { id }: Made): Promise<void> {
  const { portal, desk } = story.clinic
  const found = await portal.call(scheduleEndpoints.readStaffAppointment, { params: { id } }, desk)
  const { due, revision } = found.appointment
  if (due === 0) return
  const method = story.dice.chance(0.7) ? ('card' as const) : ('cash' as const)
  await portal.call(
    scheduleEndpoints.payAtDesk,
    { params: { id }, body: { revision, method } },
    desk,
  )
}

async function payByCard(story: Story, { id, visit, owner }: Made): Promise<void> {
  if (!owner || (await revisionOf(story, id)) === null) return
  const { portal } = story.clinic
  const { price } = treatments[visit.treatment]
  const opened = await portal.call(
    endpoints.createPaymentIntent,
    { body: { price, appointment: id } },
    owner,
  )
  const card = story.dice.pick(testCards.filter(({ outcome }) => outcome === 'success').slice(0, 3))
  const typed = { number: card.number, expMonth: 12, expYear: 2034 }
  const billing = { name: owner.name, email: owner.email }
  const body = { ...typed, cvc: card.brand === 'amex' ? '1234' : '123', billing }
  const { id: paymentMethod } = await portal.call(endpoints.createSandboxCard, { body }, owner)
  const confirmation = { clientSecret: opened.clientSecret, paymentMethod }
  const paid = await portal.call(endpoints.confirmSandboxIntent, { body: confirmation }, owner)
  const told = { appointment: id, transactionId: paid.id }
  await portal.call(endpoints.confirmPayment, { params: { id }, body: told }, owner)
}

async function cancel(story: Story, { id, owner }: Made, reason: string): Promise<void> {
  const revision = await revisionOf(story, id)
  if (revision === null) return
  const { portal, desk } = story.clinic
  const params = { id }
  if (owner) {
    const terms = await portal.call(changeEndpoints.readChangeTerms, { params }, owner)
    if (terms.whyNotCancel === null) {
      const body = { revision: terms.revision, refund: terms.refund }
      await portal.call(changeEndpoints.cancelOwn, { params, body }, owner)
      return
    }
  }
  const body = { revision, reason, refund: true }
  await portal.call(scheduleEndpoints.cancelAppointment, { params, body }, desk)
}

async function refund(story: Story, { id }: Made): Promise<void> {
  const { portal, desk } = story.clinic
  const found = await portal.call(scheduleEndpoints.readStaffAppointment, { params: { id } }, desk)
  if (found.appointment.paidByCard === 0) return
  const body = { reason: 'The insurance has paid for it.' }
  await portal.call(endpoints.refundAppointment, { params: { id }, body }, desk)
}

async function review(story: Story, { id, visit }: Made, owner: Person): Promise<void> {
  const { dice, clinic, counts, schedule } = story
  const { portal, desk } = clinic
  const { language } = visit.patient.holder ?? visit.patient
  const fitting = reviews.filter(
    ({ of, ...one }) =>
      one.language === language &&
      (of.length === 0 || of.includes(visit.treatment)) &&
      !story.written.has(one.text),
  )
  if (fitting.length === 0) return
  const { stars, text } = dice.pick(fitting)
  story.written.add(text)
  const body = { stars, text }
  await portal.call(reviewEndpoints.writeReview, { params: { id }, body }, owner)
  counts.reviews += 1
  if (!dice.chance(0.75)) return
  schedule(portal.time.now.getTime() + dice.between(3, 20) * 60 * minuteMs, async () => {
    const { rows } = await portal.call(
      reviewEndpoints.listReviews,
      { query: { state: 'waiting' } },
      desk,
    )
    const waiting = rows.find(({ appointmentId }) => appointmentId === id)
    if (!waiting) return
    const { _id, revision } = waiting
    const decision = { state: 'published' as const, revision }
    await portal.call(reviewEndpoints.decideReview, { params: { id: _id }, body: decision }, desk)
  })
}
