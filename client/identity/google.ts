import { identityCalls } from '../../contract/identity/identity.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { ApiError, call } from '../data/api.ts'
import { leaving } from '../data/use-action.ts'
import { currentLanguage } from '../i18n/language.tsx'
import { withOrigin } from './origin.ts'
import { markSignOut } from './session/unfinished-sign-out.ts'

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

/** By code: what our server answers, or writes into `?error=` when Google sends the person back. */
const googleTexts = defineTexts<{ reasons: Record<string, string>; otherReason: string }>({
  en: {
    reasons: {
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
    },
    otherReason:
      'Google sign-in did not work this time. Please try again, or use your e-mail and password.',
  },
  es: {
    reasons: {
      access_denied: 'Usted detuvo el inicio de sesión en Google. No ha cambiado nada.',
      account_not_linked:
        'Ya hay una cuenta con este correo electrónico. Use su correo y su contraseña, por favor.',
      email_not_found:
        'Google no nos dijo su correo electrónico. Use su correo y su contraseña, por favor.',
      email_not_verified:
        'Google todavía no ha verificado su correo electrónico. Use su correo y su contraseña, por favor.',
      google_not_configured:
        'Esta clínica no tiene el inicio de sesión con Google. Use su correo y su contraseña, por favor.',
      signup_disabled: 'Esta clínica no acepta cuentas nuevas a través de Google.',
    },
    otherReason:
      'Esta vez no funcionó el inicio de sesión con Google. Inténtelo de nuevo o use su correo y su contraseña, por favor.',
  },
})
