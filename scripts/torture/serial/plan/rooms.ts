import * as z from 'zod'
import type { Reply } from '../../clinic.ts'
import { type Act, type Desk, recordFamily, type Seen } from '../record-acts.ts'
import type { Fields } from '../records.ts'

/** Records that are listed whole, and edited as listed. */
type Kept = {
  space: string
  list: 'listChairs' | 'listStaffTreatments'
  see: (reply: Reply) => Record<string, Seen>
}

const readAll =
  ({ space, list, see }: Kept): Act =>
  (desk) =>
    desk.listWhole({ endpoint: list, by: desk.scene.clinic.staff }, space, see)

/** Earlier records are left alone: other families book them. */
const isOurs = ({ name }: { name: string }) => name.startsWith('Our ')

const nameFrom = ({ dice }: Desk) => `Our ${dice.pick(['A', 'B', 'C', 'D'])}`
const mostStanding = 5

/** Sometimes an edit sends no revision, and overwrites. */
const revisionFrom = (desk: Desk, seen: Parameters<Desk['revisionOf']>[0]) =>
  desk.dice.chance(0.2) ? null : desk.revisionOf(seen)

const unique = (code: string) => ({
  of: ({ name = '', archived }: Fields) => (archived === 'true' ? null : name.toLowerCase()),
  code,
})

const Chairs = z.array(
  z.object({
    ...{ _id: z.string(), name: z.string(), treatments: z.array(z.string()) },
    ...{ archived: z.boolean(), revision: z.number() },
  }),
)
type Chair = z.infer<typeof Chairs>[number]

const fieldsOfChair = ({
  name,
  treatments,
  archived,
}: Omit<Chair, '_id' | 'revision'>): Fields => ({
  ...{ name, treatments: treatments.toSorted().join(' '), archived: String(archived) },
})

const chairs: Kept = {
  space: 'chair',
  list: 'listChairs',
  see: ({ json }) =>
    Object.fromEntries(
      Chairs.parse(json)
        .filter(isOurs)
        .map(({ _id, revision, ...chair }) => [_id, { revision, fields: fieldsOfChair(chair) }]),
    ),
}

const changeChair: Act = async (desk) => {
  const { dice, scene } = desk
  const { staff: by, treatments: all } = scene.clinic
  if (dice.chance(0.3)) return readAll(chairs)(desk)
  const standing = desk.standing('chair')
  const name = nameFrom(desk)
  const treatments = all.filter(() => dice.chance(0.5)).map(({ _id }) => _id)
  const body = { name, treatments, confirmed: true }
  if (standing.length === 0 || (standing.length < mostStanding && dice.chance(0.3))) {
    const fields = fieldsOfChair({ name, treatments, archived: false })
    const made = { space: 'chair', fields, revision: 0 }
    const idOf = (reply: Reply) => String(reply.body.insertedId)
    return desk.add({ endpoint: 'addChair', by, body }, made, idOf)
  }
  const { id, seen } = dice.pick(standing)
  const archived = dice.chance(0.3)
  const revision = revisionFrom(desk, seen)
  const set = fieldsOfChair({ name, treatments, archived })
  const sent = { ...body, archived, ...(revision !== null && { revision }) }
  await desk.change(
    { endpoint: 'changeChair', by, params: { id }, body: sent },
    { space: 'chair', id, revision, set },
    (reply) => fieldsOfChair(Chairs.element.parse(reply.json)),
  )
}

/** Chairs that are added, renamed, assigned to other treatments, removed and restored. */
export const createChairs = () =>
  recordFamily({
    name: 'chairs',
    spaces: { chair: { unique: unique('chair_exists'), gone: ['not_found'] } },
    ...{ start: {}, acts: [changeChair], readAll: readAll(chairs) },
  })

const Treatments = z.array(
  z.object({
    ...{ _id: z.string(), name: z.string(), description: z.string(), price: z.number() },
    ...{ slots: z.array(z.string()), archived: z.boolean(), revision: z.number() },
  }),
)
type Treatment = z.infer<typeof Treatments>[number]

function fieldsOfTreatment(one: Omit<Treatment, '_id' | 'revision'>): Fields {
  const { name, description, price, slots, archived } = one
  const others = { price: String(price), slots: slots.join(' '), archived: String(archived) }
  return { name, description, ...others }
}

const treatments: Kept = {
  space: 'treatment',
  list: 'listStaffTreatments',
  see: ({ json }) =>
    Object.fromEntries(
      Treatments.parse(json)
        .filter(isOurs)
        .map(({ _id, revision, ...one }) => [_id, { revision, fields: fieldsOfTreatment(one) }]),
    ),
}
const slots = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM', '10:00 AM - 10:30 AM']
const seeTreatment = ({ json }: Reply) => fieldsOfTreatment(Treatments.element.parse(json))

const changeTreatment: Act = async (desk) => {
  const { dice, scene } = desk
  const { staff: by } = scene.clinic
  if (dice.chance(0.3)) return readAll(treatments)(desk)
  const standing = desk.standing('treatment')
  const draft = {
    ...{ name: nameFrom(desk), description: `For ${dice.between(1, 9)}` },
    ...{ price: dice.between(1, 99), slots: slots.filter(() => dice.chance(0.6)) },
  }
  const isNew = standing.length < mostStanding && dice.chance(0.3)
  if (standing.length === 0 || isNew) {
    const fields = fieldsOfTreatment({ ...draft, archived: false })
    const made = { space: 'treatment', fields, revision: 0 }
    const idOf = (reply: Reply) => String(reply.body.insertedId)
    return desk.add({ endpoint: 'addTreatment', by, body: draft }, made, idOf)
  }
  const { id, seen } = dice.pick(standing)
  const params = { id }
  const what = { space: 'treatment', id }
  if (dice.chance(0.3)) {
    const archived = dice.chance(0.5)
    const asked = { endpoint: 'archiveTreatment', by, params, body: { archived } } as const
    const set = { archived: String(archived) }
    return desk.change(asked, { ...what, revision: null, set, isUncounted: true }, seeTreatment)
  }
  const revision = revisionFrom(desk, seen)
  const body = { ...draft, confirmed: true, ...(revision !== null && { revision }) }
  const { archived: _, ...set } = fieldsOfTreatment({ ...draft, archived: false })
  const asked = { endpoint: 'changeTreatment', by, params, body } as const
  await desk.change(asked, { ...what, revision, set }, seeTreatment)
}

/** Treatments that are added, changed, archived and restored. */
export const createTreatments = () =>
  recordFamily({
    name: 'treatments',
    spaces: { treatment: { unique: unique('treatment_exists'), gone: ['not_found'] } },
    ...{ start: {}, acts: [changeTreatment], readAll: readAll(treatments) },
  })
