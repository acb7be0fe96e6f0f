import { useState } from 'react'
import type { AffectedAppointment } from '../../contract/errors.ts'
import { ApiError } from '../data/api-error.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'

type Asked<Change> = { change: Change; affected: readonly AffectedAppointment[] }

type Handling<Change> = {
  /** Makes the change; `confirmed` after staff have seen whom it touches. */
  send: (change: Change, confirmed: boolean) => Promise<void>
  /** Anything but that appointments are touched: for the form to show. */
  onRefused: (error: ApiError) => void
}

/**
 * A change that touches appointments is shown to staff before it is made. `asked` stays while the
 * dialog leaves, so that its text does too.
 */
export function useAffectingChange<Change>({ send, onRefused }: Handling<Change>) {
  const { unexpected } = useTexts(sharedTexts)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked<Change>>()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()

  async function run(change: Change, confirmed: boolean) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await send(change, confirmed)
      setOpen(false)
    } catch (fault) {
      const failure = asApiError(fault, unexpected)
      if (failure.affected && !confirmed) {
        setAsked({ change, affected: failure.affected })
        setOpen(true)
      } else if (confirmed) setError(failure.message)
      else onRefused(failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    make: (change: Change) => void run(change, false),
    /** For an AffectedModal. */
    question: {
      affected: asked?.affected ?? [],
      isOpen,
      busy,
      error,
      onConfirm: () => asked && void run(asked.change, true),
      onClose: () => setOpen(false),
    },
  }
}

function asApiError(fault: unknown, message: string): ApiError {
  if (fault instanceof ApiError) return fault
  return new ApiError({ status: 0, code: 'internal', message })
}
