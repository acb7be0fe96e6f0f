import * as z from 'zod'
import { messageEndpoints } from '../../../contract/contact/endpoints.ts'
import { addDays } from '../../../contract/date.ts'
import { reviewEndpoints } from '../../../contract/reviews/endpoints.ts'
import { type Database, openDatabase } from '../../../server/db/database.ts'
import type { Person } from '../../fuzz/people.ts'
import { call } from '../clinic.ts'
import type { Place, Scene } from '../scene.ts'
import type { Family, Play } from './play.ts'
import { lineOf, type Shown, type VoiceCall, type Voices, voiceRules } from './voices.ts'

/** Changes that only the database allows: past days, and an empty list for the next burst. */
async function inDatabase(place: Place, act: (database: Database) => Promise<unknown>) {
  const database = await openDatabase(place)
  try {
    await act(database)
  } finally {
    await database.close()
  }
}

type Visit = { id: string; holder: Person }

/** Two patients, each with two past appointments. */
async function openVisits({ clinic, servers }: Scene, place: Place): Promise<Visit[]> {
  const { patients, days, treatments, today } = clinic
  const treatment = treatments[1]
  const visits: Visit[] = []
  for (const [at, holder] of patients.slice(0, 2).entries()) {
    for (const date of days.slice(0, 2)) {
      const chosen = { treatmentId: treatment?._id, price: treatment?.price, phone: '' }
      const body = { ...chosen, patient: holder.email, date, slot: treatment?.slots[at] }
      const origin = servers[0]?.origin ?? ''
      const reply = await call(clinic, origin, ['POST', '/booking', holder, body])
      const { _id: id } = z.object({ _id: z.string() }).parse(reply?.body.booking)
      visits.push({ id, holder })
    }
  }
  await inDatabase(place, async ({ query }) => {
    for (const [at, { id }] of visits.entries()) {
      const day = addDays(today, -30 - at)
      await query.updateTable('appointments').set({ day }).where('id', '=', id).execute()
    }
  })
  return visits
}

const staffShows: Shown[] = ['id', 'text', 'state', 'revision']
const ownShows: Shown[] = ['id', 'text', 'state']
const reviewStates = ['waiting', 'published', 'rejected']

const textOf = ({ stars, text }: { stars: number; text: string }) => `${stars} ${text}`

/** A review as staff last saw it. */
type Known = Map<string, { reviewId: string; revision: number }>

async function listForStaff({ scene, ask }: Play<VoiceCall>, known: Known): Promise<void> {
  const by = scene.clinic.staff
  const state = scene.dice.chance(0.3) ? scene.dice.pick(reviewStates) : undefined
  const query = { limit: '200', ...(state && { state }) }
  await ask({ endpoint: 'listReviews', by, query }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { rows, waiting } = reviewEndpoints.listReviews.answer.parse(reply.json)
    for (const { _id: reviewId, appointmentId, revision } of rows) {
      known.set(appointmentId, { reviewId, revision })
    }
    const seen = rows.map(({ appointmentId: id, state: now, revision, ...row }) =>
      lineOf({ id, text: textOf(row), state: now, revision }, staffShows),
    )
    return [
      { kind: 'list', states: state ? [state] : reviewStates, shows: staffShows, seen },
      // Read separately from the list, at its own moment.
      { kind: 'count', state: 'waiting', seen: waiting },
    ]
  })
}

async function listPublished({ ask }: Play<VoiceCall>): Promise<void> {
  const query = { limit: '200' }
  await ask({ endpoint: 'listPublished', by: null, query }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { rows } = reviewEndpoints.listPublished.answer.parse(reply.json)
    return [{ kind: 'list', states: ['published'], shows: ['text'], seen: rows.map(textOf) }]
  })
}

async function listOwn({ ask }: Play<VoiceCall>, by: Person, ids: string[]): Promise<void> {
  const query = { email: by.email, limit: '200' }
  await ask({ endpoint: 'listPast', by, query }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { rows } = reviewEndpoints.listPast.answer.parse(reply.json)
    const seen = rows.flatMap(({ _id: id, review }) =>
      review ? [lineOf({ id, text: textOf(review), state: review.state }, ownShows)] : [],
    )
    return [{ kind: 'list', ids, states: reviewStates, shows: ownShows, seen }]
  })
}

async function decide(play: Play<VoiceCall>, known: Known): Promise<void> {
  const { scene, ask } = play
  const { dice } = scene
  if (known.size === 0) return listForStaff(play, known)
  const [id, seen] = dice.pick([...known])
  const revision = seen.revision > 0 && dice.chance(0.1) ? seen.revision - 1 : seen.revision
  const state = dice.pick(reviewStates)
  const asked = { endpoint: 'decideReview', by: scene.clinic.staff } as const
  const whole = { ...asked, params: { id: seen.reviewId }, body: { state, revision } }
  await ask(whole, (reply, answer) => {
    const recorded = { kind: 'decide', id, state, revision, answer } as const
    if (answer !== 'ok') return [recorded]
    const { review, waiting } = reviewEndpoints.decideReview.answer.parse(reply.json)
    known.set(id, { ...seen, revision: review.revision })
    const line = lineOf({ ...review, id: review.appointmentId, text: textOf(review) }, staffShows)
    return [
      { ...recorded, seen: { shows: staffShows, line } },
      { kind: 'count', state: 'waiting', seen: waiting },
    ]
  })
}

