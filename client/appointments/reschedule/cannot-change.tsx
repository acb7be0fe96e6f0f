import type { ReactNode } from 'react'
import {
  type ChangeRefusal,
  changeRefusals,
} from '../../../contract/appointments/change-refusals.ts'
import { paths } from '../../../contract/page-paths.ts'
import { clinic } from '../../domain/clinic.ts'
import { useTexts } from '../../i18n/language.tsx'
import picture from '../../ui/art/no-appointments.svg'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { refusalTexts } from './refusal-texts.ts'
import { changeTexts } from './texts.ts'

type CannotChangeProps = { title: string; reason: string; children?: ReactNode }

/** Why there is nothing to change here now, and what to do instead. */
export function CannotChange({ title, reason, children }: CannotChangeProps) {
  const t = useTexts(changeTexts)
  const refusals = useTexts(refusalTexts)
  const toAppointments = (
    <ButtonLink variant="quiet" to={paths.dashboard}>
      {t.myAppointments}
    </ButtonLink>
  )
  if (reason === 'appointment_cancelled') {
    return (
      <EmptyState
        picture={picture}
        title={t.isCancelled}
        action={
          <div className="outcome-links">
            <ButtonLink to={paths.appointment}>{t.bookAnother}</ButtonLink>
            <ButtonLink variant="quiet" to={paths.dashboardHistory}>
              {t.myHistory}
            </ButtonLink>
          </div>
        }
      >
        <p>{t.isCancelledText}</p>
      </EmptyState>
    )
  }
  const hasBegun = reason === 'appointment_begun'
  const known = isRefusal(reason) ? refusals[reason] : ''
  return (
    <EmptyState
      picture={picture}
      title={hasBegun ? t.hasBegun : title}
      action={
        <div className="outcome-links">
          <a className="button button-primary" href={clinic.phoneLink}>
            {t.callClinic(clinic.phone)}
          </a>
          {children}
          {toAppointments}
        </div>
      }
    >
      <p>{hasBegun ? t.hasBegunText : known}</p>
    </EmptyState>
  )
}

function isRefusal(code: string): code is ChangeRefusal {
  return Object.hasOwn(changeRefusals, code)
}
