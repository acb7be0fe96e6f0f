import { useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../contract/page-paths.ts'
import { useQuery } from '../data/address.ts'
import { ApiError, refusalOf } from '../data/api.ts'
import { type leaving, notSent, useAction } from '../data/use-action.ts'
import { currentLanguage, useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { googleProblem, leaveForGoogle } from './google.ts'
import { originIn } from './origin.ts'
import { useKnownSession } from './session/session.tsx'
import { sessionSettled } from './session/session-changes.ts'
import { readSessionState } from './session/session-state.ts'
import { markSignOut } from './session/unfinished-sign-out.ts'
import { identityTexts } from './texts.ts'

type Operation = () => Promise<'done' | typeof leaving>

/** What the login and sign-up pages share: one operation, one error line, one destination. */
export function useSignIn(page: string, otherwise: string = paths.home) {
  const query = useQuery()
  const { hash } = useLocation()
  const language = useLanguage()
  const session = useKnownSession()
  /** Undefined until there was an operation. */
  const [problem, setProblem] = useState<string>()
  const { pending, run } = useAction({
    async send(operation: Operation) {
      setProblem('')
      await sessionSettled()
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
  const destination = from ?? otherwise

  return {
    page,
    from,
    /** An account was signed in here until its session ended. */
    hasEnded: session.status === 'anonymous' && session.ended === true,
    /** Set once the person is signed in and has a token. */
    goTo: session.status === 'signedIn' ? destination : undefined,
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
    google: () => void run(() => leaveForGoogle(page, from, destination)),
  }
}

/** Google's own mark: its guidelines want it in its colours, in either theme. */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#4285f4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8c-.5 2.8-2 5.1-4.4 6.6v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.1Z"
      />
      <path
        fill="#34a853"
        d="M24 46c5.9 0 10.9-2 14.5-5.4l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.5-3.9-12.3-9H4.4v5.7A22 22 0 0 0 24 46Z"
      />
      <path fill="#fbbc05" d="M11.7 28.2a13 13 0 0 1 0-8.4v-5.7H4.4a22 22 0 0 0 0 19.8l7.3-5.7Z" />
      <path
        fill="#ea4335"
        d="M24 10.8c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A21.1 21.1 0 0 0 24 2 22 22 0 0 0 4.4 14.1l7.3 5.7c1.8-5.2 6.6-9 12.3-9Z"
      />
    </svg>
  )
}

export function GoogleButton({ onClick }: { onClick: () => void }) {
  const t = useTexts(identityTexts)
  return (
    <>
      <p className="identity-or">{t.or}</p>
      <Button variant="quiet" onClick={onClick}>
        <GoogleMark />
        {t.google}
      </Button>
    </>
  )
}
