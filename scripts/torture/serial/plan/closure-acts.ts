import { openingEndpoints } from '../../../../contract/clinic/endpoints.ts'
import { addDays, formatDay } from '../../../../contract/date.ts'
import {
  StaffAppointment,
  StaffAppointmentDetails,
} from '../../../../contract/schedule/staff-appointment.ts'
import { call } from '../../clinic.ts'
import type { Place, Scene } from '../../scene.ts'
import { beside } from '../accounts.ts'
import type { Asked, Family, Play } from '../play.ts'
import { type ClosureCall, type Closures, closureRules } from './closures.ts'

type Open = {
  /** The last one stays open. */
  days: string[]
  /** As last seen, by id. */
  known: Map<string, { revision: number; day: string; slot: string }>
  round: number
  settlings: number
}

/** No other family books so far ahead. */
const weeks = [22, 23, 24]

const closing = ({ days }: Open) => days.slice(0, -1)
const dayOf = ({ days }: Open, date: string) => days.find((day) => formatDay(day) === date) ?? date

async function tellFirst({ clinic, servers }: Scene, path: string, body: unknown) {
  const reply = await call(clinic, servers[0]?.origin ?? '', ['POST', path, clinic.staff, body])
  if (reply?.status !== 200) throw new Error(`Not set up: ${JSON.stringify(reply)}`)
  return reply.json
}

/** Three more days, the first with five appointments and closed; earlier ones are cancelled. */
async function openDays(scene: Scene, place: Place, open: Open): Promise<Closures> {
  const { clinic } = scene
  for (const [id, { revision }] of open.known) {
    const body = { revision, reason: 'Over', refund: false }
    await call(clinic, scene.servers[0]?.origin ?? '', [
      ...(['POST', `/staff/appointments/${id}/cancel`, clinic.staff, body] as const),
    ])
  }
  open.known.clear()
  open.round += 1
  const first = clinic.days[open.round % clinic.days.length] ?? ''
  open.days = weeks.map((far) => addDays(first, 7 * far))
  const [day = ''] = open.days
  const close = (reason: string | null) =>
    beside(place, async ({ query }) => {
      await query.deleteFrom('closures').where('day', 'in', open.days).execute()
      if (reason) await query.insertInto('closures').values({ day, reason }).execute()
    })
  await close(null)
  const treatment = clinic.treatments[0]
  const appointments: Record<string, Closures['appointments'][string]> = {}
  for (const [at, slot] of (treatment?.slots ?? []).entries()) {
    const { email: patient, name: patientName } = clinic.patients[at] ?? clinic.staff
    const chosen = { treatmentId: treatment?._id, price: treatment?.price, phone: '' }
    const body = { ...chosen, patient, patientName, date: formatDay(day), slot }
    const made = await tellFirst(scene, '/staff/appointments', body)
    const { _id, revision } = StaffAppointment.parse(made)
    appointments[_id] = { day, revision, time: revision, live: true }
    open.known.set(_id, { revision, day, slot })
  }
  await close('Burst pipe')
  const closed = Object.fromEntries(closing(open).map((one) => [one, one === day]))
  return { closed, appointments, asked: {}, begun: {} }
}

type Act = (play: Play<ClosureCall>, open: Open) => Promise<void>

const read = async (play: Play<ClosureCall>, open: Open, id: string): Promise<void> => {
  const by = play.scene.clinic.staff
  await play.ask({ endpoint: 'readStaffAppointment', by, params: { id } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { appointment } = StaffAppointmentDetails.parse(reply.json)
    const { revision, date, slot, status } = appointment
    const day = dayOf(open, date)
    open.known.set(id, { revision, day, slot })
    return [{ kind: 'read', id, seen: { day, revision, live: status !== 'cancelled' } }]
  })
}

const count: Act = async ({ scene, ask }, open) => {
  await ask({ endpoint: 'readOpening', by: scene.clinic.staff }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { closures } = openingEndpoints.readOpening.answer.parse(reply.json)
    return closing(open).map((day) => {
      const found = closures.find((one) => one.day === day)
      const seen = found ? { appointments: found.appointments, asked: found.asked } : null
      return { kind: 'count', day, seen }
    })
  })
}

