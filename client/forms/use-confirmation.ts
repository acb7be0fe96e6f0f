import type { RefObject } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { useFocusOnceClosed } from './use-focus-once-closed.ts'

type Confirmation<T, Done> = {
  act: (subject: T) => Promise<Done>
  /** The endpoints whose answers this may change. */
  touches?: readonly Endpoint[]
  onDone: (subject: T, done: Done) => void
  onClose: () => void
  /** Takes the focus once it is done and the button that asked is gone with what it was about. */
  focusAfterwards: RefObject<HTMLElement | null>
}

/** What a ConfirmModal needs to do something once it is confirmed, and to say why it was not done. */
export function useConfirmation<T extends object, Done>(
  subject: T | undefined,
  { act, touches = [], onDone, onClose, focusAfterwards }: Confirmation<T, Done>,
) {
  const { pending, refusal, run, forget } = useAction({
    send: act,
    touches,
    onDone: (done: Done, of: T) => onDone(of, done),
  })
  useFocusOnceClosed(subject !== undefined, focusAfterwards)

  return {
    subject,
    isOpen: subject !== undefined,
    busy: pending,
    error: refusal?.message,
    onConfirm: () => subject && void run(subject),
    onClose() {
      forget()
      onClose()
    },
  }
}

/** For a call that removes something: what another tab has removed already is as wanted. */
export function unlessGone(fault: unknown): void {
  if (!(fault instanceof ApiError && fault.code === 'not_found')) throw fault
}
