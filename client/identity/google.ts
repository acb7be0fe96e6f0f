import { identityCalls } from '../../contract/identity.ts'
import { ApiError, call } from '../api.ts'
import { paths } from '../paths.ts'
import { withOrigin } from './origin.ts'
import { markSignOut } from './unfinished-sign-out.ts'

/** By code: what our server answers, or writes into `?error=` when Google sends the person back. */
const reasons: Record<string, string> = {
  access_denied: 'You stopped the sign-in at Google. Nothing has changed.',
  account_not_linked:
    'There is already an account with this e-mail address. Please use your e-mail and password.',
  email_not_found:
    'Google did not tell us your e-mail address. Please use your e-mail and password.',
  email_not_verified:
    'Google has not verified your e-mail address yet. Please use your e-mail and password.',
  google_not_configured:
    'Google sign-in is not set up for this clinic. Please use your e-mail and password.',
  signup_disabled: 'This clinic does not take new accounts through Google.',
}
const otherReason =
  'Google sign-in did not work this time. Please try again, or use your e-mail and password.'

export function googleProblem(code: string | null): string | undefined {
  return code === null ? undefined : (reasons[code.toLowerCase()] ?? otherReason)
}

/** Sends the browser to Google, which sends it back to sign-in, or to `page` when it went wrong. */
export async function leaveForGoogle(page: string, from: string | null, destination: string) {
  const url = await addressAtGoogle(withOrigin(paths.login, destination), withOrigin(page, from))
  markSignOut(false)
  window.location.assign(url)
  return 'leaving' as const
}

async function addressAtGoogle(callbackURL: string, errorCallbackURL: string): Promise<string> {
  const body = { provider: 'google', callbackURL, errorCallbackURL, disableRedirect: true } as const
  try {
    return (await call(identityCalls.signInWithGoogle, { body })).url
  } catch (fault) {
    const known = fault instanceof ApiError ? reasons[fault.code.toLowerCase()] : undefined
    if (!(fault instanceof ApiError) || known === undefined) throw fault
    throw new ApiError({ status: fault.status, code: fault.code, message: known })
  }
}
