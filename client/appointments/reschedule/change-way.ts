import {
  type ChangeTerms,
  changeEndpoints,
} from '../../../contract/appointments/change-endpoints.ts'
import { replyEndpoints } from '../../../contract/email-links/endpoints.ts'
import type { AnswerOf, InputOf } from '../../../contract/endpoint.ts'
import { paths } from '../../../contract/page-paths.ts'
import { ApiError, call } from '../../data/api.ts'

type Cancel = typeof changeEndpoints.cancelOwn
type Move = typeof changeEndpoints.moveOwn

/** How a change is asked for: by the signed-in patient, or by a link from a mail. */
export type ChangeWay = {
  isSignedIn: boolean
  cancel(body: InputOf<Cancel>['body']): Promise<AnswerOf<Cancel>>
  move(body: InputOf<Move>['body']): Promise<AnswerOf<Move>>
  /** For when no answer came: what stands now. */
  isCancelled(): Promise<boolean>
  readTerms(): Promise<ChangeTerms>
  /** Where the other of the two is done; a link does one thing alone. */
  toCancel: string | null
  toMove: string | null
}

/** Of one of one's own appointments, by its id. */
export function ownWay(id: string): ChangeWay {
  const params = { id }
  const readTerms = () => call(changeEndpoints.readChangeTerms, { params })
  return {
    isSignedIn: true,
    cancel: (body) => call(changeEndpoints.cancelOwn, { params, body }),
    move: (body) => call(changeEndpoints.moveOwn, { params, body }),
    isCancelled: async () => (await readTerms()).whyNotCancel === 'appointment_cancelled',
    readTerms,
    toCancel: paths.cancelAppointment(id),
    toMove: paths.moveAppointment(id),
  }
}

/** Of the appointment that a link's token was made for. */
export function linkWay(token: string): ChangeWay {
  const params = { token }
  async function readTerms() {
    const reply = await call(replyEndpoints.readReply, { params })
    if (reply.purpose === 'unsubscribe') throw new Error('The link is about no appointment')
    return reply.terms
  }
  return {
    isSignedIn: false,
    cancel: (body) => call(replyEndpoints.cancelByLink, { params, body }),
    move: (body) => call(replyEndpoints.moveByLink, { params, body }),
    // Its end is told in place of the terms.
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
    toMove: null,
  }
}
