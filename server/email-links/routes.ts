import type { Booking } from '../../contract/appointments/appointment.ts'
import { changeRefusals } from '../../contract/appointments/change-refusals.ts'
import { formatDay } from '../../contract/date.ts'
import { done } from '../../contract/done.ts'
import { emailLinkEndpoints, type LinkedAppointment } from '../../contract/email-links/endpoints.ts'
import { type LinkRefusal, linkRefusals } from '../../contract/email-links/refusals.ts'
import type { PlaceOfAppointment } from '../../contract/errors.ts'
import { answerCancel, answerReschedule } from '../appointments/answer-change.ts'
import type { Actor, Appointment } from '../appointments/appointment.ts'
import { confirmAppointment } from '../appointments/status.ts'
import { readChangeTerms } from '../appointments/terms.ts'
import type { Deps } from '../deps.ts'
import { findOpenSettlement } from '../doctors/plan-changes/find-open.ts'
import type { Settlement } from '../doctors/plan-changes/plan-change.ts'
import { Failure, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { readByMail, storeByMail } from '../reminders/settings.ts'
import { type FoundLink, findAppointment, findLink } from './issue-link.ts'

export function emailLinkRoutes(serve: Serve, deps: Deps): void {
  reminderRoutes(serve, deps)

  serve(emailLinkEndpoints.readLink, async ({ body: { token } }) => {
    const found = await findLink(deps, token)
    if (!found.ok) return refuseLink(found.reason)
    const { link } = found
    if (link.purpose === 'unsubscribe') {
      const { purpose, email } = link
      return { purpose, email, ...(await readByMail(deps.database.query, email)) }
    }
    return showLinked(deps, link)
  })

  serve(emailLinkEndpoints.confirmByLink, async ({ body: { token } }) => {
    const found = await findAppointment(deps, token, 'confirm')
    if (!found.ok) return refuseLink(found.reason)
    const { appointment } = found
    const { revision } = appointment
    const outcome = await confirmAppointment(deps, { ...byPatient(appointment), revision })
    if (outcome.ok) return done
    // The appointment was changed concurrently: its current state decides.
    const now = await findAppointment(deps, token, 'confirm')
    if (!now.ok) return refuseLink(now.reason)
    if (now.appointment.confirmedAt !== null) return done
    return refuse(changeRefusals, 'appointment_changed')
  })

  serve(emailLinkEndpoints.cancelByLink, async ({ body: { token, ...change } }) => {
    const found = await findAppointment(deps, token, 'cancel')
    if (!found.ok) return refuseLink(found.reason)
    const { appointment } = found
    const answer = await answerCancel(deps, byPatient(appointment), change)
    return answer instanceof Failure ? answer : { ...answer, booking: veil(answer.booking) }
  })

  serve(emailLinkEndpoints.rescheduleByLink, async ({ body: { token, ...change } }) => {
    const found = await findAppointment(deps, token, 'reschedule')
    if (!found.ok) return refuseLink(found.reason)
    const { appointment } = found
    const answer = await answerReschedule(deps, byPatient(appointment), change)
    return answer instanceof Failure ? answer : { ...answer, booking: veil(answer.booking) }
  })
}

/** What a link is for, with what its reader must know first. */
async function showLinked(
  deps: Deps,
  { purpose, appointment }: Exclude<FoundLink, { purpose: 'unsubscribe' }>,
): Promise<LinkedAppointment> {
  const terms = await readChangeTerms(deps, appointment)
  const confirmed = appointment.confirmedAt !== null
  const open = terms.displaced && (await findOpenSettlement(deps.database.query, appointment))
  const before = open ? placeOf(open) : null
  return { purpose, confirmed, before, terms: { ...terms, booking: veil(terms.booking) } }
}

function placeOf({ day, slot, doctorId: doctor, doctorName }: Settlement): PlaceOfAppointment {
  return { date: formatDay(day), slot, doctor, doctorName }
}

/** A link may be passed on: it shows only what the mail said. */
function veil(booking: Booking): Booking {
  return { ...booking, phone: '', transactionId: null }
}

/** Who holds a link acts as the patient it was sent to. */
function byPatient({ id, patient, bookedBy }: Appointment): { id: string; actor: Actor } {
  return { id, actor: { email: patient, userId: bookedBy ?? '', isStaff: false } }
}

function reminderRoutes(serve: Serve, deps: Deps): void {
  const { clock, database } = deps

  async function switchTo(byMail: boolean, token: string) {
    const found = await findLink(deps, token)
    if (!found.ok) return refuseLink(found.reason)
    const { link } = found
    if (link.purpose !== 'unsubscribe') return refuseLink('link_void')
    const change = { email: link.email, byMail }
    const isStored = await storeByMail(database, change, clock().toISOString())
    return byMail && !isStored ? refuseLink('link_void') : { byMail }
  }

  serve(emailLinkEndpoints.switchReminders, ({ body: { token, byMail } }) =>
    switchTo(byMail, token),
  )

  serve(emailLinkEndpoints.unsubscribeAtOnce, async ({ params }) => {
    const outcome = await switchTo(false, params.token)
    return outcome instanceof Failure ? outcome : done
  })
}

/** 410: the link worked once and no longer does. */
function refuseLink(code: LinkRefusal): Failure {
  return refuse(linkRefusals, code, 410)
}
