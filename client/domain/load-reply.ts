import type { BookingCalendar } from '../../contract/clinic/clinic.ts'
import { type Reply, replyEndpoints } from '../../contract/email-links/endpoints.ts'
import { type ReplyRefusal, replyRefusals } from '../../contract/email-links/refusals.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { ApiError, call } from '../data/api.ts'

export type Purpose = Reply['purpose']
/** What a link for one purpose stands for. */
export type ReplyFor<P extends Purpose> = P extends 'unsubscribe'
  ? Extract<Reply, { email: string }>
  : Extract<Reply, { terms: unknown }>

export type LoadedReply<P extends Purpose> =
  | { kind: 'found'; reply: ReplyFor<P>; calendar: BookingCalendar }
  | { kind: 'void'; reason: ReplyRefusal }

/** What a link from a mail is for; that it is good no more, or for another page, is an answer too. */
export async function loadReply<P extends Purpose>(
  token: string,
  purpose: P,
  signal: AbortSignal,
): Promise<LoadedReply<P>> {
  try {
    const [reply, calendar] = await Promise.all([
      call(replyEndpoints.readReply, { params: { token } }, { signal }),
      call(endpoints.readCalendar, {}, { signal }),
    ])
    return isFor(reply, purpose)
      ? { kind: 'found', reply, calendar }
      : { kind: 'void', reason: 'link_void' }
  } catch (error) {
    const reason = voidReason(error)
    if (reason === null) throw error
    return { kind: 'void', reason }
  }
}

/** Why a link is good no more; `null` for a failure of another kind. */
export function voidReason(error: unknown): ReplyRefusal | null {
  if (!(error instanceof ApiError)) return null
  // 400: too long for any of ours.
  if (error.status === 400) return 'link_void'
  return isRefusal(error.code) ? error.code : null
}

function isRefusal(code: string): code is ReplyRefusal {
  return Object.hasOwn(replyRefusals, code)
}

function isFor<P extends Purpose>(reply: Reply, purpose: P): reply is ReplyFor<P> & Reply {
  return reply.purpose === purpose
}
