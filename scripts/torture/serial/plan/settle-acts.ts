import * as z from 'zod'
import { addDays, formatDay } from '../../../../contract/date.ts'
import { call } from '../../clinic.ts'
import type { Scene } from '../../scene.ts'
import type { Asked, Family, Play } from '../play.ts'
import { type SettlementCall, type Settlements, settlementRules } from './settlements.ts'

/** The change being settled, and the revisions of its appointments as last seen. */
type Open = { change: string; revisions: Map<string, number>; round: number }

const Made = z.object({ _id: z.string(), revision: z.number() })
const Settled = z.object({
  settled: z.array(z.object({ _id: z.string(), failed: z.string().nullable() })),
})
const Read = z.object({
  rows: z.array(z.object({ _id: z.string(), way: z.string().nullable(), answer: z.string() })),
})

/** Books a doctor's day for five patients, each at another time. */
async function bookDay({ clinic, servers }: Scene, doctor: string, day: string) {
  const treatment = clinic.treatments[2]
  if (!treatment) throw new Error('The clinic has treatments that doctors do')
  const left: Record<string, number> = {}
  for (const [place, slot] of treatment.slots.entries()) {
    const { email: patient, name: patientName } = clinic.patients[place] ?? clinic.staff
    const chosen = { treatmentId: treatment._id, price: treatment.price }
    const body = { ...chosen, date: formatDay(day), slot, patient, patientName, phone: '', doctor }
    const asked = ['POST', '/staff/appointments', clinic.staff, body] as const
    const reply = await call(clinic, servers[0]?.origin ?? '', [...asked])
    const made = Made.safeParse(reply?.json)
    if (!made.success) throw new Error(`The day was not booked: ${JSON.stringify(reply)}`)
    left[made.data._id] = made.data.revision
  }
  return left
}

/** Takes the doctor off the next day. */
async function displace(play: Play<SettlementCall>, open: Open): Promise<void> {
  const { clinic } = play.scene
  const { doctors, days, staff: by } = clinic
  const doctor = doctors[0] ?? ''
  const weeks = Math.floor(open.round / days.length)
  const day = addDays(days[open.round % days.length] ?? '', 7 * weeks)
  open.round += 1
  const left = await bookDay(play.scene, doctor, day)
  const body = { day, time: { start: 0, end: 1440 }, reason: 'Flu', confirmed: true }
  const asked: Asked = { endpoint: 'blockTime', by, params: { id: doctor }, body }
  await play.ask(asked, (reply, answer) => {
    if (answer !== 'ok') throw new Error(`The doctor is not away: ${JSON.stringify(reply)}`)
    open.change = String(reply.body.change)
    open.revisions = new Map(Object.entries(left))
    return [{ kind: 'displace', left }]
  })
}

async function read(play: Play<SettlementCall>, { change: id }: Open): Promise<void> {
  const { staff: by } = play.scene.clinic
  await play.ask({ endpoint: 'readPlanChange', by, params: { id } }, (reply, answer) => {
    if (!reply || answer !== 'ok') return []
    const { rows } = Read.parse(reply.json)
    return [
      {
        kind: 'read',
        seen: Object.fromEntries(rows.map(({ _id, ...shown }) => [_id, shown])),
      },
    ]
  })
}

/** Settles one or two at once, each of which is decided separately. */
async function settle(play: Play<SettlementCall>, open: Open): Promise<void> {
  const { dice, clinic } = play.scene
  const some = dice.chance(0.5) ? 1 : 2
  const choices = dice
    .shuffled([...open.revisions])
    .slice(0, some)
    .map(([appointment, seen]) => {
      const way = dice.chance(0.1) ? ('cancel' as const) : ('ask' as const)
      const revision = dice.chance(0.1) && seen > 0 ? seen - 1 : seen
      return { way, appointment, revision }
    })
  const params = { id: open.change }
  const asked: Asked = { endpoint: 'settlePlanChange', by: clinic.staff, params, body: { choices } }
  await play.ask(asked, (reply, answer) => {
    const settled = reply && answer === 'ok' ? Settled.parse(reply.json).settled : []
    return choices.map(({ appointment: id, way, revision }) => {
      const one = settled.find(({ _id }) => _id === id)
      const became = answer === 'ok' ? (one?.failed ?? 'ok') : answer
      if (became === 'ok') open.revisions.set(id, revision + 1)
      return { kind: 'settle', id, way, revision, answer: became }
    })
  })
}

async function act(play: Play<SettlementCall>, open: Open): Promise<void> {
  const { dice, clinic } = play.scene
  // In the first burst no doctor is away.
  if (!open.change) return
  const kind = dice.pick(['read', 'settle', 'settle', 'note', 'write'] as const)
  if (kind === 'read') return read(play, open)
  if (kind === 'settle') return settle(play, open)
  const id = dice.pick([...open.revisions.keys()])
  const asked = { by: clinic.staff, params: { id: open.change, appointment: id } }
  if (kind === 'write') {
    return play.ask({ ...asked, endpoint: 'writeAgain' }, (_, answer) => [
      { kind: 'write again', id, answer },
    ])
  }
  const answered = dice.chance(0.5)
  await play.ask({ ...asked, endpoint: 'noteAnswer', body: { answered } }, (_, answer) => [
    { kind: 'note', id, answered, answer },
  ])
}

/** Doctors who are away, one day after the other, and staff who settle their appointments. */
export function createSettlements(): Family<SettlementCall, Settlements> {
  const open: Open = { change: '', revisions: new Map(), round: 0 }
  return {
    ...{ name: 'settlements', rules: settlementRules, start: {} },
    act: (play) => act(play, open),
    async readAll(play) {
      if (open.change) await read(play, open)
      await displace(play, open)
    },
  }
}
