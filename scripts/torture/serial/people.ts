import * as z from 'zod'
import type { Person } from '../../fuzz/people.ts'
import type { Reply } from '../clinic.ts'
import type { Scene } from '../scene.ts'
import { type Act, type Desk, recordFamily, type Seen } from './record-acts.ts'

const names = ['Ana Ruiz', 'Ben Katz', 'Cy Dow']
const mostStanding = 5

const Record = z.object({
  ...{ name: z.string(), phone: z.string(), email: z.string(), note: z.string() },
  ...{ alert: z.string(), archived: z.boolean(), erased: z.boolean(), revision: z.number() },
})

function seePatient({ body }: Reply): Seen | null {
  const { archived, erased, revision, ...fields } = Record.parse(body)
  return erased ? null : { revision, fields: { ...fields, archived: String(archived) } }
}

const readPatient = (desk: Desk, id: string) => {
  const { staff: by } = desk.scene.clinic
  return desk.read(
    { endpoint: 'readPatient', by, params: { id } },
    { space: 'patient', id },
    seePatient,
  )
}

const draftOf = ({ dice }: Desk) => ({
  name: dice.pick(names),
  // A name is unique for its e-mail.
  email: dice.pick(['', '', 'ana@records.example', 'ben@records.example']),
  ...{ phone: String(dice.between(1000, 9999)), note: `Note ${dice.between(1, 99)}`, alert: '' },
})

const addPatient: Act = async (desk) => {
  const by = desk.scene.clinic.staff
  const draft = draftOf(desk)
  const body = { ...draft, birthDate: '', language: '' }
  const fields = { ...draft, archived: 'false' }
  const made = { space: 'patient', fields, revision: 0 }
  await desk.add({ endpoint: 'addPatient', by, body }, made, (reply) => String(reply.body._id))
}

const changePatient: Act = async (desk) => {
  const { dice, scene } = desk
  const all = desk.standing('patient')
  if (all.length === 0 || (all.length < mostStanding && dice.chance(0.2))) return addPatient(desk)
  const { id, seen } = dice.pick(all)
  const revision = desk.revisionOf(seen)
  const by = scene.clinic.staff
  const on = { space: 'patient', id, revision }
  const kind = dice.pick(['change', 'change', 'note', 'archive', 'read', 'read', 'erase'] as const)
  if (kind === 'read') return readPatient(desk, id)
  if (kind === 'erase') {
    return desk.remove({ endpoint: 'erasePatient', by, params: { id } }, { space: 'patient', id })
  }
  if (kind === 'archive') {
    const archived = dice.chance(0.5)
    const asked = {
      endpoint: 'archivePatient',
      by,
      params: { id },
      body: { revision, archived },
    } as const
    return desk.change(asked, { ...on, set: { archived: String(archived) } })
  }
  if (kind === 'note') {
    const set = { note: `Seen ${dice.between(1, 99)}`, alert: dice.pick(['', 'Latex']) }
    const body = { revision, ...set }
    return desk.change({ endpoint: 'changePatientNotes', by, params: { id }, body }, { ...on, set })
  }
  const set = draftOf(desk)
  const body = { revision, ...set, birthDate: '', language: '' }
  return desk.change({ endpoint: 'changePatient', by, params: { id }, body }, { ...on, set })
}

/** Records of patients without an account, edited, archived and erased by staff. */
export const createPatients = () =>
  recordFamily({
    name: 'patients',
    spaces: {
      patient: {
        unique: {
          of: ({ email, name = '' }) => (email ? `${email} ${name.toLowerCase()}` : null),
          code: 'patient_exists',
        },
        gone: ['not_found', 'patient_over'],
      },
    },
    ...{ start: {}, acts: [changePatient] },
    readAll: async (desk) => {
      for (const { id } of desk.standing('patient')) await readPatient(desk, id)
    },
  })

const Dependents = z.array(z.object({ _id: z.string(), name: z.string(), relation: z.string() }))

const listFamily = (desk: Desk, space: string, by: Person) =>
  desk.list({ endpoint: 'listFamily', by }, space, ({ json }) =>
    Object.fromEntries(Dependents.parse(json).map(({ _id, ...fields }) => [_id, fields])),
  )

