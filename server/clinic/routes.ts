import {
  changeEndpoints,
  staffPolicyEndpoints,
} from '../../contract/appointments/change-endpoints.ts'
import { clinicEndpoints, openingEndpoints } from '../../contract/clinic/endpoints.ts'
import type { Day } from '../../contract/date.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { failures } from '../../contract/errors.ts'
import { refuseAffecting } from '../appointments/refuse-affected.ts'
import type { ClinicTime } from '../clock.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/errors.ts'
import { lasting } from '../http/repeat-answers.ts'
import type { Serve } from '../http/serve.ts'
import { proofMissing } from '../identity/proof-gate.ts'
import {
  changeOpening,
  changePolicy,
  changeProfile,
  daysOnWeekdays,
  policyChange,
  profileChange,
} from './change-clinic.ts'
import { closeDays, openDay, settleClosed } from './close-days.ts'
import { listStandingBy, selectClosures } from './queries.ts'
import { listClosedWeekdays, readCalendar, readClinic, readRevisedPolicy } from './read-clinic.ts'
import { showMarkdown } from './show-profile.ts'

export function clinicRoutes(serve: Serve, deps: Deps): void {
  openingRoutes(serve, deps)
  profileRoutes(serve, deps)
  policyRoutes(serve, deps)
  calendarRoute(serve, deps)
}

/** Which days can be booked, good for the second that it names. */
function calendarRoute(serve: Serve, { changes, clock, config, database, clinicTime }: Deps): void {
  const second = () => Math.floor(clock().getTime() / 1000) * 1000
  const watch = () => {
    const [holds, before] = [changes.watch(), second()]
    return () => second() === before && holds()
  }
  const read = () => {
    const now = new Date(second())
    const { today } = clinicTime()
    return readCalendar(database.query, { today, now, timeZone: config.clinicTimeZone })
  }
  serve(endpoints.readCalendar, lasting(watch, read))
}

/** Who saves without a pause keeps no reader waiting for longer: a change that was decided on an earlier revision is refused. */
const mostTries = 50

/**
 * The opening rules and closures of one revision, which every change of them raises: read once more
 * where they have changed between one statement and the next.
 */
async function readHours(query: Queries, now: ClinicTime) {
  for (let tries = 1; ; tries += 1) {
    const clinic = await readClinic(query)
    const closedWeekdays = await listClosedWeekdays(query)
    const closures = await selectClosures(query, now).execute()
    const { hoursRevision } = await readClinic(query)
    const isWhole = hoursRevision === clinic.hoursRevision
    if (isWhole || tries === mostTries) return { clinic, closedWeekdays, closures }
  }
}

/** When the clinic can be booked. */
function openingRoutes(serve: Serve, deps: Deps): void {
  const { changes, database, clinicTime, outbox } = deps

  serve(openingEndpoints.readOpening, async () => {
    const now = clinicTime()
    const { clinic, closedWeekdays, closures } = await readHours(database.query, now)
    const { horizonDays, leadMinutes, hoursRevision: revision } = clinic
    const days = daysOnWeekdays(closedWeekdays, now.today, closures)
    const closedWeekdayDays = await listStandingBy(database.query, days, now)
    const rules = { closedWeekdays, horizonDays, leadMinutes, revision }
    return { ...rules, closures, closedWeekdayDays }
  })

  serve(openingEndpoints.changeOpening, async ({ body, note }) => {
    const changed = await changeOpening(deps, body)
    if (!changed.ok) return refuseAffecting(changed)
    const { rules, revision } = changed
    note({ data: rules })
    changes.publish('*')
    outbox.wake()
    return { ...rules, revision }
  })

  serve(openingEndpoints.addClosure, async ({ body, note }) => {
    const { from, to, reason } = body
    const outcome = await closeDays(deps, body)
    if (!outcome.ok) return refuseAffecting(outcome)
    note({ subject: rangeText(from, to), data: { reason } })
    changes.publish('*')
    const { closed, days, revision } = outcome
    return { closed, days, revision }
  })

  serve(openingEndpoints.settleClosed, async ({ body, caller, note }) => {
    const { from, to, way } = body
    const { email, userId } = caller
    // What was paid goes back with it.
    const unproved = way === 'cancel' ? proofMissing(caller, deps.clock()) : null
    if (unproved) return unproved
    const outcome = await settleClosed(deps, { ...body, actor: { email, userId, isStaff: true } })
    if (!outcome.ok) return refuse(failures, outcome.reason)
    const { settled, next, left } = outcome
    const failed = settled.filter((one) => one.failed !== null).length
    const data = { way, settled: settled.length - failed, failed }
    note({ subject: rangeText(from, to), data })
    return { settled, next, left }
  })

  serve(openingEndpoints.removeClosure, async ({ params, query, note }) => {
    note({ subject: params.day })
    const outcome = await openDay(deps, { ...params, ...query })
    if (!outcome.ok) return refuseAffecting(outcome)
    changes.publish('*')
    outbox.wake()
    return { deletedCount: outcome.deletedCount, revision: outcome.revision }
  })
}

function rangeText(from: Day, to: Day): string {
  return from === to ? from : `${from} to ${to}`
}

/** What the marketing pages say of the clinic. */
function profileRoutes(serve: Serve, { changes, database }: Deps): void {
  serve(clinicEndpoints.readProfile, async () => {
    const clinic = await readClinic(database.query)
    return { ...clinic, revision: clinic.profileRevision }
  })

  serve(clinicEndpoints.changeProfile, async ({ body, note }) => {
    const outcome = await changeProfile(database.query, body)
    if (!outcome.ok) return refuseAffecting(outcome)
    const { before, profile, revision } = outcome
    note({ data: profileChange(before, profile) })
    changes.publish('*')
    return { ...profile, revision }
  })

  serve(clinicEndpoints.previewMarkdown, async ({ body }) => ({
    html: showMarkdown(body.markdown),
  }))
}

/** What the clinic promises after a booking. */
function policyRoutes(serve: Serve, { changes, database }: Deps): void {
  serve(changeEndpoints.readPolicy, async () => {
    const { policyRevision: revision, ...policy } = await readRevisedPolicy(database.query)
    return { ...policy, revision }
  })

  serve(staffPolicyEndpoints.changePolicy, async ({ body, note }) => {
    const outcome = await changePolicy(database.query, body)
    if (!outcome.ok) return refuseAffecting(outcome)
    const { before, policy, revision } = outcome
    note({ data: policyChange(before, policy) })
    changes.publish('*')
    return { ...policy, revision }
  })
}
