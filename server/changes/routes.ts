import { changeEndpoints } from '../../contract/change-endpoints.ts'
import type { Deps } from '../app.ts'
import type { Actor } from '../appointments/book-appointment.ts'
import { findOwn } from '../appointments/find-own.ts'
import { Failure } from '../errors.ts'
import type { Caller } from '../identity/find-caller.ts'
import type { Serve } from '../serve.ts'
import { answerCancel, answerMove } from './answer-change.ts'
import { readChangeTerms } from './read-terms.ts'

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
