import * as z from 'zod'
import { Booking } from '../../../contract/appointments/appointment.ts'
import { formatDay } from '../../../contract/date.ts'
import { Reply as LinkReply } from '../../../contract/email-links/endpoints.ts'
import { ReminderSettings } from '../../../contract/reminders/endpoints.ts'
import { StaffAppointment } from '../../../contract/schedule/staff-appointment.ts'
import {
  issueLink,
  issueUnsubscribe,
  type LinkPurpose,
} from '../../../server/email-links/issue-link.ts'
import type { Person } from '../../fuzz/people.ts'
import { authSecret, type Place, type Scene } from '../scene.ts'
import { atOnce, enterPatients, pickFrom } from './accounts.ts'
import { type Desk, type LinkCall, linkRules } from './links.ts'
import type { Family, Play } from './play.ts'

type Time = { cell: string; timed: number }

/** An appointment as last seen, with the times it had, each with a mail. */
type Known = { holder: Person; revision: number; cell: string; times: Time[] }

type Cast = { play: Play<LinkCall>; holders: readonly Person[]; known: Map<string, Known> }

/** Days and slots of one treatment without doctors, few enough to conflict. */
function placesOf({ clinic }: Scene) {
  const [treatment] = clinic.treatments
  if (!treatment) throw new Error('The clinic has no treatment')
  const { _id: treatmentId, price } = treatment
  const days = clinic.days.slice(0, 2)
  const cells = days.flatMap((day) => treatment.slots.slice(0, 3).map((slot) => `${day} ${slot}`))
  const cellOf = ({ date, slot }: { date: string; slot: string }) =>
    `${days.find((day) => formatDay(day) === date) ?? date} ${slot}`
  return { treatmentId, price, cells, cellOf }
}

const split = (cell: string) => ({ date: cell.slice(0, 10), slot: cell.slice(11) })

const Accepted = z.object({ booking: z.object({ _id: z.string() }) })

async function book({ play, holders, known }: Cast): Promise<void> {
  const { dice } = play.scene
  const { treatmentId, price, cells } = placesOf(play.scene)
  const holder = dice.pick(holders)
  const cell = dice.pick(cells)
  const { email: who, name: patientName } = holder
  const body = { treatmentId, price, ...split(cell), patient: who, patientName, phone: '' }
  await play.ask({ endpoint: 'bookAppointment', by: holder, body }, (reply, answer) => {
    const id = Accepted.safeParse(reply.body).data?.booking._id ?? ''
    if (id) known.set(id, { holder, revision: 0, cell, times: [{ cell, timed: 0 }] })
    return [{ kind: 'book', id, who, cell, answer }]
  })
}

/** A link is not stored: the portal computes it from the appointment, in each mail about it. */
function linkOf(
  scene: Scene,
  purpose: LinkPurpose,
  [id, one]: [string, Known],
  time: Time,
): string {
  const { treatmentId } = placesOf(scene)
  const { date: day, slot } = split(time.cell)
  const bound = { id, treatmentId, day, slot, timeRevision: time.timed, patient: one.holder.email }
  return issueLink(authSecret, purpose, bound)
}

/** A change of an appointment, by its holder or by the link of one of its last mails. */
async function change(cast: Cast, entry: [string, Known]): Promise<void> {
  const { scene } = cast.play
  const { dice } = scene
  const kind = dice.pick(['confirm', 'confirm', 'move', 'move', 'move', 'cancel'] as const)
  const isByLink = kind === 'confirm' || dice.chance(0.6)
  const time = isByLink ? pickFrom(dice, entry[1].times.slice(-2)) : undefined
  if (!time) return kind === 'cancel' ? cancel(cast, entry, null) : move(cast, entry, null)
  const purpose = kind === 'move' ? 'reschedule' : kind
  const link = { token: linkOf(scene, purpose, entry, time), timed: time.timed }
  if (dice.chance(0.25)) return look(cast, entry, link)
  if (kind === 'confirm') return atOnce(dice, () => confirm(cast, entry, link))
  if (kind === 'cancel') return atOnce(dice, () => cancel(cast, entry, link))
  return atOnce(dice, () => move(cast, entry, link))
}

type Link = { token: string; timed: number }

function move({ play }: Cast, [id, one]: [string, Known], link: Link | null): Promise<void> {
  const { treatmentId, price, cells } = placesOf(play.scene)
  const { revision, holder } = one
  const cell = play.scene.dice.pick(cells.filter((other) => other !== one.cell))
  const chosen = { revision, treatmentId, price, ...split(cell) }
  const asked = link
    ? ({ endpoint: 'rescheduleByLink', by: null, body: { ...chosen, token: link.token } } as const)
    : ({ endpoint: 'rescheduleOwn', by: holder, params: { id }, body: chosen } as const)
  return play.ask(asked, (_, answer) => {
    const timed = revision + 1
    if (answer === 'ok') {
      one.times.push({ cell, timed })
      if (one.revision < timed) Object.assign(one, { cell, revision: timed })
    }
    return [{ kind: 'move', id, link: link?.timed ?? null, revision, cell, answer }]
  })
}

function cancel({ play }: Cast, [id, one]: [string, Known], link: Link | null): Promise<void> {
  const { revision, holder: by } = one
  const chosen = { revision, refund: 0 }
  const asked = link
    ? ({ endpoint: 'cancelByLink', by: null, body: { ...chosen, token: link.token } } as const)
    : ({ endpoint: 'cancelOwn', by, params: { id }, body: chosen } as const)
  return play.ask(asked, (_, answer) => [
    { kind: 'cancel', id, link: link?.timed ?? null, revision, answer },
  ])
}

