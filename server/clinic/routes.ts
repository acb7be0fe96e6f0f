import {
  changeEndpoints,
  staffPolicyEndpoints,
} from '../../contract/appointments/change-endpoints.ts'
import { clinicEndpoints } from '../../contract/clinic/endpoints.ts'
import { openingEndpoints } from '../../contract/clinic/hours-endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { refuseAffecting } from '../appointments/refuse-affected.ts'
import type { Deps } from '../deps.ts'
import type { Serve } from '../http/serve.ts'
import { changeOpening } from './change-opening.ts'
import { changePolicy } from './change-policy.ts'
import { closeDays, openDay } from './close-days.ts'
import { policyChange, profileChange } from './note-changes.ts'
import { selectClosures, updateClinic } from './queries.ts'
import { listClosedWeekdays, readCalendar, readClinic, readPolicy } from './read-clinic.ts'
import { showMarkdown } from './show-markdown.ts'

export function clinicRoutes(serve: Serve, deps: Deps): void {
  const { config, database, clinicTime } = deps
  openingRoutes(serve, deps)
  profileRoutes(serve, deps)
  policyRoutes(serve, deps)

  serve(endpoints.readCalendar, () =>
    readCalendar(database.query, clinicTime().today, config.clinicTimeZone),
  )
}

/** When the clinic can be booked. */
function openingRoutes(serve: Serve, deps: Deps): void {
  const { changes, database, clinicTime, outbox } = deps

  serve(openingEndpoints.readOpening, async () => {
    const { horizonDays, leadMinutes } = await readClinic(database.query)
    const closedWeekdays = await listClosedWeekdays(database.query)
    const closures = await selectClosures(database.query, clinicTime().today).execute()
    return { closedWeekdays, horizonDays, leadMinutes, closures }
  })

  serve(openingEndpoints.changeOpening, async ({ body, note }) => {
    const changed = await changeOpening(deps, body)
    if (!changed.ok) return refuseAffecting(changed)
    const { rules, told } = changed
    note({ data: { ...rules, told } })
    changes.publish('*')
    outbox.wake()
    return rules
  })

  serve(openingEndpoints.addClosure, async ({ body, note }) => {
    const { from, to, reason } = body
    const outcome = await closeDays(deps, body)
    if (!outcome.ok) return refuseAffecting(outcome)
    const range = from === to ? from : `${from} to ${to}`
    note({ subject: range, data: { reason, told: outcome.told } })
    changes.publish('*')
    outbox.wake()
    return outcome
  })

  serve(openingEndpoints.removeClosure, async ({ params }) => {
    const deletedCount = await openDay(deps, params.day)
    changes.publish('*')
    outbox.wake()
    return { deletedCount }
  })
}

/** What the marketing pages say of the clinic. */
function profileRoutes(serve: Serve, { changes, database }: Deps): void {
  serve(clinicEndpoints.readProfile, () => readClinic(database.query))

  serve(clinicEndpoints.changeProfile, async ({ body, note }) => {
    const before = await readClinic(database.query)
    await updateClinic(database.query, body)
    note({ data: profileChange(before, body) })
    changes.publish('*')
    return body
  })

  serve(clinicEndpoints.previewMarkdown, async ({ body }) => ({
    html: showMarkdown(body.markdown),
  }))
}

/** What the clinic promises after a booking. */
function policyRoutes(serve: Serve, { changes, database }: Deps): void {
  serve(changeEndpoints.readPolicy, () => readPolicy(database.query))

  serve(staffPolicyEndpoints.changePolicy, async ({ body, note }) => {
    const { before, policy } = await changePolicy(database.query, body)
    note({ data: policyChange(before, policy) })
    changes.publish('*')
    return policy
  })
}
