import * as z from 'zod'
import { Patient } from '../../../contract/patients/patient.ts'
import { call } from '../clinic.ts'
import type { Scene } from '../scene.ts'
import { type Charts, type MergeCall, mergeRules, type Visit } from './merges.ts'
import type { Family, Play } from './play.ts'

/** Patients without an account, some with an appointment; those on one day conflict. */
async function openCharts({ clinic, servers }: Scene) {
  const [first, second] = clinic.treatments
  const [day, nextDay] = clinic.days
  const places = [
    { treatment: first, day, at: 2 },
    { treatment: first, day, at: 3 },
    { treatment: first, day: nextDay, at: 2 },
    { treatment: second, day: nextDay, at: 2 },
    null,
    null,
  ]
  const ask = async (path: string, body: object) => {
    const origin = servers[0]?.origin ?? ''
    const reply = await call(clinic, origin, ['POST', path, clinic.staff, body])
    if (reply?.status !== 200) throw new Error(`${path}: ${JSON.stringify(reply)}`)
    return reply.body
  }
  const idOf: Record<string, string> = {}
  const patients: Record<string, Charts['patients'][string]> = {}
  const visits: Record<string, Visit> = {}
  for (const [at, place] of places.entries()) {
    const name = `Merged ${at}`
    const filled = { phone: at === 1 ? '' : `718555010${at}`, note: '', alert: '' }
    const draft = { ...filled, name, birthDate: '', email: '', language: '' }
    const { _id } = await ask('/staff/patients', draft)
    const id = String(_id)
    idOf[name] = id
    patients[id] = { ...filled, revision: 0, into: null }
    if (!place) continue
    const { treatment, day: date = '' } = place
    const slot = treatment?.slots[place.at] ?? ''
    const chosen = { treatmentId: treatment?._id, price: treatment?.price, date, slot }
    const body = { ...chosen, patientId: id, patient: null, patientName: name, phone: filled.phone }
    const made = z.object({ _id: z.string() }).parse(await ask('/staff/appointments', body))
    visits[made._id] = { patient: id, treatment: treatment?._id ?? '', day: date, slot }
  }
  const start: Charts = { patients, visits, merges: [], undone: [] }
  return { idOf, start }
}

type Known = {
  /** The id of each, by name. */
  idOf: Readonly<Record<string, string>>
  revisions: Map<string, number>
  /** The patient merged into, by the id of the merge; some merges have been undone since. */
  merges: Map<string, string>
}

async function readPatient(play: Play<MergeCall>, known: Known, id: string): Promise<void> {
  const by = play.scene.clinic.staff
  await play.ask({ endpoint: 'readPatient', by, params: { id } }, (reply, answer) => {
    if (answer !== 'ok') return []
    const { revision, phone, note, alert, mergedInto, visits, merges } = Patient.parse(reply.json)
    known.revisions.set(id, revision)
    for (const { _id } of merges) known.merges.set(_id, id)
    const seen = { revision, phone, note, alert, into: mergedInto?._id ?? null }
    const gone = Object.fromEntries(merges.map((one) => [one._id, known.idOf[one.name] ?? '']))
    return [
      { kind: 'read', id, seen },
      // Read separately from the record, each at its own moment.
      { kind: 'visits', id, seen: visits.map(({ _id }) => _id) },
      { kind: 'merges', id, seen: gone },
    ]
  })
}

async function merge(play: Play<MergeCall>, ids: readonly string[]): Promise<void> {
  const { dice, clinic } = play.scene
  const [kept = '', gone = ''] = dice.shuffled([...ids])
  const asked = { endpoint: 'mergePatient', by: clinic.staff, params: { id: kept } } as const
  await play.ask({ ...asked, body: { from: gone } }, (_, answer) => [
    { kind: 'merge', kept, gone, answer },
  ])
}

const Parted = z.object({ _id: z.string() })

async function undo(play: Play<MergeCall>, known: Known): Promise<void> {
  const { dice, clinic } = play.scene
  const [id, kept] = dice.pick([...known.merges].slice(-3))
  const params = { id: kept, merge: id }
  await play.ask({ endpoint: 'undoMerge', by: clinic.staff, params }, (reply, answer) => {
    if (answer !== 'ok') return [{ kind: 'undo', kept, id, answer }]
    return [{ kind: 'undo', kept, id, answer, gone: Parted.parse(reply.json)._id }]
  })
}

async function writeNote(play: Play<MergeCall>, known: Known, id: string): Promise<void> {
  const { dice, clinic } = play.scene
  const set = { note: dice.pick(['', 'Note 1', 'Note 2']), alert: dice.pick(['', 'Latex', 'Nuts']) }
  const revision = known.revisions.get(id) ?? 0
  const asked = { endpoint: 'changePatientNotes', by: clinic.staff, params: { id } } as const
  await play.ask({ ...asked, body: { revision, ...set } }, (_, answer) => [
    { kind: 'note', id, revision, set, answer },
  ])
}

/** Staff who merge the same few patients, undo merges, and write notes in between. */
export async function createMerges(scene: Scene): Promise<Family<MergeCall, Charts>> {
  const { idOf, start } = await openCharts(scene)
  const ids = Object.keys(start.patients)
  const known: Known = { idOf, revisions: new Map(), merges: new Map() }
  return {
    ...{ name: 'merges', rules: mergeRules, start },
    keep: (charts) => ({ ...charts, undone: [] }),
    async act(play) {
      const { dice } = play.scene
      const kind = dice.pick(['merge', 'undo', 'undo', 'note', 'read', 'read'] as const)
      if (kind === 'merge' || (kind === 'undo' && known.merges.size === 0)) return merge(play, ids)
      if (kind === 'undo') return undo(play, known)
      if (kind === 'note') return writeNote(play, known, dice.pick(ids))
      return readPatient(play, known, dice.pick(ids))
    },
    async readAll(play) {
      known.merges.clear()
      for (const id of ids) await readPatient(play, known, id)
    },
  }
}
