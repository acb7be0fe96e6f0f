import type { ReactNode } from 'react'
import type { AffectedAppointment } from '../contract/errors.ts'
import './affected-modal.css'
import { ConfirmModal } from './ui/confirm-modal.tsx'

/** As many as the server lists (contract/errors.ts). */
const mostListed = 100
/** The answers to the question stay in sight below these. */
const atFirst = 5

type AffectedModalProps = {
  title: string
  confirmLabel: string
  affected: readonly AffectedAppointment[]
  isOpen: boolean
  busy: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
  /** What becomes of these appointments, and what else there is to choose. */
  children: ReactNode
}

/** Asks before a change that touches appointments, and lists them. */
export function AffectedModal({ affected, children, ...asked }: AffectedModalProps) {
  return (
    <ConfirmModal {...asked}>
      <p>{countText(affected.length)}</p>
      <Appointments of={affected.slice(0, atFirst)} />
      {affected.length > atFirst && (
        <details className="affected-rest">
          <summary>And {affected.length - atFirst} more</summary>
          <Appointments of={affected.slice(atFirst)} />
        </details>
      )}
      {children}
    </ConfirmModal>
  )
}

function Appointments({ of: appointments }: { of: readonly AffectedAppointment[] }) {
  return (
    <ul className="affected">
      {appointments.map(({ _id, patientName, treatment, date, slot }) => (
        <li key={_id}>
          <strong>{patientName}</strong>
          <span>{treatment}</span>
          <span>
            {date}, {slot}
          </span>
        </li>
      ))}
    </ul>
  )
}

function countText(count: number): string {
  if (count >= mostListed) return `This touches many appointments; the first ${count} are:`
  return count === 1 ? 'This touches one appointment:' : `This touches ${count} appointments:`
}
