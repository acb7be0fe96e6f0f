import * as z from 'zod'
import { Booking } from '../../../../contract/appointments/appointment.ts'
import { formatDay } from '../../../../contract/date.ts'
import { StaffAppointmentDetails } from '../../../../contract/schedule/staff-appointment.ts'
import { staffWaitlistEndpoints } from '../../../../contract/waitlist/staff-endpoints.ts'
import { Offer, waitlistEndpoints } from '../../../../contract/waitlist/waitlist.ts'
import type { Person } from '../../../fuzz/people.ts'
import type { Place, Scene } from '../../scene.ts'
import { beside, pickFrom } from '../accounts.ts'
import type { Asked, Family, Play } from '../play.ts'
import type { Line } from './line.ts'
import {
  cellOf,
  cells,
  type House,
  openHouse,
  openRound,
  price,
  type Round,
  suitsOf,
  timeOf,
  treatmentName,
} from './offer-setup.ts'
import { type LineCall, lineRules } from './offers.ts'

type Open = House & { round: Round }
type Act = (play: Play<LineCall>, open: Open) => Promise<void>

/** All requests, at one moment. */
const lookAtLine: Act = async ({ scene, ask }, { round }) => {
  const { staff: by } = scene.clinic
  await ask({ endpoint: 'listWaitlist', by, query: { limit: '200' } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { rows } = staffWaitlistEndpoints.listWaitlist.answer.parse(reply.json)
    const ours = rows.filter((one) => one.treatment === treatmentName && one.from === round.day)
    const seen = ours.map(({ _id, held, doctor, paused }) => {
      const cell = held && cellOf(round, held.slot)
      return [_id, { held: cell, doctor: doctor !== null, rests: paused === 'unanswered' }]
    })
    return [{ kind: 'line', seen: Object.fromEntries(seen) }]
  })
}

/** A patient's requests, and separately, at its own moment, the offers they hold. */
const lookAtOwn = async ({ ask }: Play<LineCall>, { round }: Open, by: Person): Promise<void> => {
  await ask({ endpoint: 'listRequests', by }, (reply, answer) => {
    if (answer !== 'ok') return []
    const all = waitlistEndpoints.listRequests.answer.parse(reply.json)
    const ours = all.filter(
      ({ treatment, from }) => treatment === treatmentName && from === round.day,
    )
    const held = ours.flatMap(({ _id: id, offer }) => {
      if (!offer) return []
      const cell = cellOf(round, offer.slot)
      round.offers.set(`${id} ${cell}`, { id, cell, token: offer.token })
      return [[id, cell]]
    })
    const states = ours.map(({ _id, state }) => [_id, state])
    return [
      { kind: 'held', who: by.email, seen: Object.fromEntries(held) },
      { kind: 'requests', who: by.email, seen: Object.fromEntries(states) },
    ]
  })
}

/** A patient's appointment, with the id of one booked by an offer. */
const listOwn = async (
  { ask }: Play<LineCall>,
  { round, treatmentId }: Open,
  by: Person,
): Promise<void> => {
  await ask({ endpoint: 'listAppointments', by, query: { email: by.email } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const date = formatDay(round.day)
    const ours = z
      .array(Booking)
      .parse(reply.json)
      .filter((one) => one.treatmentId === treatmentId && one.date === date)
    const seen = ours.map(({ _id, slot }): [string, number] => [_id, cellOf(round, slot)])
    for (const [id, cell] of seen) {
      if (!round.appointments.has(id)) round.appointments.set(id, { holder: by, revision: 0, cell })
    }
    return [{ kind: 'list', who: by.email, seen: Object.fromEntries(seen) }]
  })
}

const read = async ({ scene, ask }: Play<LineCall>, { round }: Open, id: string): Promise<void> => {
  const { staff: by } = scene.clinic
  await ask({ endpoint: 'readStaffAppointment', by, params: { id } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { revision, slot, status } = StaffAppointmentDetails.parse(reply.json).appointment
    const cell = cellOf(round, slot)
    const known = round.appointments.get(id)
    if (known) round.appointments.set(id, { ...known, revision, cell })
    return [{ kind: 'read', id, seen: { cell, revision, live: status !== 'cancelled' } }]
  })
}

