import { useRef, useState } from 'react'
import { ApiError } from '../../data/api.ts'
import { useTexts } from '../../i18n/language.tsx'
import { sharedTexts } from '../../i18n/texts.ts'
import { useSession } from '../../identity/session.tsx'
import { changeTexts } from './texts.ts'

type Sending<Done> = {
  send: () => Promise<Done>
  /** Asks what became of it where no clear answer came; `null`: nothing has changed. */
  find: () => Promise<Done | null>
  onDone: (done: Done) => void
  /** The clinic said no: what is shown may no longer be so. */
  onRefused: () => void
}

/** Sends one change at a time, and says why it was not made and what is safe. */
export function useSend() {
  const { refresh } = useSession()
  const t = useTexts(changeTexts)
  const { unexpected } = useTexts(sharedTexts)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Two presses in the same moment both see `busy` unset.
  const inFlight = useRef(false)

  function explain(error: unknown): string {
    if (!(error instanceof ApiError)) return `${unexpected} ${t.unclear}`
    const { status, message, retryAfterSeconds: seconds } = error
    if (status === 401) return `${t.stays} ${t.signedOut}`
    if (status === 429) return `${message} ${seconds ? t.waitText(seconds) : ''}`.trimEnd()
    return isUnclear(error) ? `${message} ${t.unclear}` : `${message} ${t.stays}`
  }

  async function attempt<Done>({ send, find, onDone, onRefused }: Sending<Done>) {
    try {
      return onDone(await send())
    } catch (error) {
      const done = isUnclear(error) ? await find().catch(() => null) : null
      if (done !== null) return onDone(done)
      setProblem(explain(error))
      if (statusOf(error) === 409) onRefused()
      // Where the session is over, the page's guard asks to sign in and comes back here.
      if (statusOf(error) === 401) refresh().catch(() => {})
    }
  }

  async function run<Done>(sending: Sending<Done>) {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    setProblem(undefined)
    await attempt(sending)
    inFlight.current = false
    setBusy(false)
  }

  return { busy, problem, run }
}

function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0
}

/** It may have been done all the same. */
function isUnclear(error: unknown): boolean {
  const status = statusOf(error)
  return status < 400 || status >= 500
}
