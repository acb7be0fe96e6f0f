import { ApiError } from '../data/api.ts'
import { useSession } from './session/session.tsx'

/** What came of the link in a mail that proves an address. */
export type Outcome = 'confirmed' | 'joined' | 'denied' | 'refused'
export type StepProps = { token: string; onOutcome: (outcome: Outcome) => void }

/**
 * For the `send` of a step, which answers its outcome: a link that is over is one as well, and the
 * session learns what has changed.
 */
export function useStep() {
  const { refresh } = useSession()
  return async (act: () => Promise<unknown>, outcome: Outcome): Promise<Outcome> => {
    const reached = await act().then(
      () => outcome,
      (fault: unknown) => {
        if (fault instanceof ApiError && fault.code === 'link_over') return 'refused' as const
        throw fault
      },
    )
    await refresh().catch(() => {})
    return reached
  }
}