const settle: Act = async ({ scene, ask }, open) => {
  const { dice, clinic } = scene
  const day = dice.pick(closing(open))
  const way = dice.chance(0.75) ? ('ask' as const) : ('cancel' as const)
  open.settlings += 1
  const token = String(open.settlings)
  const body = { from: day, to: day, way }
  await ask({ endpoint: 'settleClosed', by: clinic.staff, body }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { settled } = openingEndpoints.settleClosed.answer.parse(reply.json)
    const ids = settled.map(({ _id }) => _id)
    if (way === 'ask') {
      if (ids.length === 0) return [{ kind: 'was empty', day }]
      return [
        { kind: 'was closed', day },
        { kind: 'stood', token, day, ids },
        { kind: 'asked', token },
      ]
    }
    const others = [...open.known.keys()].filter((id) => !ids.includes(id))
    return [
      ...others.map((id): ClosureCall => ({ kind: 'passed', id, day })),
      ...settled
        .filter(({ failed }) => failed === null)
        .flatMap(({ _id: id }): ClosureCall[] => {
          const one = { token: `${token} ${id}`, id }
          return [
            { kind: 'found', ...one },
            { kind: 'cancelled', ...one },
          ]
        }),
    ]
  })
}

/** Based on what a caller saw last, which may be outdated. */
const change: Act = async ({ scene, ask }, open) => {
  const { dice, clinic } = scene
  const [id, { revision, day: own, slot }] = dice.pick([...open.known])
  const shared = { by: clinic.staff, params: { id } }
  const next = { revision: revision + 1, slot }
  if (dice.chance(0.15)) {
    const body = { revision, reason: 'Ill', refund: false }
    return ask({ ...shared, endpoint: 'cancelAppointment', body }, (_, answer) => {
      if (answer === 'ok') open.known.set(id, { ...next, day: own })
      return [{ kind: 'cancel', id, revision, answer }]
    })
  }
  const day = dice.pick(open.days.filter((one) => one !== own))
  const body = { revision, date: formatDay(day), slot }
  await ask({ ...shared, endpoint: 'rescheduleAppointment', body }, (_, answer) => {
    if (answer === 'ok') open.known.set(id, { ...next, day })
    return [{ kind: 'move', id, revision, day, answer }]
  })
}

const openOrClose: Act = async ({ scene, ask }, open) => {
  const by = scene.clinic.staff
  const day = scene.dice.pick(closing(open))
  const closed = scene.dice.chance(0.6)
  const body = { from: day, to: day, reason: 'Burst pipe', confirmed: true }
  const asked: Asked = closed
    ? { endpoint: 'addClosure', by, body }
    : { endpoint: 'removeClosure', by, params: { day } }
  await ask(asked, (_, answer) => [{ kind: 'close', day, closed, answer }])
}

const look: Act = (play, open) =>
  play.scene.dice.chance(0.3)
    ? count(play, open)
    : read(play, open, play.scene.dice.pick([...open.known.keys()]))

/**
 * Five appointments and two days that close, and staff who settle, move and cancel them. Days are also closed
 * and opened, unless another family edits the opening hours, whose revision that raises.
 */
export async function createClosures(
  scene: Scene,
  place: Place,
  alone: boolean,
): Promise<Family<ClosureCall, Closures>> {
  const open: Open = { days: [], known: new Map(), round: -1, settlings: 0 }
  const start = await openDays(scene, place, open)
  const acts = [look, look, look, settle, settle, settle, change, change, change]
  if (alone) acts.push(openOrClose, openOrClose)
  return {
    ...{ name: 'closures', rules: closureRules, start },
    act: (play) => play.scene.dice.pick(acts)(play, open),
    async readAll(play) {
      for (const id of open.known.keys()) await read(play, open, id)
      await count(play, open)
      await play.timed(
        () => openDays(scene, place, open),
        (closures) => {
          return [{ kind: 'turn', closures }]
        },
      )
    },
  }
}
