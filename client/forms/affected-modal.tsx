import { type ReactNode, useState } from 'react'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { AffectedAppointment } from '../../contract/errors.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { refusalOf } from '../data/api.ts'
import { notSent, useAction } from '../data/use-action.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import { toast } from '../ui/feedback/toast.ts'
import { ConfirmModal } from '../ui/modal/modal.tsx'
import './affected-modal.css'

/** The answers to the question stay in sight below these. */
const atFirst = 5

type AffectedModalProps = {
  title: string
  confirmLabel: string
  affected: readonly AffectedAppointment[]
  /** How many requests of the waitlist lose their doctor. */
  waiting: number
  isOpen: boolean
  busy: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
  /** Says what happens to these appointments, and what else staff can choose. */
  children: ReactNode
}

/** Asks before a change that touches appointments, and lists them, or who waits for a doctor. */
export function AffectedModal({ affected, waiting, children, ...asked }: AffectedModalProps) {
  return (
    <ConfirmModal {...asked}>
      {affected.length > 0 && (
        <>
          <AffectedList affected={affected} />
          {children}
        </>
      )}
      <WaitingNote count={waiting} />
    </ConfirmModal>
  )
}

/** How many waitlist requests lose their doctor, and what staff can do; renders nothing if there are none. */
export function WaitingNote({ count }: { count: number }) {
  const t = useTexts(listTexts)
  return count > 0 && <p>{t.loseDoctor(count)}</p>
}

type AffectedListProps = Pick<AffectedModalProps, 'affected'> & { first?: number }

/** How many a change touches, the first of them, and the rest behind a press. */
export function AffectedList({ affected, first = atFirst }: AffectedListProps) {
  const t = useTexts(listTexts)
  const count = affected.length
  return (
    <>
      <p>{count >= mostListed ? t.touchesMany(count) : t.touches(count)}</p>
      <Appointments of={affected.slice(0, first)} />
      {count > first && (
        <details className="affected-rest">
          <summary>{t.andMore(count - first)}</summary>
          <Appointments of={affected.slice(first)} />
        </details>
      )}
    </>
  )
}

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

type Asked<Change, Done> = Pick<AffectingChange<Change, Done>, 'send'> & {
  change: Change
  affected: readonly AffectedAppointment[]
  waiting: number
}

/**
 * A change that touches appointments, or who waits for a doctor, is shown to staff before it is made. `ask` is the `send` of a
 * form; `question` is for an AffectedModal. What is confirmed is what was asked about, with the revision that it was made from:
 * where somebody else has saved since, the question closes, and the form shows what changed.
 */
export function useAffected<Change, Done>(making: AffectingChange<Change, Done>) {
  const { send, touches = [], onConfirmed } = making
  const [asked, setAsked] = useState<Asked<Change, Done>>()
  const { pending, refusal, run, forget } = useAction({
    send: ({ change, send: sendAsked }: Asked<Change, Done>) => sendAsked(change, true),
    touches,
    onDone(done, { change }) {
      setAsked(undefined)
      onConfirmed(done, change)
    },
    onRefused({ code, message }) {
      if (code !== 'changed_meanwhile') return
      setAsked(undefined)
      toast.error(message)
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
        setAsked({ change, send, affected, waiting })
        return notSent
      }
    },
    question: {
      affected: asked?.affected ?? [],
      waiting: asked?.waiting ?? 0,
      isOpen: asked !== undefined,
      busy: pending,
      error: refusal?.message,
      onConfirm: () => void (asked && run(asked)),
      onClose: () => setAsked(undefined),
    },
  }
}

function Appointments({ of: appointments }: { of: readonly AffectedAppointment[] }) {
  const language = useLanguage()
  return (
    <ul className="affected">
      {appointments.map(({ _id, patientName, treatment, date, slot }) => (
        <li key={_id}>
          <strong>{patientName}</strong>
          <span>{treatment}</span>
          <span>
            {showDate(language, date)}, {showSlot(language, slot)}
          </span>
        </li>
      ))}
    </ul>
  )
}
