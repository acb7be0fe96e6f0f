import { changeEndpoints } from '../../contract/appointments/change-endpoints.ts'
import type { Deps } from '../deps.ts'
import { Failure } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import type { Caller } from '../identity/caller.ts'
import { answerCancel, answerMove } from './answer-change.ts'
import type { Actor } from './appointment.ts'
import { findOwn } from './find-appointment.ts'
import { readChangeTerms } from './terms.ts'

/** What patients do with their own appointments after booking. */
export function changeRoutes(serve: Serve, deps: Deps): void {
  const { query: database } = deps.database

  serve(changeEndpoints.readChangeTerms, async ({ params, caller }) => {
    const appointment = await findOwn(database, params.id, caller)
    return appointment instanceof Failure ? appointment : readChangeTerms(deps, appointment)
  })

  serve(changeEndpoints.cancelOwn, async ({ params, body, caller }) => {
    const appointment = await findOwn(database, params.id, caller)
    if (appointment instanceof Failure) return appointment
    return answerCancel(deps, { ...params, actor: patient(caller) }, body)
  })

  serve(changeEndpoints.moveOwn, async ({ params, body, caller }) => {
    const appointment = await findOwn(database, params.id, caller)
    if (appointment instanceof Failure) return appointment
    return answerMove(deps, { ...params, actor: patient(caller) }, body)
  })
}

function patient({ email, userId }: Caller): Actor {
  return { email, userId, isStaff: false }
}
