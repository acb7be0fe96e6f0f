import { CircleCheck } from 'lucide-react'
import type { Booking } from '../../../contract/appointments/appointment.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDollars, showSlot } from '../../../contract/show.ts'
import { useTakesCards } from '../../data/payment-settings.ts'
import { AddToCalendar } from '../../domain/add-to-calendar.tsx'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OutcomePanel } from '../../ui/outcome-panel.tsx'
import { moveTexts } from './move-texts.ts'
import { changeTexts } from './texts.ts'

/** Dollars: still to be paid, and on their way back to the card. */
export type Moved = { booking: Booking; due: number; returned: number }

/** What happened, what is safe, what is next. */
export function MovedPanel({
  booking,
  due,
  returned,
  isSignedIn,
}: Moved & { isSignedIn: boolean }) {
  const { treatment, date, slot, patient } = booking
  const language = useLanguage()
  const t = useTexts(moveTexts)
  const shared = useTexts(changeTexts)
  const takesCards = useTakesCards()
  const money = (dollars: number) => showDollars(language, dollars)
  return (
    <OutcomePanel tone="good" icon={<Icon of={CircleCheck} size={24} />} title={t.moved}>
      <p>
        <strong>{t.movedTo(treatment, showDate(language, date), showSlot(language, slot))}</strong>{' '}
        {t.oldTimeFree}
      </p>
      {returned > 0 && <p>{shared.onItsWay(money(returned))}</p>}
      {due > 0 && <p>{t.dueLater(money(due))}</p>}
      <p>{shared.mailComes(patient)}</p>
      <div className="outcome-links">
        {due > 0 && takesCards && (
          <ButtonLink to={paths.payment(booking._id)}>{t.payNow(money(due))}</ButtonLink>
        )}
        {isSignedIn && (
          <>
            <ButtonLink variant="quiet" to={paths.dashboard}>
              {shared.myAppointments}
            </ButtonLink>
            <AddToCalendar appointment={booking} />
          </>
        )}
      </div>
    </OutcomePanel>
  )
}
