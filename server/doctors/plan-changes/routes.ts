import { planChangeEndpoints } from '../../../contract/doctors/plan-changes.ts'
import { done } from '../../../contract/done.ts'
import { failures } from '../../../contract/errors.ts'
import { staffRefusals } from '../../../contract/schedule/refusals.ts'
import { refuseAffecting } from '../../appointments/refuse-affected.ts'
import type { Deps } from '../../deps.ts'
import { fail, refuse } from '../../http/errors.ts'
import type { Serve } from '../../http/serve.ts'
import { proofMissing } from '../../identity/proof-gate.ts'
import { addAbsence } from '../change-schedule.ts'
import { listPlanChanges, readPlanChange } from './read-change.ts'
import { noteAnswer, settlePlanChange, writeAgain } from './settle.ts'

const dayMs = 86_400_000
const listedDays = 30
const refusals = { ...failures, ...staffRefusals }
/** Changes that leave appointments without their doctor or chair, and the decision on each appointment. */
export function planChangeRoutes(serve: Serve, deps: Deps): void {
  const { clock, clinicTime, database } = deps

  serve(planChangeEndpoints.addAbsence, async ({ params, body }) => {
    const outcome = await addAbsence(deps, { ...body, ...params })
    return outcome.ok ? { change: outcome.change } : refuseAffecting(outcome)
  })

  serve(planChangeEndpoints.listPlanChanges, () => {
    const since = new Date(clock().getTime() - listedDays * dayMs).toISOString()
    return listPlanChanges(database, since, clinicTime())
  })

  serve(planChangeEndpoints.readPlanChange, async ({ params, query }) => {
    const asked = { ...params, ...query }
    return (await readPlanChange(database, asked, clinicTime())) ?? fail('not_found')
  })

  serve(planChangeEndpoints.settlePlanChange, async ({ params, body, caller, note }) => {
    const { email, userId } = caller
    const cancels = body.choices.some(({ way }) => way === 'cancel')
    // What was paid goes back with it.
    const unproved = cancels ? proofMissing(caller, clock()) : null
    if (unproved) return unproved
    const settled = await settlePlanChange(deps, {
      ...{ changeId: params.id, choices: body.choices },
      actor: { email, userId, isStaff: true },
    })
    const failed = settled.filter((one) => one.failed !== null).length
    note({ data: { settled: settled.length - failed, failed } })
    return { settled }
  })

  serve(planChangeEndpoints.writeAgain, async ({ params }) => {
    const of = { changeId: params.id, appointmentId: params.appointment }
    const outcome = await writeAgain(deps, of)
    return outcome.ok ? done : refuse(refusals, outcome.reason)
  })

  serve(planChangeEndpoints.noteAnswer, async ({ params, body }) => {
    const of = { changeId: params.id, appointmentId: params.appointment }
    const outcome = await noteAnswer(deps, { ...of, ...body })
    return outcome.ok ? done : refuse(refusals, outcome.reason)
  })
}
