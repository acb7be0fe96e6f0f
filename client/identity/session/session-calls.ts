import { endpoints } from '../../../contract/endpoints.ts'
import { accountEndpoints } from '../../../contract/identity/account.ts'
import { identityCalls, type SecondStep } from '../../../contract/identity/identity.ts'
import { defineTexts } from '../../../contract/language.ts'
import type { OwnRole } from '../../../contract/roles.ts'
import { ApiError, call } from '../../data/api.ts'
import { onSessionState, readSessionState, type SessionUser } from './session-state.ts'

/** Shown if the session has ended in this browser, but the server could not be reached to end it. */
export const signedOutHere = defineTexts({
  en: 'You are signed out here. We could not reach the clinic to end your session there too; that happens as soon as this page has a connection again.',
  es: 'Aquí ya cerró su sesión. No pudimos avisar a la clínica para cerrarla también allí; lo haremos en cuanto esta página vuelva a tener conexión.',
})

let account = readSessionState().user?.id
let ofSession = new AbortController()

// What is asked about one account is of no use to the next, and would be refused.
onSessionState(() => {
  const { user } = readSessionState()
  if (user?.id === account) return
  account = user?.id
  ofSession.abort()
  ofSession = new AbortController()
})

/** The signed-in account, or the second step that a sign-in waits for. Neither if signed out. */
export async function readUser(): Promise<{ user?: SessionUser; secondStep?: SecondStep }> {
  const session = await call(identityCalls.readSession, {})
  if (session?.secondStep) return { secondStep: session.secondStep }
  if (!session?.user) return {}
  const { id, email, name, emailVerified } = session.user
  return { user: { id, email, displayName: name, emailVerified } }
}

/** Null where the session is over, or is another account's. */
export async function exchangeToken(id: string) {
  try {
    return await call(endpoints.exchangeToken, { params: { email: id } })
  } catch (fault) {
    if (fault instanceof ApiError && (fault.status === 401 || fault.status === 403)) return null
    throw fault
  }
}

/** False where the session is over. */
export async function notePresence(): Promise<boolean> {
  const { signal } = ofSession
  try {
    return (await call(accountEndpoints.notePresence, {}, { signal })).success
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 401) return false
    throw fault
  }
}

/** An admin is who the specification's call says is one. */
export async function readOwnRole(id: string): Promise<OwnRole> {
  const { signal } = ofSession
  const { admin } = await call(endpoints.readAdmin, { params: { email: id } }, { signal })
  const own = await call(endpoints.readOwnRole, {}, { signal })
  return admin === (own.role === 'admin') ? own : { ...own, role: 'patient', capabilities: [] }
}

export async function endSession() {
  await call(identityCalls.signOut, { body: {} })
}