/** Two accounts, each used in several browsers at once, and their dependents. */
export function createDependents({ clinic }: Scene) {
  const holders = clinic.patients.slice(0, 2)
  const spaceOf = (by: Person) => `family${holders.indexOf(by)}`
  const act: Act = async (desk) => {
    const { dice } = desk
    const by = dice.pick(holders)
    const space = spaceOf(by)
    const draft = { name: dice.pick(names), relation: dice.pick(['child', 'partner', 'other']) }
    const all = desk.standing(space)
    const one = all.length > 0 ? dice.pick(all) : undefined
    if (dice.chance(0.2)) return listFamily(desk, space, by)
    if (!one || dice.chance(0.4)) {
      const asked = { endpoint: 'addDependent', by, body: draft } as const
      const made = { space, fields: draft, revision: null }
      return desk.add(asked, made, (reply) => String(reply.body._id))
    }
    const on = { space, id: one.id }
    const params = { id: one.id }
    if (dice.chance(0.5)) return desk.remove({ endpoint: 'removeDependent', by, params }, on)
    const change = { ...on, revision: null, set: draft }
    return desk.change({ endpoint: 'changeDependent', by, params, body: draft }, change)
  }
  const unique = { of: ({ name = '' }) => name.toLowerCase(), code: 'dependent_exists' }
  const space = { unique, gone: ['not_found'] }
  return recordFamily({
    name: 'family',
    spaces: { family0: space, family1: space },
    ...{ start: {}, acts: [act] },
    readAll: async (desk) => {
      for (const by of holders) await listFamily(desk, spaceOf(by), by)
    },
  })
}

const Requests = z.array(
  z.object({
    _id: z.string(),
    state: z.string(),
    treatmentId: z.string(),
    untilMinute: z.number(),
  }),
)

const listRequests = (desk: Desk, space: string, by: Person) =>
  desk.list({ endpoint: 'listRequests', by }, space, ({ json }) =>
    Object.fromEntries(
      Requests.parse(json)
        .filter(({ state }) => state === 'waiting')
        .map(({ _id, treatmentId, untilMinute }) => [
          _id,
          { treatmentId, until: String(untilMinute) },
        ]),
    ),
  )

/** Two accounts with waitlist requests, one per treatment; offers are left unanswered. */
export function createWaiting({ clinic }: Scene) {
  const holders = clinic.patients.slice(2, 4)
  const spaceOf = (by: Person) => `wait${holders.indexOf(by)}`
  const act: Act = async (desk) => {
    const { dice } = desk
    const by = dice.pick(holders)
    const space = spaceOf(by)
    const all = desk.standing(space)
    const one = all.length > 0 ? dice.pick(all) : undefined
    const untilMinute = dice.pick([1380, 1410, 1440])
    const suits = {
      ...{ from: clinic.days[0], until: clinic.days.at(-1), weekdays: [0, 1, 2, 3, 4, 5, 6] },
      ...{ fromMinute: 0, untilMinute },
    }
    const until = String(untilMinute)
    if (dice.chance(0.2)) return listRequests(desk, space, by)
    if (!one || dice.chance(0.35)) {
      const { _id: treatmentId } = dice.pick(clinic.treatments.slice(1))
      const body = { ...suits, treatmentId, appointment: null }
      const made = { space, fields: { treatmentId, until }, revision: null }
      const idOf = (reply: Reply) => String(reply.body._id)
      return desk.add({ endpoint: 'requestEarlier', by, body }, made, idOf)
    }
    const on = { space, id: one.id }
    const params = { id: one.id }
    if (dice.chance(0.4)) return desk.remove({ endpoint: 'withdrawRequest', by, params }, on)
    if (dice.chance(0.4)) {
      const change = { ...on, revision: null, set: {} }
      return desk.change({ endpoint: 'resumeRequest', by, params }, change)
    }
    const change = { ...on, revision: null, set: { until } }
    return desk.change({ endpoint: 'changeRequest', by, params, body: suits }, change)
  }
  const unique = { of: ({ treatmentId = '' }) => treatmentId, code: 'already_waiting' }
  const space = { unique, gone: ['left_line', 'not_found'], forgives: true as const }
  return recordFamily({
    name: 'waitlist',
    spaces: { wait0: space, wait1: space },
    ...{ start: {}, acts: [act] },
    readAll: async (desk) => {
      for (const by of holders) await listRequests(desk, spaceOf(by), by)
    },
  })
}
