import type { ReactNode } from 'react'
import type { AffectedAppointment } from '../../contract/errors.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import './affected-modal.css'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { listTexts } from '../i18n/texts-lists.ts'
import { ConfirmModal } from '../ui/modal/confirm-modal.tsx'
import { mostListed } from './use-affected.ts'

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
  /** What becomes of these appointments, and what else there is to choose. */
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

/** How many who wait lose their doctor, and what staff do about it; nothing where nobody does. */
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