const book: Act = async ({ scene: { dice, clinic }, ask }, { round, treatmentId, holders }) => {
  const holder = dice.pick(holders)
  const cell = dice.pick(cells)
  const by = dice.pick(['staff', 'patient'] as const)
  const despite = by === 'staff' && dice.chance(0.4)
  const { email: who, name: patientName } = holder
  const chosen = { treatmentId, price, patient: who, phone: '', ...timeOf(round, cell) }
  const forThem = { ...chosen, patientName, ...(despite && { despite: ['hold'] }) }
  const asked: Asked =
    by === 'staff'
      ? { endpoint: 'bookForPatient', by: clinic.staff, body: forThem }
      : { endpoint: 'bookAppointment', by: holder, body: chosen }
  await ask(asked, (reply, answer) => {
    const made = by === 'staff' ? reply.body : Booking.safeParse(reply.body.booking).data
    const id = answer === 'ok' ? String(made?._id) : ''
    if (id) round.appointments.set(id, { holder, revision: 0, cell })
    return [{ kind: 'book', by, who, cell, despite, id, answer }]
  })
}

/** Based on what a caller saw last, which may be outdated. */
const changeAppointment: Act = async (play, open) => {
  const { dice, clinic } = play.scene
  const one = pickFrom(dice, [...open.round.appointments])
  if (!one || dice.chance(0.4))
    return one ? read(play, open, one[0]) : listOwn(play, open, dice.pick(open.holders))
  const [id, { holder, revision, cell: own }] = one
  const params = { id }
  const kind = dice.pick(['move', 'cancel', 'cancel own', 'cancel own'] as const)
  const next = { holder, revision: revision + 1 }
  if (kind === 'move') {
    const cell = dice.pick(cells.filter((other) => other !== own))
    const despite = dice.chance(0.3)
    const passed = despite ? { despite: ['hold'] } : {}
    const body = { revision, ...timeOf(open.round, cell), ...passed }
    const asked = { endpoint: 'rescheduleAppointment', by: clinic.staff, params, body } as const
    return play.ask(asked, (_, answer) => {
      if (answer === 'ok') open.round.appointments.set(id, { ...next, cell })
      return [{ kind, id, revision, cell, despite, answer }]
    })
  }
  const byStaff = { revision, reason: 'Ill', refund: false }
  const asked: Asked =
    kind === 'cancel'
      ? { endpoint: 'cancelAppointment', by: clinic.staff, params, body: byStaff }
      : { endpoint: 'cancelOwn', by: holder, params, body: { revision, refund: 0 } }
  await play.ask(asked, (_, answer) => {
    if (answer === 'ok') open.round.appointments.set(id, { ...next, cell: own })
    return [{ kind: 'cancel', id, revision, answer }]
  })
}

/** Anyone with the token may answer; some answer twice. */
const answerOffer: Act = async (play, open) => {
  const { dice } = play.scene
  const one = pickFrom(dice, [...open.round.offers.values()].slice(-3))
  if (!one) return lookAtOwn(play, open, dice.pick(open.holders))
  const { id, cell, token } = one
  const kind = dice.pick(['accept', 'accept', 'decline', 'decline', 'read', 'expire'] as const)
  if (kind === 'expire') return expire(play, open, one)
  if (kind === 'read') {
    return play.ask({ endpoint: 'readOffer', by: null, body: { token } }, (reply, answer) =>
      answer === 'ok' ? [{ kind: 'offer', id, cell, seen: Offer.parse(reply.json).state }] : [],
    )
  }
  const asked =
    kind === 'accept'
      ? ({ endpoint: 'acceptOffer', by: null, body: { token, price } } as const)
      : ({ endpoint: 'declineOffer', by: null, body: { token } } as const)
  await play.ask(asked, (_, answer) => [{ kind, id, cell, answer }])
}

