import { identityCalls } from '../../contract/identity/identity.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { ApiError, call } from '../data/api.ts'
import { leaving } from '../data/use-action.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { withOrigin } from './origin.ts'
import { markSignOut } from './session/unfinished-sign-out.ts'
import { googleTexts } from './texts-google.ts'

export function googleProblem(code: string | null, language: Language): string | undefined {
  const { reasons, otherReason } = googleTexts[language]
  return code === null ? undefined : (reasons[code.toLowerCase()] ?? otherReason)
}

/** Sends the browser to Google, which sends it back to sign-in, or to `page` when it went wrong. */
export async function leaveForGoogle(
  page: string,
  from: string | null,
  destination: string,
): Promise<typeof leaving> {
  const url = await addressAtGoogle(withOrigin(paths.login, destination), withOrigin(page, from))
  markSignOut(false)
  window.location.assign(url)
  return leaving
}

async function addressAtGoogle(callbackURL: string, errorCallbackURL: string): Promise<string> {
  const body = { provider: 'google', callbackURL, errorCallbackURL, disableRedirect: true } as const
  try {
    return (await call(identityCalls.signInWithGoogle, { body })).url
  } catch (fault) {
    const { reasons } = googleTexts[currentLanguage()]
    const known = fault instanceof ApiError ? reasons[fault.code.toLowerCase()] : undefined
    if (!(fault instanceof ApiError) || known === undefined) throw fault
    throw new ApiError({ status: fault.status, code: fault.code, message: known })
  }
}
