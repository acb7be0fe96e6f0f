import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import {
  Account,
  AccountDetails,
  AccountSession,
  Deletion,
  DeletionRequest,
  EmailChange,
  PasswordChange,
} from './account.ts'

const Done = z.object({ success: z.literal(true) })
const ByToken = z.object({ token: z.string().check(z.maxLength(100)) })
const own = { access: 'signedIn', proof: 'either' } as const

/** What the holder of an account does with it. */
export const accountEndpoints = {
  readAccount: {
    ...own,
    method: 'GET',
    path: '/account',
    summary: 'The account that is signed in.',
    answer: Account,
  },
  changeAccount: {
    ...own,
    method: 'PUT',
    path: '/account',
    summary: 'Change the name and the phone of the account.',
    body: AccountDetails,
    answer: Account,
  },
  sendConfirmation: {
    ...own,
    method: 'POST',
    path: '/account/confirmation',
    summary: 'Mail the link again that proves the address of the account; a few times an hour.',
    answer: Account,
  },
  changePassword: {
    ...own,
    method: 'PUT',
    path: '/account/password',
    summary: 'Change the password with the present one; every other session ends.',
    body: PasswordChange,
    answer: Done,
  },
  startEmailChange: {
    ...own,
    method: 'POST',
    path: '/account/email',
    summary:
      'Mail a link to another address, which counts once the link was followed. Answered alike where it has an account.',
    body: EmailChange,
    answer: Account,
  },
  confirmEmailChange: {
    ...own,
    method: 'PUT',
    path: '/account/email',
    summary: 'The link of that mail: from now on the address is the account’s.',
    body: ByToken,
    answer: Account,
  },
  dropEmailChange: {
    ...own,
    method: 'DELETE',
    path: '/account/email',
    summary: 'Keep the present address after all.',
    answer: Account,
  },
  stopEmailChange: {
    method: 'POST',
    path: '/account/email/stop',
    summary:
      'The link of the mail to the former address: it stays, or comes back, and every session ends.',
    access: 'anyone',
    body: ByToken,
    answer: Done,
  },
  notePresence: {
    ...own,
    method: 'POST',
    path: '/account/presence',
    summary:
      'Somebody sits at the page: the time after which an idle session of staff ends begins again.',
    answer: Done,
  },
  listSessions: {
    ...own,
    method: 'GET',
    path: '/account/sessions',
    summary: 'Where the account is signed in; the one that asks first.',
    answer: z.array(AccountSession),
  },
  endSessions: {
    ...own,
    recent: true,
    method: 'DELETE',
    path: '/account/sessions',
    summary: 'Sign out everywhere, here too.',
    answer: Done,
  },
  endSession: {
    ...own,
    recent: true,
    method: 'DELETE',
    path: '/account/sessions/:id',
    summary: 'End one of the account’s sessions, with its tokens.',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    answer: Done,
  },
  readDeletion: {
    ...own,
    method: 'GET',
    path: '/account/deletion',
    summary: 'What ends with the account, and what money comes back.',
    answer: Deletion,
  },
  deleteAccount: {
    ...own,
    method: 'POST',
    path: '/account/deletion',
    summary: 'Delete the account, cancel what it has booked, and remove the person from the rest.',
    body: DeletionRequest,
    answer: Done,
  },
} as const satisfies Record<string, Endpoint>