function confirm({ play }: Cast, [id]: [string, Known], { token, timed }: Link): Promise<void> {
  return play.ask({ endpoint: 'confirmByLink', by: null, body: { token } }, (_, answer) => [
    { kind: 'confirm', id, link: timed, answer },
  ])
}

function look({ play }: Cast, [id, one]: [string, Known], { token, timed }: Link): Promise<void> {
  const { cellOf } = placesOf(play.scene)
  return play.ask({ endpoint: 'readLink', by: null, body: { token } }, (reply, answer) => {
    const found = LinkReply.safeParse(reply.json).data
    if (found?.purpose === 'unsubscribe') throw new Error('A link is for another thing')
    const seen = found
      ? {
          ...{ revision: found.terms.revision, confirmed: found.confirmed },
          cell: cellOf(found.terms.booking),
        }
      : null
    if (seen && one.revision <= seen.revision) {
      Object.assign(one, { revision: seen.revision, cell: seen.cell })
    }
    return [{ kind: 'look', id, link: timed, seen, answer }]
  })
}

function read({ play, known }: Cast, [id, one]: [string, Known]): Promise<void> {
  const { cellOf } = placesOf(play.scene)
  const { staff: by } = play.scene.clinic
  return play.ask({ endpoint: 'readStaffAppointment', by, params: { id } }, (reply) => {
    const found = StaffAppointment.safeParse(reply.body.appointment).data
    if (!found) return []
    const { revision, confirmed, status } = found
    const cell = cellOf(found)
    const seen = { revision, confirmed, cell, who: one.holder.email }
    const cancelled = status === 'cancelled'
    if (cancelled) known.delete(id)
    else if (one.revision <= revision) Object.assign(one, { revision, cell })
    return [{ kind: 'read', id, seen: { ...seen, cancelled } }]
  })
}

function list({ play }: Cast, by: Person): Promise<void> {
  const { cellOf } = placesOf(play.scene)
  const { email: who } = by
  return play.ask({ endpoint: 'listAppointments', by, query: { email: who } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const found = z.array(Booking).parse(reply.json)
    return [
      { kind: 'list', who, seen: Object.fromEntries(found.map((one) => [one._id, cellOf(one)])) },
    ]
  })
}

/** Reminders of an address, ended by the link of a mail, by a mail program, or on the account's page. */
async function switchReminders({ play, holders }: Cast): Promise<void> {
  const { dice } = play.scene
  const by = dice.pick(holders.slice(0, 2))
  const { email } = by
  const token = issueUnsubscribe(authSecret, email)
  const byMail = dice.chance(0.5)
  const kind = dice.pick(['link', 'program', 'page', 'read', 'read'] as const)
  if (kind === 'read') return readReminders(play, by)
  if (kind === 'link') {
    const asked = { endpoint: 'switchReminders', by: null, body: { token, byMail } } as const
    return play.ask(asked, (_, answer) => [{ kind: 'notices', email, set: { byMail }, answer }])
  }
  if (kind === 'program') {
    const asked = { endpoint: 'unsubscribeAtOnce', by: null, params: { token } } as const
    const set = { byMail: false }
    return play.ask(asked, (_, answer) => [{ kind: 'notices', email, set, answer }])
  }
  const set = { byMail, phone: dice.pick(['+17185550100', '+17185550101', null]) }
  const body = { ...set, bySms: false }
  return play.ask({ endpoint: 'changeReminders', by, body }, (_, answer) => [
    { kind: 'notices', email, set, answer },
  ])
}

const readReminders = (play: Play<LinkCall>, by: Person): Promise<void> =>
  play.ask({ endpoint: 'readReminders', by }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { byMail, phone } = ReminderSettings.parse(reply.json)
    return [{ kind: 'reminded', email: by.email, seen: { byMail, phone } }]
  })

async function act(cast: Cast): Promise<void> {
  const { dice } = cast.play.scene
  if (dice.chance(0.2)) return switchReminders(cast)
  const one = pickFrom(dice, [...cast.known])
  if (!one || dice.chance(0.2)) return book(cast)
  if (dice.chance(0.1)) return list(cast, dice.pick(cast.holders))
  return dice.chance(0.25) ? read(cast, one) : change(cast, one)
}

/** The same few appointments changed by mail links and by their signed-in holders. */
export async function createLinks(scene: Scene, place: Place): Promise<Family<LinkCall, Desk>> {
  const holders = await enterPatients(scene, place, 4)
  const known = new Map<string, Known>()
  const untouched = holders.map(({ email }) => [email, { byMail: true, phone: null }])
  return {
    ...{ name: 'links', rules: linkRules },
    start: { visits: {}, notices: Object.fromEntries(untouched) },
    act: (play) => act({ play, holders, known }),
    async readAll(play) {
      for (const one of known) await read({ play, holders, known }, one)
      for (const one of holders) {
        await list({ play, holders, known }, one)
        await readReminders(play, one)
      }
    },
    keep: ({ visits, notices }) => ({
      notices,
      visits: Object.fromEntries(Object.entries(visits).filter(([, one]) => !one.cancelled)),
    }),
  }
}
