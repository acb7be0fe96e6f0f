import { ApiError } from '../data/api.ts'
import { useSession } from './session.tsx'
import { useOperation } from './use-operation.ts'

/** What came of the link in a mail that proves an address. */
export type Outcome = 'confirmed' | 'joined' | 'denied' | 'refused'
export type StepProps = { token: string; onOutcome: (outcome: Outcome) => void }

/** The steps' one operation: a link that is over ends it, and the session learns what has changed. */
export function useStep({ onOutcome }: StepProps) {
  const { refresh } = useSession()
  const operation = useOperation()
  const run = (act: () => Promise<unknown>, outcome: Outcome) =>
    operation.run(async () => {
      const reached = await act().then(
        () => outcome,
        (fault: unknown) => {
          if (fault instanceof ApiError && fault.code === 'link_over') return 'refused' as const
          throw fault
        },
      )
      await refresh().catch(() => {})
      onOutcome(reached)
      return 'done'
    })
  return { ...operation, run }
}
