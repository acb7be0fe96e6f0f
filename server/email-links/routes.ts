import type { Booking } from '../../contract/appointments/appointment.ts'
import { changeRefusals } from '../../contract/appointments/change-refusals.ts'
import { emailLinkEndpoints, type LinkedAppointment } from '../../contract/email-links/endpoints.ts'
import { answerCancel, answerReschedule } from '../appointments/answer-change.ts'
import type { Actor, Appointment } from '../appointments/appointment.ts'
import { confirmAppointment } from '../appointments/status.ts'
import { readChangeTerms } from '../appointments/terms.ts'
import type { Deps } from '../deps.ts'
import { Failure, refuse } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { readSettings, storeByMail } from '../reminders/settings.ts'
import { type FoundLink, findAppointment, findLink, refuseLink } from './find-link.ts'

const done = { success: true as const }

export function emailLinkRoutes(serve: Serve, deps: Deps): void {
  reminderRoutes(serve, deps)

  serve(emailLinkEndpoints.readLink, async ({ params }) => {
    const found = await findLink(deps, params.token)
    if (found instanceof Failure) return found
    if (found.purpose === 'unsubscribe') {
      const { email } = found
      const { byMail } = await readSettings(deps.database.query, email)
      return { purpose: found.purpose, email, byMail }
    }
    return showLinked(deps, found)
  })

  serve(emailLinkEndpoints.confirmByLink, async ({ params }) => {
    const appointment = await findAppointment(deps, params.token, 'confirm')
    if (appointment instanceof Failure) return appointment
    const { revision } = appointment
    const outcome = await confirmAppointment(deps, { ...byPatient(appointment), revision })
    if (outcome.ok) return done
    // Somebody was faster: as it stands now decides.
    const now = await findAppointment(deps, params.token, 'confirm')
    if (now instanceof Failure || now.confirmedAt !== null) {
      return now instanceof Failure ? now : done
    }
    return refuse(changeRefusals, 'appointment_changed')
  })

  serve(emailLinkEndpoints.cancelByLink, async ({ params, body }) => {
    const appointment = await findAppointment(deps, params.token, 'cancel')
    if (appointment instanceof Failure) return appointment
    const answer = await answerCancel(deps, byPatient(appointment), body)
    return answer instanceof Failure ? answer : { ...answer, booking: veil(answer.booking) }
  })

  serve(emailLinkEndpoints.rescheduleByLink, async ({ params, body }) => {
    const appointment = await findAppointment(deps, params.token, 'reschedule')
    if (appointment instanceof Failure) return appointment
    const answer = await answerReschedule(deps, byPatient(appointment), body)
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
  return { purpose, confirmed, terms: { ...terms, booking: veil(terms.booking) } }
}

/** A link may be passed on: it shows what the mail said, and no more. */
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
    if (found instanceof Failure) return found
    if (found.purpose !== 'unsubscribe') return refuseLink('link_void')
    await storeByMail(database.query, { email: found.email, byMail }, clock().toISOString())
    return { byMail }
  }

  serve(emailLinkEndpoints.switchReminders, ({ params, body }) =>
    switchTo(body.byMail, params.token),
  )

  serve(emailLinkEndpoints.unsubscribeAtOnce, async ({ params }) => {
    const outcome = await switchTo(false, params.token)
    return outcome instanceof Failure ? outcome : done
  })
}
