import { ApiError } from '../data/api.ts'
import { currentLanguage, useLanguage } from '../i18n/language.tsx'
import { googleProblem, leaveForGoogle } from './google.ts'
import { originIn, safeOrigin } from './origin.ts'
import { useQuery } from './query.ts'
import { useKnownSession } from './session.tsx'
import { readSessionState } from './session-state.ts'
import { identityTexts } from './texts.ts'
import { markSignOut } from './unfinished-sign-out.ts'
import { useOperation } from './use-operation.ts'

/** What the login and sign-up pages share: one operation, one error line, one destination. */
export function useSignIn(page: string, otherwise?: string) {
  const query = useQuery()
  const language = useLanguage()
  const session = useKnownSession()
  const operation = useOperation()
  const from = originIn(query)
  const destination = () => safeOrigin(from, otherwise)

  return {
    from,
    /** Set once the person is signed in and has a token. */
    goTo: session.status === 'signedIn' ? destination() : undefined,
    running: operation.running,
    problem: operation.problem ?? googleProblem(query.get('error'), language),
    run: operation.run,
    setProblem: operation.setProblem,

    /** Takes over the session that a call has just started. */
    async enter() {
      markSignOut(false)
      await session.refresh()
      if (readSessionState().status === 'signedIn') return
      throw new ApiError({
        status: 0,
        code: 'no_session',
        message: identityTexts[currentLanguage()].noCookies,
      })
    },
    google: () => operation.run(() => leaveForGoogle(page, from, destination())),
  }
}
