import { type RefObject, useState } from 'react'
import { ApiError } from '../data/api-error.ts'
import { useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { useFocusOnceClosed } from './use-focus-once-closed.ts'

type Confirmation<T> = {
  act: (subject: T) => Promise<unknown>
  onDone: (subject: T) => void
  onClose: () => void
  /** Takes the focus once it is done and the button that asked is gone with what it was about. */
  focusAfterwards: RefObject<HTMLElement | null>
}

/**
 * What a ConfirmModal needs to do something once it is confirmed, and to say why it was not done.
 * `subject` stays while the dialog leaves, so that its text does too.
 */
export function useConfirmation<T extends object>(
  asked: T | undefined,
  { act, onDone, onClose, focusAfterwards }: Confirmation<T>,
) {
  const { unexpected } = useTexts(sharedTexts)
  const [subject, setSubject] = useState(asked)
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false })
  if (asked && asked !== subject) {
    setSubject(asked)
    setState({ busy: false })
  }
  useFocusOnceClosed(asked !== undefined, focusAfterwards)

  async function confirm() {
    if (!asked || state.busy) return
    setState({ busy: true })
    try {
      await act(asked)
      setState({ busy: false })
      onDone(asked)
    } catch (fault) {
      setState({ busy: false, error: fault instanceof ApiError ? fault.message : unexpected })
    }
  }

  function close() {
    setState({ busy: false })
    onClose()
  }

  return {
    subject,
    isOpen: asked !== undefined,
    ...state,
    onConfirm: () => void confirm(),
    onClose: close,
  }
}
