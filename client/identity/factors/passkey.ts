import { passkeyCalls } from '../../../contract/identity/factors.ts'
import { ApiError, call } from '../../data/api.ts'
import { currentLanguage } from '../../i18n/language.tsx'
import { factorTexts } from './texts.ts'

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  )
}

/** Makes a passkey on this device, or on another one that the browser asks, and stores it by a name. */
export async function makePasskey(name: string): Promise<void> {
  const options = await call(passkeyCalls.registrationOptions, {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    ...options,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const response = await ask(() => navigator.credentials.create({ publicKey }))
  await call(passkeyCalls.register, { body: { response, name } })
}

/** Signs in with a passkey. If an account is already signed in, it is one of that account's passkeys. */
export async function signInByPasskey(): Promise<void> {
  const publicKey = await signInOptions()
  const response = await ask(() => navigator.credentials.get({ publicKey }))
  await call(passkeyCalls.signIn, { body: { response } })
}

async function signInOptions(signal?: AbortSignal) {
  const options = await call(passkeyCalls.signInOptions, {}, { signal })
  return PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    userVerification: 'required',
  })
}

/** The offer that is open: a browser asks for one passkey at a time. */
let offer: AbortController | undefined

/**
 * Offers passkeys among what the browser fills in, where it can. Answers how to sign in with the one that was
 * chosen, or `null` where none was until the offer ended.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<(() => Promise<void>) | null> {
  if (!knowsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()))
    return null
  if (signal.aborted) return null
  const own = new AbortController()
  offer = own
  const ended = AbortSignal.any([signal, own.signal])
  try {
    const publicKey = await signInOptions(ended)
    const way = { publicKey, mediation: 'conditional', signal: ended } as const
    const credential = await navigator.credentials.get(way)
    if (!(credential instanceof PublicKeyCredential)) return null
    const response = { ...credential.toJSON() }
    return async () => void (await call(passkeyCalls.signIn, { body: { response } }))
  } catch {
    // No error for an offer that was not requested: the password and the button remain.
    return null
  }
}

/** Browsers do not say whether it was cancelled, took too long, or is not there. */
async function ask(way: () => Promise<Credential | null>): Promise<Record<string, unknown>> {
  const t = factorTexts[currentLanguage()]
  offer?.abort()
  try {
    const credential = await way()
    if (credential instanceof PublicKeyCredential) return { ...credential.toJSON() }
  } catch (fault) {
    const isKnown = fault instanceof DOMException && fault.name === 'InvalidStateError'
    if (isKnown) throw new ApiError({ status: 409, code: 'passkey_known', message: t.passkeyKnown })
    if (!(fault instanceof DOMException)) throw fault
  }
  throw new ApiError({ status: 400, code: 'passkey_not_given', message: t.passkeyNotGiven })
}
