import { useState } from 'react'
import type { Day } from '../../contract/date.ts'
import type { Treatment } from '../../contract/treatments/treatment.ts'
import type { Choice } from './url-choice.ts'

/**
 * The treatment whose form is open. It opens only with something free to choose; once it is open it
 * stays, with what was typed, also when the last time goes.
 */
export function useOpenTreatment(
  treatments: readonly Treatment[] | undefined,
  choice: Choice,
  day: Day,
): Treatment | undefined {
  const asked = choice.treatment === null ? null : `${day} ${choice.treatment}`
  const [opened, setOpened] = useState<string | null>(null)
  const wanted = treatments?.find(({ _id }) => _id === choice.treatment)
  const canOpen = wanted !== undefined && wanted.slots.length > 0
  if (opened !== null && opened !== asked) setOpened(null)
  if (canOpen && opened !== asked) setOpened(asked)
  return canOpen || opened === asked ? wanted : undefined
}
