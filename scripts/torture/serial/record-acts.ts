import type { Reply } from '../clinic.ts'
import type { Asked, Family, Play } from './play.ts'
import {
  type Fields,
  nameOf,
  type One,
  type RecordCall,
  type Records,
  recordRules,
  type Space,
} from './records.ts'

type On = { space: string; id: string }
export type Seen = Pick<One, 'revision' | 'fields'>

/** Changes of records, based on what a caller last saw. */
export type Desk = ReturnType<typeof createDesk>
export type Act = (desk: Desk) => Promise<void>

type Setting = Fields | ((reply: Reply) => Fields)

type Change = { revision: number | null; set: Setting; isUncounted?: true }

/** The fields that a change sets and that only its answer can state. */
function setBy(set: Setting, reply: Reply | null): Fields {
  if (typeof set !== 'function') return set
  return reply ? set(reply) : {}
}

const revisionIn = (reply: Reply | null): number | undefined =>
  typeof reply?.body.revision === 'number' ? reply.body.revision : undefined

/** The record as an answer shows it; `see` reads the fields. */
function toldBy(reply: Reply | null, see?: (reply: Reply) => Fields) {
  const now = revisionIn(reply)
  return { ...(now !== undefined && { now }), ...(reply && see && { shown: see(reply) }) }
}

/** The ways to read records. */
function looksOf(play: Play<RecordCall>, known: Map<string, One>) {
  /** `see` reads an answer: `null` for a record that is gone. */
  async function read(asked: Asked, on: On, see: (reply: Reply) => Seen | null): Promise<void> {
    await play.ask(asked, (reply, answer) => {
      if (answer !== 'ok' && reply.status !== 404) return []
      const seen = answer === 'ok' ? see(reply) : null
      if (seen) known.set(nameOf(on), { ...seen, gone: false })
      else known.delete(nameOf(on))
      return [{ kind: 'read', ...on, seen }]
    })
  }

  async function list(
    asked: Asked,
    space: string,
    see: (reply: Reply) => Record<string, Fields>,
  ): Promise<void> {
    await play.ask(asked, (reply, answer) =>
      reply && answer === 'ok' ? [{ kind: 'list', space, seen: see(reply) }] : [],
    )
  }

  /** The same where the list shows all editable fields, and edits are based on it. */
  async function listWhole(
    asked: Asked,
    space: string,
    see: (reply: Reply) => Record<string, Seen>,
  ): Promise<void> {
    await play.ask(asked, (reply, answer) => {
      if (answer !== 'ok') return []
      const all = Object.entries(see(reply))
      for (const [id, one] of all) known.set(nameOf({ space, id }), { ...one, gone: false })
      const seen = Object.fromEntries(all.map(([id, { fields }]) => [id, fields]))
      const revisions = Object.fromEntries(all.map(([id, { revision }]) => [id, revision]))
      return [{ kind: 'list', space, seen, revisions }]
    })
  }

  return { read, list, listWhole }
}

function createDesk(play: Play<RecordCall>, known: Map<string, One>) {
  const { scene } = play

  /** The records that existed when last seen, which may be some time ago. */
  const standing = (space: string): { id: string; seen: One }[] =>
    [...known].flatMap(([name, seen]) =>
      name.startsWith(`${space} `) ? [{ id: name.slice(space.length + 1), seen }] : [],
    )

  /** Sometimes a change is based on an older revision than the last one seen. */
  const revisionOf = ({ revision }: One): number | null =>
    revision !== null && revision > 0 && scene.dice.chance(0.1) ? revision - 1 : revision

  async function add(
    asked: Asked,
    { space, fields, revision }: { space: string } & Seen,
    idOf: (reply: Reply) => string,
  ): Promise<void> {
    await play.ask(asked, (reply, answer) => {
      const id = answer === 'ok' ? idOf(reply) : ''
      if (id) known.set(nameOf({ space, id }), { fields, revision, gone: false })
      return [{ kind: 'add', space, id, fields, revision, answer }]
    })
  }

  /** `see` reads the answer. */
  async function change(
    asked: Asked,
    { space, id, revision, set, ...how }: On & Change,
    see?: (reply: Reply) => Fields,
  ): Promise<void> {
    await play.ask(asked, (reply, answer) => {
      const done = answer === 'ok' ? reply : null
      const told = setBy(set, done)
      const says = toldBy(done, see)
      const before = known.get(nameOf({ space, id }))
      if (done && before) {
        const fields = { ...before.fields, ...told }
        const { now = before.revision } = says
        known.set(nameOf({ space, id }), { ...before, fields, revision: now })
      }
      return [{ kind: 'change', space, id, revision, set: told, answer, ...how, ...says }]
    })
  }

  /** `goneWhen`: a successful answer that says that there was nothing. */
  async function remove(
    asked: Asked,
    on: On,
    goneWhen: (reply: Reply) => boolean = () => false,
  ): Promise<void> {
    await play.ask(asked, (reply, code) => {
      const answer = code === 'ok' && reply && goneWhen(reply) ? 'not_found' : code
      if (answer === 'ok') known.delete(nameOf(on))
      return [{ kind: 'remove', ...on, answer }]
    })
  }

  return {
    ...{ scene, dice: scene.dice, standing, revisionOf },
    add,
    change,
    remove,
    ...looksOf(play, known),
  }
}

/** Records that are gone are not requested again. */
const keep = (records: Records): Records =>
  Object.fromEntries(Object.entries(records).filter(([, { gone }]) => !gone))

/** A family of records: `acts` are drawn at random, and `readAll` reads each known record. */
export function recordFamily({
  name,
  spaces,
  start,
  acts,
  readAll,
}: {
  name: string
  spaces: Readonly<Record<string, Space>>
  start: Records
  acts: readonly Act[]
  readAll: Act
}): Family<RecordCall, Records> {
  const known = new Map(Object.entries(start))
  return {
    ...{ name, start, keep, rules: recordRules(spaces) },
    act: (play) => play.scene.dice.pick(acts)(createDesk(play, known)),
    readAll: (play) => readAll(createDesk(play, known)),
  }
}
