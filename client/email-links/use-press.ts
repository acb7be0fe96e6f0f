import { useRef, useState } from 'react'
import type { ReplyRefusal } from '../../contract/email-links/refusals.ts'
import { ApiError } from '../data/api.ts'
import { voidReason } from '../domain/load-reply.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'

/** The one button of a page: one press at a time, and why the last one did nothing. */
export function usePress(onVoid: (reason: ReplyRefusal) => void) {
  const { unexpected } = useTexts(sharedTexts)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Two presses in the same moment both see `busy` unset.
  const inFlight = useRef(false)

  async function press(act: () => Promise<void>) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      const reason = voidReason(error)
      if (reason) onVoid(reason)
      else setProblem(error instanceof ApiError ? error.message : unexpected)
    }
    inFlight.current = false
    setBusy(false)
  }
  return { busy, problem, press }
}
