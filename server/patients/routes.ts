import { familyRefusals } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import type { Deps } from '../deps.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import type { Dependent, DependentOutcome } from './dependent.ts'
import { addDependent, changeDependent, removeDependent } from './dependents.ts'
import { listDependents } from './queries.ts'

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
    return isGone ? { success: true as const } : fail('not_found')
  })
}

function show({ id, name, relation }: Dependent) {
  return { _id: id, name, relation }
}

function answer(outcome: DependentOutcome) {
  return outcome.ok ? show(outcome.dependent) : refuse(familyRefusals, outcome.reason)
}
