import { useState } from 'react'
import { useLocation } from 'react-router'
import { useQuery } from '../data/address.ts'
import { ApiError, refusalOf } from '../data/api.ts'
import { type leaving, notSent, useAction } from '../data/use-action.ts'
import { currentLanguage, useLanguage } from '../i18n/language.tsx'
import { googleProblem, leaveForGoogle } from './google.ts'
import { originIn, safeOrigin } from './origin.ts'
import { useKnownSession } from './session/session.tsx'
import { readSessionState } from './session/session-state.ts'
import { markSignOut } from './session/unfinished-sign-out.ts'
import { identityTexts } from './texts.ts'

type Operation = () => Promise<'done' | typeof leaving>

/** What the login and sign-up pages share: one operation, one error line, one destination. */
export function useSignIn(page: string, otherwise?: string) {
  const query = useQuery()
  const { hash } = useLocation()
  const language = useLanguage()
  const session = useKnownSession()
  /** Undefined until there was an operation. */
  const [problem, setProblem] = useState<string>()
  const { pending, run } = useAction({
    send(operation: Operation) {
      setProblem('')
      // Also for a wrong password: a 401 here does not say that a session is over.
      return operation().catch((fault: unknown) => {
        const { message, issues } = refusalOf(fault)
        // What is wrong with a field stands there.
        if (issues.length > 0) throw fault
        setProblem(message)
        return notSent
      })
    },
    onDone: (done) => done,
  })
  const from = originIn(query, hash)
  const destination = () => safeOrigin(from, otherwise)

  return {
    from,
    /** Somebody was signed in here until their session ended. */
    hasEnded: session.status === 'anonymous' && session.ended === true,
    /** Set once the person is signed in and has a token. */
    goTo: session.status === 'signedIn' ? destination() : undefined,
    /** A password was right, and a second step is to come. */
    secondStep: session.status === 'anonymous' ? session.secondStep : undefined,
    pending,
    problem: problem ?? googleProblem(query.get('error'), language),
    run,
    /** For the `send` of a form on the page: what is about no field stands in the page's one error line. */
    async runForm(operation: Operation) {
      let refused: unknown
      const done = await run(() =>
        operation().catch((fault: unknown) => {
          refused = fault
          throw fault
        }),
      )
      if (refused !== undefined && refusalOf(refused).issues.length > 0) throw refused
      return done ?? notSent
    },
    setProblem,

    /** Takes over the session that a call has just started. */
    async enter() {
      markSignOut(false)
      await session.refresh()
      const state = readSessionState()
      // Where there is a second step, the page asks for it now.
      if (state.status === 'signedIn' || (state.status === 'anonymous' && state.secondStep)) return
      throw new ApiError({
        status: 0,
        code: 'no_session',
        message: identityTexts[currentLanguage()].noCookies,
      })
    },
    google: () => void run(() => leaveForGoogle(page, from, destination())),
  }
}
