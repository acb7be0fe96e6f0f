import * as z from 'zod'
import { Booking } from '../../../contract/appointments/appointment.ts'
import { formatDay } from '../../../contract/date.ts'
import { nextVisitEndpoints } from '../../../contract/schedule/endpoints.ts'
import { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import type { Person } from '../../fuzz/people.ts'
import { call } from '../clinic.ts'
import type { Scene } from '../scene.ts'
import type { Day } from './day.ts'
import type { Family, Play } from './play.ts'
import { callsOfSeries, type VisitCall, visitRules } from './visits.ts'

/** A patient with an appointment, after which the next ones are booked. */
type Coming = { who: Person; base: string }

/** The contested cells: a few times of one treatment without doctors. */
type Wanted = { price: number; treatmentId: string; days: string[]; cells: string[] }

const split = (cell: string) => ({ date: cell.slice(0, 10), slot: cell.slice(11) })

function wantedOf({ clinic: { treatments, days } }: Scene): Wanted {
  const [treatment] = treatments
  if (!treatment) throw new Error('The clinic has no treatment')
  const slots = [0, 1, 4].map((at) => treatment.slots[at])
  const cells = days.flatMap((day) => slots.map((slot) => `${day} ${slot}`))
  return { price: treatment.price, treatmentId: treatment._id, days, cells }
}

/** Two patients, each with an appointment of another treatment. */
async function openComing({ clinic, servers }: Scene): Promise<Coming[]> {
  const treatment = clinic.treatments[1]
  const coming: Coming[] = []
  for (const [at, who] of clinic.patients.slice(4, 6).entries()) {
    const chosen = { treatmentId: treatment?._id, price: treatment?.price, phone: '' }
    const place = { date: clinic.days[at], slot: treatment?.slots[3] }
    const body = { ...chosen, ...place, patient: who.email, patientName: who.name }
    const origin = servers[0]?.origin ?? ''
    const words = ['POST', '/staff/appointments', clinic.staff, body] as const
    const reply = await call(clinic, origin, [...words])
    coming.push({ who, base: StaffAppointment.parse(reply?.json)._id })
  }
  return coming
}

/** The last seen revision of each, by id. */
type Known = Map<string, number>

const dayOf = ({ days }: Wanted, date: string) =>
  days.find((one) => formatDay(one) === date) ?? date

async function bookSeries(
  { scene: { dice, clinic }, ask }: Play<VisitCall>,
  wanted: Wanted,
  { coming: { who, base }, known }: { coming: Coming; known: Known },
): Promise<void> {
  const { treatmentId, price } = wanted
  const cells = dice.shuffled([...wanted.cells]).slice(0, dice.between(1, 3))
  const together = dice.chance(0.5)
  const body = { treatmentId, price, together, visits: cells.map(split) }
  const asked = { endpoint: 'bookVisits', by: clinic.staff, params: { id: base }, body } as const
  await ask(asked, (reply, answer) => {
    if (answer !== 'ok') return []
    const told = nextVisitEndpoints.bookVisits.answer.parse(reply.json)
    const cellOf = (one: { date: string; slot: string }) => `${dayOf(wanted, one.date)} ${one.slot}`
    const ids = new Map(told.booked.map((one) => [cellOf(one), one._id]))
    const codes = new Map(told.refused.map((one) => [cellOf(one), one.code]))
    for (const id of ids.values()) known.set(id, 0)
    const calls = callsOfSeries({ who: who.email, cells, together }, { ids, codes })
    if (!calls) throw new Error(`A series is neither whole nor told: ${JSON.stringify(told)}`)
    return calls
  })
}

async function bookOne(
  { scene: { dice, clinic }, ask }: Play<VisitCall>,
  { treatmentId, price, cells }: Wanted,
  { who: { email: who, name }, known }: { who: Person; known: Known },
): Promise<void> {
  const cell = dice.pick(cells)
  const body = { treatmentId, price, patient: who, patientName: name, phone: '', ...split(cell) }
  await ask({ endpoint: 'bookForPatient', by: clinic.staff, body }, (reply, answer) => {
    const id = answer === 'ok' ? StaffAppointment.parse(reply.json)._id : ''
    if (id) known.set(id, 0)
    return [{ kind: 'book', who, cell, id, answer }]
  })
}

async function cancel({ scene, ask }: Play<VisitCall>, known: Known): Promise<void> {
  const [id, revision] = scene.dice.pick([...known])
  const body = { revision, reason: 'Ill', refund: false }
  const asked = { endpoint: 'cancelAppointment', by: scene.clinic.staff, params: { id } } as const
  await ask({ ...asked, body }, (_, answer) => {
    if (answer === 'ok') known.delete(id)
    return [{ kind: 'cancel', id, revision, answer }]
  })
}

/** A patient's own appointments at the contested times. */
async function listOwn(
  { ask }: Play<VisitCall>,
  wanted: Wanted,
  { who: by, base }: Coming,
): Promise<void> {
  await ask({ endpoint: 'listAppointments', by, query: { email: by.email } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const found = z.array(Booking).parse(reply.json)
    const cellOf = ({ date, slot }: Booking) => `${dayOf(wanted, date)} ${slot}`
    const own = found.filter(({ _id, treatmentId }) => {
      return _id !== base && treatmentId === wanted.treatmentId
    })
    const cells = Object.fromEntries(own.map((one) => [one._id, cellOf(one)]))
    return [{ kind: 'list', who: by.email, own: cells }]
  })
}

/** Staff who book several visits of a patient in one call, besides single ones, and cancel some. */
export async function createVisits(scene: Scene): Promise<Family<VisitCall, Day>> {
  const coming = await openComing(scene)
  const wanted = wantedOf(scene)
  const known: Known = new Map()
  return {
    ...{ name: 'visits', rules: visitRules, start: {} },
    keep: (day) =>
      Object.fromEntries(Object.entries(day).filter(([, one]) => one.status !== 'cancelled')),
    async act(play) {
      const { dice } = play.scene
      const one = dice.pick(coming)
      const kind = dice.pick(['series', 'series', 'one', 'cancel', 'cancel', 'cancel', 'list'])
      if (kind === 'list') return listOwn(play, wanted, one)
      if (kind === 'one') return bookOne(play, wanted, { who: one.who, known })
      if (kind === 'cancel' && known.size > 0) return cancel(play, known)
      return bookSeries(play, wanted, { coming: one, known })
    },
    async readAll(play) {
      for (const one of coming) await listOwn(play, wanted, one)
    },
  }
}
