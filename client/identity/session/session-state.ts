import type { SecondStep } from '../../../contract/identity/identity.ts'

export type SessionUser = {
  id: string
  email: string
  displayName: string
  emailVerified: boolean
}

export type SessionState =
  /** `failed`: asking the server did not work, and it is asked again when the network is back. */
  | { status: 'loading'; user?: undefined; failed?: boolean }
  /**
   * `assumed`: no token is stored here, so the server was not asked: a first visit needs no answer.
   * `signedOutAt`: the history entry on which the person signed out, and the page to go to.
   * `secondStep`: the password was correct, and the second step of the sign-in is pending.
   * `ended`: an account was signed in here until its session turned out to be over.
   */
  | {
      status: 'anonymous'
      user?: undefined
      assumed?: boolean
      signedOutAt?: { key: string; to: string }
      ended?: boolean
      secondStep?: SecondStep
    }
  | { status: 'signedIn'; user: SessionUser }

const loading: SessionState = { status: 'loading' }
let state: SessionState = { status: 'loading' }
const listeners = new Set<() => void>()

export function readSessionState(): SessionState {
  return state
}

/** What prerendered pages show, and what hydration must find again. */
export function prerenderedSessionState(): SessionState {
  return loading
}

export function setSessionState(next: SessionState) {
  state = next
  for (const listen of listeners) listen()
}

export function isSessionUnknown(): boolean {
  return state.status === 'loading' || (state.status === 'anonymous' && state.assumed === true)
}

export function onSessionState(listen: () => void) {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
