import { familyRefusals } from '../../contract/patients/dependent.ts'
import { familyEndpoints } from '../../contract/patients/endpoints.ts'
import type { Deps } from '../deps.ts'
import { fail, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import type { Member, MemberOutcome } from './dependent.ts'
import { addMember, changeMember, removeMember } from './members.ts'
import { listMembers } from './queries.ts'

export function familyRoutes(serve: Serve, deps: Deps): void {
  const { query } = deps.database

  serve(familyEndpoints.listFamily, async ({ caller }) => {
    return (await listMembers(query, caller.userId)).map(show)
  })
  serve(familyEndpoints.addDependent, async ({ body, caller }) => {
    return answer(await addMember(deps, caller.userId, body))
  })
  serve(familyEndpoints.changeDependent, async ({ params, body, caller }) => {
    const outcome = await changeMember(query, { ...params, ...body, userId: caller.userId })
    return outcome ? answer(outcome) : fail('not_found')
  })
  serve(familyEndpoints.removeDependent, async ({ params, caller }) => {
    const isGone = await removeMember(deps, { ...params, userId: caller.userId })
    return isGone ? { success: true as const } : fail('not_found')
  })
}

function show({ id, name, relation }: Member) {
  return { _id: id, name, relation }
}

function answer(outcome: MemberOutcome) {
  return outcome.ok ? show(outcome.member) : refuse(familyRefusals, outcome.reason)
}
