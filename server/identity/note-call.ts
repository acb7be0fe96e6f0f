import { AsyncLocalStorage } from 'node:async_hooks'

/** What our guards find out about a call of better-auth's before it hashes and writes. */
type CallInHand = {
  /** Of a sign-up, as it was typed, in lower case. */
  signUpAddress?: string
  /** Of the next password that is hashed. */
  salt?: string
  /** What the call's password hashes to, where that is known already. */
  hash?: string
  /** The call makes the account that it signs in to. */
  isSignUp?: boolean
  /** Of who makes a passkey. */
  sessionId?: string
  /** What its browser calls the passkey that signs in. */
  credentialId?: string
  /** Who signs in with Google, as Google knows them. */
  google?: { id: string; email: string }
}

const calls = new AsyncLocalStorage<CallInHand>()

export function withCallInHand<T>(call: () => Promise<T>): Promise<T> {
  return calls.run({}, call)
}

export function callInHand(): Readonly<CallInHand> {
  return calls.getStore() ?? {}
}

export function noteInCall(known: CallInHand): void {
  Object.assign(calls.getStore() ?? {}, known)
}
