import * as z from 'zod/mini'
import { ChangeTerms, changeEndpoints } from '../appointments/change-endpoints.ts'
import { Done } from '../done.ts'
import type { Endpoint } from '../endpoint.ts'
import { PlaceOfAppointment } from '../errors.ts'

const ByToken = z.object({ token: z.string().check(z.maxLength(400)) })

/** What a link from a mail does, and to what. */
export const Reply = z.discriminatedUnion('purpose', [
  z.object({
    purpose: z.enum(['confirm', 'reschedule', 'cancel']),
    /** Its booking without what the mail did not say: phone and transaction are left empty. */
    terms: ChangeTerms,
    confirmed: z.boolean(),
    /** What the clinic had to change and waits to be accepted: as it was before. */
    before: z.nullable(PlaceOfAppointment),
  }),
  z.object({
    purpose: z.literal('unsubscribe'),
    email: z.string(),
    byMail: z.boolean(),
    /** The address is one of this clinic's: reminders by mail can be turned on for it. */
    inUse: z.boolean(),
  }),
])
export type Reply = z.infer<typeof Reply>
export type LinkedAppointment = Extract<Reply, { terms: unknown }>

/**
 * What links from mails do: the token is the proof, each is good for one thing and ends by itself. It comes
 * in the body, since addresses are written down on their way.
 */
export const emailLinkEndpoints = {
  readLink: {
    method: 'POST',
    path: '/email-links',
    summary: 'What a link from a mail is for; nothing is changed.',
    access: 'anyone',
    body: ByToken,
    answer: Reply,
  },
  confirmByLink: {
    method: 'POST',
    path: '/email-links/confirm',
    summary: 'Say by a link from a reminder that one will be there.',
    access: 'anyone',
    body: ByToken,
    answer: Done,
  },
  cancelByLink: {
    method: 'POST',
    path: '/email-links/cancel',
    summary: 'Cancel an appointment by a link from a reminder, under the rules of its patient.',
    access: 'anyone',
    body: z.extend(changeEndpoints.cancelOwn.body, ByToken.shape),
    answer: changeEndpoints.cancelOwn.answer,
  },
  rescheduleByLink: {
    method: 'POST',
    path: '/email-links/reschedule',
    summary: 'Reschedule an appointment by a link from a reminder, under the rules of its patient.',
    access: 'anyone',
    body: z.extend(changeEndpoints.rescheduleOwn.body, ByToken.shape),
    answer: changeEndpoints.rescheduleOwn.answer,
  },
  switchReminders: {
    method: 'POST',
    path: '/email-links/reminders',
    summary: 'End reminders by e-mail by a link from one of them, or have them again.',
    access: 'anyone',
    body: z.extend(ByToken, { byMail: z.boolean() }),
    answer: z.object({ byMail: z.boolean() }),
  },
  unsubscribeAtOnce: {
    method: 'POST',
    path: '/unsubscribe/:token',
    summary:
      'End reminders by e-mail with one press in the mail program, which sends its address and nothing else (RFC 8058).',
    access: 'anyone',
    params: ByToken,
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>
