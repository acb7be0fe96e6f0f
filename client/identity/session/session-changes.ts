import type { SecondStep } from '../../../contract/identity/identity.ts'
import {
  readAccessToken,
  renewAccessToken,
  renewAccessTokenBy,
  storeAccessToken,
} from '../../data/access-token.ts'
import { isSessionUnknown, readSessionState, setSessionState } from './session-state.ts'
import { markSignOut, signOutIsUnfinished } from './unfinished-sign-out.ts'

/** What the first view does without: the contract and zod come with it. */
export const sessionCalls = () => import('./session-calls.ts')

let last: Promise<unknown> = Promise.resolve()

/** One change at a time: a late answer never overtakes a newer one. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const mine = last.then(change, change)
  last = mine.catch(() => {})
  return mine
}

/**
 * Resolves when no change is under way. A sign-in waits for it: the late answer to a sign-out would remove the
 * cookie of the new session.
 */
export function sessionSettled(): Promise<unknown> {
  return last
}

/** This browser's side of the end of a session. */
export function dropSession(signedOutAt?: { key: string; to: string }) {
  cancelRenewal()
  storeAccessToken(null)
  if (signedOutAt !== undefined) setSessionState({ status: 'anonymous', signedOutAt })
  else if (readSessionState().user) setSessionState({ status: 'anonymous', ended: true })
  else if (isSessionUnknown()) setSessionState({ status: 'anonymous' })
}

let timer: ReturnType<typeof setTimeout> | undefined
let lifetimeMs = 0
let due = Number.POSITIVE_INFINITY

/** Renews well before the end, so that a slow network does not matter. */
function scheduleRenewal(expiresInSeconds: number) {
  lifetimeMs = expiresInSeconds * 1000
  postponeRenewal()
}

/** Another tab has just renewed the token that all of them share. */
export function postponeRenewal() {
  clearTimeout(timer)
  if (lifetimeMs === 0) return
  const wait = lifetimeMs * 0.75
  due = Date.now() + wait
  timer = setTimeout(renewIfDue, wait)
}

function cancelRenewal() {
  clearTimeout(timer)
  lifetimeMs = 0
  due = Number.POSITIVE_INFINITY
}

/** Timers sleep with a laptop or a hidden tab: waking up asks too. */
export function renewIfDue() {
  // A failure here is no news: the next call finds its token refused and renews it itself.
  if (Date.now() >= due) renewAccessToken().catch(() => {})
}

/** False where the session turned out to be over. */
async function obtainToken(id: string): Promise<boolean> {
  const { exchangeToken } = await sessionCalls()
  const answer = await exchangeToken(id)
  if (!answer) return false
  storeAccessToken(answer.token)
  scheduleRenewal(answer.expiresIn)
  return true
}

/** Signed out; after a correct password, until the second step is taken. */
function awaitStep(secondStep: SecondStep | undefined) {
  dropSession()
  if (secondStep) setSessionState({ status: 'anonymous', secondStep })
}

/** Asks the server which account is signed in. Fetches an access token if it is another one or has none. */
export function refreshSession(): Promise<void> {
  return inTurn(async () => {
    try {
      if (signOutIsUnfinished()) await finishSignOut()
      const { readUser } = await sessionCalls()
      const { user, secondStep } = await readUser()
      if (!user) return awaitStep(secondStep)
      const same = readSessionState().user?.id === user.id && readAccessToken() !== null
      if (!same && !(await obtainToken(user.id))) return dropSession()
      setSessionState({ status: 'signedIn', user })
    } catch (fault) {
      if (isSessionUnknown()) setSessionState({ status: 'loading', failed: true })
      throw fault
    }
  })
}

renewAccessTokenBy(() =>
  inTurn(async () => {
    const { user } = readSessionState()
    if (!user) return false
    const renewed = await obtainToken(user.id)
    if (!renewed) dropSession()
    return renewed
  }),
)

async function finishSignOut() {
  const { endSession } = await sessionCalls()
  await endSession()
  markSignOut(false)
}

/** Signs out here at once; false where the server could not be reached yet. */
export function endSession(signedOutAt: { key: string; to: string }): Promise<boolean> {
  dropSession(signedOutAt)
  markSignOut(true)
  return inTurn(async () => {
    // A refresh that was under way may have signed in again.
    if (readSessionState().status !== 'anonymous') dropSession(signedOutAt)
    try {
      await finishSignOut()
      return true
    } catch {
      return false
    }
  })
}
