import { useEffect, useSyncExternalStore } from 'react'
import type { Capability, OwnRole } from '../../contract/roles.ts'
import { useSession } from './session/session.tsx'
import { sessionCalls } from './session/session-changes.ts'
import { onSessionState, readSessionState } from './session/session-state.ts'

type Known = {
  id: string
  status: 'unknown' | 'known' | 'failed'
  own: OwnRole
}

const patient: OwnRole = { role: 'patient', capabilities: [], doctor: null }
const nobody: Known = { id: '', status: 'unknown', own: patient }

let known = nobody
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function know(next: Known) {
  known = next
  for (const listener of listeners) listener()
}

// Who signs in again is asked about again: their role may have changed.
onSessionState(() => {
  if (known.id !== (readSessionState().user?.id ?? '')) know(nobody)
})

async function ask(id: string) {
  const asked = { ...nobody, id }
  know(asked)
  const { readOwnRole } = await sessionCalls()
  if (known !== asked) return
  const next: Known = await readOwnRole(id).then(
    (own) => ({ id, status: 'known', own }),
    () => ({ ...asked, status: 'failed' }),
  )
  if (known === asked) know(next)
}

function useKnown(): Known {
  const now = useSyncExternalStore(
    listen,
    () => known,
    () => known,
  )
  const id = useSession().user?.id ?? ''
  return now.id === id ? now : nobody
}

/** Reads the role again, after the account was given one on this page. */
export function askAgain(id: string): void {
  void ask(id)
}

type StaffStatus = 'unknown' | 'yes' | 'no' | 'failed'

/** Whether the signed-in person is of the staff: the server is asked once for each who signs in. */
export function useStaff(): { status: StaffStatus; retry(): void } {
  const { status, own } = useKnown()
  const signedIn = useSession().user?.id ?? ''

  useEffect(() => {
    if (signedIn !== '' && known.id !== signedIn) void ask(signedIn)
  }, [signedIn])

  const retry = () => void ask(signedIn)
  if (status !== 'known') return { status, retry }
  return { status: own.role === 'patient' ? 'no' : 'yes', retry }
}

/** What the server has said of the signed-in person, a patient's until then; asks nothing itself. */
export function useOwnRole(): OwnRole {
  return useKnown().own
}

/** Whether the signed-in person may do something; asks nothing itself, and the server decides. */
export function useMay(): (capability: Capability) => boolean {
  const { capabilities } = useOwnRole()
  return (capability) => capabilities.includes(capability)
}