/** Patients who write and edit reviews, and staff who decide what is published. */
export async function createReviews(
  scene: Scene,
  place: Place,
): Promise<Family<VoiceCall, Voices>> {
  const visits = await openVisits(scene, place)
  const known: Known = new Map()
  let count = 0
  const idsOf = (by: Person) => visits.flatMap(({ id, holder }) => (holder === by ? [id] : []))
  const write = async (play: Play<VoiceCall>, endpoint: 'writeReview' | 'editReview') => {
    const { id, holder } = play.scene.dice.pick(visits)
    count += 1
    const body = { stars: play.scene.dice.between(1, 5), text: `It was my visit no. ${count}` }
    const kind = endpoint === 'writeReview' ? 'write' : 'rewrite'
    await play.ask({ endpoint, by: holder, params: { id }, body }, (_, answer) => [
      { kind, id, text: textOf(body), answer },
    ])
  }
  return {
    ...{ name: 'reviews', rules: voiceRules('waiting'), start: {}, keep: () => ({}) },
    async act(play) {
      const { dice } = play.scene
      const kind = dice.pick(['write', 'edit', 'decide', 'decide', 'staff', 'own', 'all'] as const)
      if (kind === 'write') return write(play, 'writeReview')
      if (kind === 'edit') return write(play, 'editReview')
      if (kind === 'decide') return decide(play, known)
      if (kind === 'staff') return listForStaff(play, known)
      if (kind === 'all') return listPublished(play)
      const { holder } = dice.pick(visits)
      return listOwn(play, holder, idsOf(holder))
    },
    async readAll(play) {
      await listForStaff(play, known)
      for (const by of new Set(visits.map(({ holder }) => holder))) {
        await listOwn(play, by, idsOf(by))
      }
      // A visit is reviewed once: the next burst begins without reviews.
      await inDatabase(place, ({ query }) => query.deleteFrom('reviews').execute())
      known.clear()
    },
  }
}

const messageStates = ['new', 'read', 'answered', 'spam']
const messageShows: Shown[] = ['text', 'state']

/** By its text: its id and state as staff last saw it. */
type Inbox = Map<string, string>

async function listMessages({ scene, ask }: Play<VoiceCall>, inbox: Inbox): Promise<void> {
  const by = scene.clinic.staff
  const state = scene.dice.chance(0.5) ? scene.dice.pick(messageStates) : undefined
  const query = { limit: '200', ...(state && { state }) }
  await ask({ endpoint: 'listMessages', by, query }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { rows, unread } = messageEndpoints.listMessages.answer.parse(reply.json)
    for (const { _id, message } of rows) inbox.set(message, _id)
    const seen = rows.map(({ message: text, state: now }) =>
      lineOf({ text, state: now }, messageShows),
    )
    const states = state ? [state] : messageStates.filter((one) => one !== 'spam')
    return [
      { kind: 'list', states, shows: messageShows, seen },
      { kind: 'count', state: 'new', seen: unread },
    ]
  })
}

async function send({ ask }: Play<VoiceCall>, text: string): Promise<void> {
  const body = { email: 'jane@patients.example', subject: 'Hello', message: text }
  await ask({ endpoint: 'sendContactMessage', by: null, body }, (_, answer) => [
    { kind: 'write', id: text, text, answer },
  ])
}

async function mark(play: Play<VoiceCall>, inbox: Inbox): Promise<void> {
  const { scene, ask } = play
  if (inbox.size === 0) return listMessages(play, inbox)
  const [text, id] = scene.dice.pick([...inbox].slice(-4))
  const state = scene.dice.pick(messageStates)
  const asked = { endpoint: 'markMessage', by: scene.clinic.staff, params: { id } } as const
  await ask({ ...asked, body: { state } }, (reply, answer) => {
    const recorded = { kind: 'decide', id: text, state, revision: null, answer } as const
    if (answer !== 'ok') return [recorded]
    const told = messageEndpoints.markMessage.answer.parse(reply.json)
    const line = lineOf({ text: told.message, state: told.state }, messageShows)
    return [{ ...recorded, seen: { shows: messageShows, line } }]
  })
}

/** People who write to the clinic, and staff who mark their messages. */
export async function createMessages(place: Place): Promise<Family<VoiceCall, Voices>> {
  const inbox: Inbox = new Map()
  let count = 0
  return {
    ...{ name: 'messages', rules: voiceRules('new'), start: {}, keep: () => ({}) },
    async act(play) {
      const kind = play.scene.dice.pick(['send', 'mark', 'mark', 'list'] as const)
      if (kind === 'list') return listMessages(play, inbox)
      if (kind === 'mark') return mark(play, inbox)
      count += 1
      return send(play, `Message no. ${count}`)
    },
    async readAll(play) {
      await listMessages(play, inbox)
      await inDatabase(place, ({ query }) => query.deleteFrom('contactMessages').execute())
      inbox.clear()
    },
  }
}