/** Instead of moving the clock: makes an offer expired some time ago. */
async function expire(
  { timed }: Play<LineCall>,
  { place, round, treatmentId }: Open,
  { id, cell }: { id: string; cell: number },
): Promise<void> {
  const { slot } = timeOf(round, cell)
  const now = Date.now()
  const expiresAt = new Date(now - 60_000).toISOString()
  const act = () =>
    beside(place, ({ query }) =>
      query
        .updateTable('offers')
        .set({ expiresAt })
        .where('waitId', '=', id)
        .where('treatmentId', '=', treatmentId)
        .where('slot', '=', slot)
        .where('state', '=', 'open')
        .where('expiresAt', '>', new Date(now).toISOString())
        .returning('id')
        .execute(),
    )
  await timed(act, (rows) => [{ kind: 'expire', id, cell, found: rows.length > 0 }])
}

const draw = ({ dice }: Scene) => {
  const first = dice.pick(cells)
  return cells.slice(first, dice.between(first, cells.length - 1) + 1)
}

const askAnew: Act = async ({ scene, ask }, { round, treatmentId, holders }) => {
  const by = scene.dice.pick(holders)
  const wanted = draw(scene)
  const body = { ...suitsOf(round, wanted), treatmentId, appointment: null }
  await ask({ endpoint: 'requestEarlier', by, body }, (reply, answer) => {
    const id = answer === 'ok' ? String(reply.body._id) : ''
    if (id) round.waits.set(id, by)
    return [{ kind: 'ask', who: by.email, id, cells: wanted, answer }]
  })
}

const changeRequest: Act = async ({ scene, ask }, { round, doctor }) => {
  const { dice, clinic } = scene
  const [id, holder] = dice.pick([...round.waits])
  const params = { id }
  const kind = dice.pick(['leave', 'resume', 'change', 'open', 'open', 'write', 'write'] as const)
  if (kind === 'open' || kind === 'write') {
    const asked =
      kind === 'open'
        ? ({ endpoint: 'openRequest', body: { doctor } } as const)
        : ({ endpoint: 'writeOfDoctor' } as const)
    return ask({ ...asked, by: clinic.staff, params }, (_, answer) => [{ kind, id, answer }])
  }
  if (kind === 'change') {
    const wanted = draw(scene)
    const body = suitsOf(round, wanted)
    return ask({ endpoint: 'changeRequest', by: holder, params, body }, (_, answer) => [
      { kind, id, cells: wanted, answer },
    ])
  }
  const endpoint = kind === 'leave' ? 'withdrawRequest' : 'resumeRequest'
  await ask({ endpoint, by: holder, params }, (_, answer) => [{ kind, id, answer }])
}

const look: Act = async (play, open) => {
  const { dice } = play.scene
  const kind = dice.pick(['line', 'own', 'own', 'own', 'list'] as const)
  if (kind === 'line') return lookAtLine(play, open)
  const by = dice.pick(open.holders)
  await (kind === 'own' ? lookAtOwn(play, open, by) : listOwn(play, open, by))
}

const acts = [look, look, look, answerOffer, answerOffer, answerOffer, answerOffer]
const others = [
  changeAppointment,
  changeAppointment,
  changeAppointment,
  changeRequest,
  changeRequest,
]

/**
 * Three booked times of a day, and six people, some of them with a request for these times. A time is offered
 * to the first in line when its appointment is cancelled or rescheduled, its offer is declined or its request
 * leaves the waitlist, while others try to book it.
 */
export async function createOffers(scene: Scene, place: Place): Promise<Family<LineCall, Line>> {
  const house = await openHouse(scene, place)
  const first = await openRound(house, 0)
  const open: Open = { ...house, round: first.round }
  return {
    ...{ name: 'offers', rules: lineRules(cells), start: first.line },
    act: (play) => play.scene.dice.pick([...acts, ...others, book, askAnew])(play, open),
    async readAll(play) {
      for (const by of open.holders) {
        await listOwn(play, open, by)
        await lookAtOwn(play, open, by)
      }
      await lookAtLine(play, open)
      for (const id of open.round.appointments.keys()) await read(play, open, id)
      await play.timed(
        () => openRound(house, open.round.number + 1),
        (next) => {
          open.round = next.round
          return [{ kind: 'turn', line: next.line }]
        },
      )
    },
  }
}
