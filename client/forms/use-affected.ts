import { useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { AffectedAppointment } from '../../contract/errors.ts'
import { refusalOf } from '../data/api.ts'
import { notSent, useAction } from '../data/use-action.ts'

/** As many as the server lists (contract/errors.ts). */
export const mostListed = 100

/** For an AffectedModal. */
export type AffectedQuestion = ReturnType<typeof useAffected>['question']

type AffectingChange<Change, Done> = {
  /** Makes the change; `confirmed` after staff have seen what it touches. */
  send: (change: Change, confirmed: boolean) => Promise<Done>
  touches?: readonly Endpoint[]
  /** It was made after it was confirmed; what needs no question ends in the form's own `onDone`. */
  onConfirmed: (done: Done, change: Change) => void
}

/**
 * A change that touches appointments, or who waits for a doctor, is shown to staff before it is made. `ask` is the `send` of a
 * form; `question` is for an AffectedModal.
 */
export function useAffected<Change, Done>(making: AffectingChange<Change, Done>) {
  const { send, touches = [], onConfirmed } = making
  type Asked = { change: Change; affected: readonly AffectedAppointment[]; waiting: number }
  const [asked, setAsked] = useState<Asked>()
  const { pending, refusal, run, forget } = useAction({
    send: (change: Change) => send(change, true),
    touches,
    onDone(done, change) {
      setAsked(undefined)
      onConfirmed(done, change)
    },
  })

  return {
    async ask(change: Change): Promise<Done | typeof notSent> {
      try {
        return await send(change, false)
      } catch (fault) {
        const { affected, waiting = 0 } = refusalOf(fault)
        if (!affected) throw fault
        forget()
        setAsked({ change, affected, waiting })
        return notSent
      }
    },
    question: {
      affected: asked?.affected ?? [],
      waiting: asked?.waiting ?? 0,
      isOpen: asked !== undefined,
      busy: pending,
      error: refusal?.message,
      onConfirm: () => void (asked && run(asked.change)),
      onClose: () => setAsked(undefined),
    },
  }
}
