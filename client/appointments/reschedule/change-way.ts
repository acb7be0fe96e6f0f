import {
  type ChangeTerms,
  changeEndpoints,
} from '../../../contract/appointments/change-endpoints.ts'
import { emailLinkEndpoints } from '../../../contract/email-links/endpoints.ts'
import type { AnswerOf, InputOf } from '../../../contract/endpoint.ts'
import { paths } from '../../../contract/page-paths.ts'
import { ApiError, call } from '../../data/api.ts'

type Cancel = typeof changeEndpoints.cancelOwn
type Reschedule = typeof changeEndpoints.rescheduleOwn

/** How a change is sent: by the signed-in patient, or by a link in an e-mail. */
export type ChangeWay = {
  isSignedIn: boolean
  cancel(body: InputOf<Cancel>['body']): Promise<AnswerOf<Cancel>>
  reschedule(body: InputOf<Reschedule>['body']): Promise<AnswerOf<Reschedule>>
  /** Asked where no clear answer came. */
  isCancelled(): Promise<boolean>
  readTerms(): Promise<ChangeTerms>
  /** The page of the other change; a link is for one alone. */
  toCancel: string | null
  toReschedule: string | null
}

/** Of an appointment of the signed-in patient, by its id. */
export function ownWay(id: string): ChangeWay {
  const params = { id }
  const readTerms = () => call(changeEndpoints.readChangeTerms, { params })
  return {
    isSignedIn: true,
    cancel: (body) => call(changeEndpoints.cancelOwn, { params, body }),
    reschedule: (body) => call(changeEndpoints.rescheduleOwn, { params, body }),
    isCancelled: async () => (await readTerms()).whyNotCancel === 'appointment_cancelled',
    readTerms,
    toCancel: paths.cancelAppointment(id),
    toReschedule: paths.rescheduleAppointment(id),
  }
}

/** Of the appointment that a link's token was made for. */
export function linkWay(token: string): ChangeWay {
  async function readTerms() {
    const reply = await call(emailLinkEndpoints.readLink, { body: { token } })
    if (reply.purpose === 'unsubscribe') throw new Error('The link is about no appointment')
    return reply.terms
  }
  return {
    isSignedIn: false,
    cancel: (body) => call(emailLinkEndpoints.cancelByLink, { body: { token, ...body } }),
    reschedule: (body) => call(emailLinkEndpoints.rescheduleByLink, { body: { token, ...body } }),
    // A cancelled appointment is answered in place of its terms.
    isCancelled: () =>
      readTerms().then(
        () => false,
        (error: unknown) => {
          if (error instanceof ApiError && error.code === 'appointment_cancelled') return true
          throw error
        },
      ),
    readTerms,
    toCancel: null,
    toReschedule: null,
  }
}
