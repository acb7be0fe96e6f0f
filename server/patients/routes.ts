import { done } from '../../contract/done.ts'
import { failures } from '../../contract/errors.ts'
import { familyRefusals } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import { patientEndpoints, patientRefusals } from '../../contract/patients/patient.ts'
import { staffRefusals } from '../../contract/schedule/refusals.ts'
import type { Deps } from '../deps.ts'
import { reachOf } from '../doctors/reach.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { addPatient, archivePatient, changePatient, changePatientNotes } from './change-patient.ts'
import type { Dependent, DependentOutcome } from './dependent.ts'
import { addDependent, changeDependent, removeDependent } from './dependents.ts'
import { erasePatient } from './erase.ts'
import { listPatients } from './find-patients.ts'
import { mergePatients, undoMerge } from './merge.ts'
import { listDependents } from './queries.ts'
import { readPatient } from './read-patient.ts'

export function familyRoutes(serve: Serve, deps: Deps): void {
  const { query } = deps.database

  serve(familyEndpoints.listFamily, async ({ caller }) => {
    return (await listDependents(query, caller.userId)).map(show)
  })
  serve(familyEndpoints.addDependent, async ({ body, caller }) => {
    return answer(await addDependent(deps, caller.userId, body))
  })
  serve(familyEndpoints.changeDependent, async ({ params, body, caller }) => {
    const outcome = await changeDependent(query, { ...params, ...body, accountId: caller.userId })
    return outcome ? answer(outcome) : fail('not_found')
  })
  serve(familyEndpoints.removeDependent, async ({ params, caller }) => {
    const isGone = await removeDependent(deps, { ...params, accountId: caller.userId })
    return isGone ? done : fail('not_found')
  })
}

function show({ id, name, relation }: Dependent) {
  return { _id: id, name, relation }
}

function answer(outcome: DependentOutcome) {
  return outcome.ok ? show(outcome.dependent) : refuse(familyRefusals, outcome.reason)
}

const refusals = { ...failures, ...staffRefusals, ...patientRefusals }

/** What staff do with the records of patients. */
export function patientRoutes(serve: Serve, deps: Deps): void {
  const { database, clock } = deps
  serve(patientEndpoints.listPatients, ({ query, caller }) =>
    listPatients(database.reader, { ...query, reach: reachOf(caller) }),
  )
  serve(patientEndpoints.addPatient, async ({ body, note }) => {
    const added = await addPatient(database.query, body, clock().toISOString())
    if (!added.ok) return refuse(refusals, added.reason)
    note({ subject: added.id })
    return { _id: added.id }
  })
  serve(patientEndpoints.readPatient, async ({ params, caller }) => {
    return (await readPatient(deps, params.id, reachOf(caller))) ?? fail('not_found')
  })
  serve(patientEndpoints.changePatient, async ({ params, body }) => {
    const changed = await changePatient(deps, { ...body, ...params })
    return changed.ok ? { revision: changed.revision } : refuse(refusals, changed.reason)
  })
  serve(patientEndpoints.changePatientNotes, async ({ params, body, caller }) => {
    const changed = await changePatientNotes(database, reachOf(caller), { ...body, ...params })
    return changed.ok ? { revision: changed.revision } : refuse(refusals, changed.reason)
  })
  serve(patientEndpoints.archivePatient, async ({ params, body, note }) => {
    note({ data: { archived: body.archived } })
    const changed = await archivePatient(database, { ...body, ...params }, clock().toISOString())
    return changed.ok ? { revision: changed.revision } : refuse(refusals, changed.reason)
  })
  serve(patientEndpoints.mergePatient, async ({ params, body, note }) => {
    note({ data: { from: body.from } })
    const merged = await mergePatients(deps, { kept: params.id, gone: body.from })
    return merged.ok ? done : refuse(refusals, merged.reason)
  })
  serve(patientEndpoints.undoMerge, async ({ params, note }) => {
    const parted = await undoMerge(deps, { kept: params.id, merge: params.merge })
    note({ subject: params.id, ...(parted.ok && { data: { from: parted.id } }) })
    return parted.ok ? { _id: parted.id } : refuse(refusals, parted.reason)
  })
  serve(patientEndpoints.erasePatient, async ({ params }) => {
    const erased = await erasePatient(deps, params.id)
    return erased.ok ? done : refuse(refusals, erased.reason)
  })
}
