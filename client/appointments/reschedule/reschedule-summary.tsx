import { CircleCheck } from 'lucide-react'
import type { Booking } from '../../../contract/appointments/appointment.ts'
import { changeRefusalTexts } from '../../../contract/appointments/change-refusals.ts'
import type { Day } from '../../../contract/date.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDay, showDollars, showSlot } from '../../../contract/show.ts'
import { useTakesCards } from '../../data/shared-queries.ts'
import { AddToCalendar } from '../../domain/add-to-calendar.tsx'
import { testPaymentTexts } from '../../domain/test-payment-texts.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { OutcomePanel } from '../../ui/feedback/outcome-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import type { Difference } from './money.ts'
import { changeTexts, rescheduleTexts } from './texts.ts'
import '../../ui/one-line.css'

type SummaryProps = {
  from: Booking
  to: { treatment: string; day: Day; slot: string | null }
  difference: Difference
  /** Dollars of it that were paid in test mode. */
  testPart: number
  busy: boolean
  problem: string | undefined
  /** The clinic can keep it as it is. */
  canBeKept: boolean
  /** Without a sign-in there is no list to go back to, and no paying at once. */
  isSignedIn: boolean
}

/** From when to when, what it costs, and the one button. */
export function Summary({ from, to, difference, testPart, ...props }: SummaryProps) {
  const { busy, problem, canBeKept, isSignedIn } = props
  const language = useLanguage()
  const t = useTexts(rescheduleTexts)
  const { myAppointments } = useTexts(changeTexts)
  const takesCards = useTakesCards() ?? true
  const paying = !takesCards ? 'clinic' : isSignedIn ? 'next' : 'later'
  const isPaidNext = difference.kind === 'due' && paying === 'next'
  return (
    <section className="reschedule-summary" aria-label={t.whatChanges}>
      <dl>
        <div className="reschedule-line">
          <dt>{t.from}</dt>
          <dd>
            {from.treatment}
            <When date={showDate(language, from.date)} slot={from.slot} />
          </dd>
        </div>
        <div className="reschedule-line">
          <dt>{t.to}</dt>
          <dd>
            {to.treatment}
            {to.slot === null ? (
              <span className="reschedule-when">{t.stillToChoose}</span>
            ) : (
              <When date={showDay(language, to.day)} slot={to.slot} />
            )}
          </dd>
        </div>
      </dl>
      <p className="reschedule-money" role="status">
        {useMoneyText(difference, testPart, paying)}
      </p>
      <div className="change-buttons">
        {difference.kind !== 'deskBack' && (
          <Button type="submit" busy={busy}>
            {isPaidNext
              ? t.rescheduleAndPay(showDollars(language, difference.amount))
              : t.reschedule}
          </Button>
        )}
        {isSignedIn && (
          <ButtonLink variant="quiet" to={paths.dashboard}>
            {canBeKept ? t.keep : myAppointments}
          </ButtonLink>
        )}
      </div>
      <ErrorLine>{problem}</ErrorLine>
    </section>
  )
}

function When({ date, slot }: { date: string; slot: string }) {
  return (
    <span className="reschedule-when">
      {date}, <span className="one-line">{showSlot(useLanguage(), slot)}</span>
    </span>
  )
}

/** Where a difference is paid: on the next page, there after a sign-in, or at the clinic. */
type Paying = 'next' | 'later' | 'clinic'

function useMoneyText({ kind, amount }: Difference, testPart: number, paying: Paying): string {
  const t = useTexts(rescheduleTexts)
  const refusals = useTexts(changeRefusalTexts)
  const goesBack = useGoesBack(t.backToCard)
  const money = showDollars(useLanguage(), amount)
  const due = { next: t.due, later: t.dueLater, clinic: t.dueAtClinic }
  if (kind === 'due') return due[paying](money)
  if (kind === 'back') return goesBack(amount, testPart)
  if (kind === 'kept') return t.kept(money)
  if (kind === 'deskBack') return refusals.desk_paid_cheaper
  if (kind === 'even') return t.even
  return amount > 0 ? t.price(money) : t.free
}

/** What is said of money that goes back, and of the part of it that was paid in test mode. */
function useGoesBack(toCard: (money: string) => string) {
  const language = useLanguage()
  const { noneBack } = testPaymentTexts[language]
  return (amount: number, testPart: number) => {
    const real = amount - testPart
    const parts = [
      ...(real > 0 ? [toCard(showDollars(language, real))] : []),
      ...(testPart > 0 ? [noneBack(showDollars(language, testPart))] : []),
    ]
    return parts.join(' ')
  }
}

/** Dollars: still to be paid, given back, and of that paid in test mode. */
export type Rescheduled = { booking: Booking; due: number; returned: number; testPart: number }

/** What happened, what is safe, what is next. */
export function RescheduledPanel({
  booking,
  due,
  returned,
  testPart,
  isSignedIn,
}: Rescheduled & { isSignedIn: boolean }) {
  const { treatment, date, slot, patient } = booking
  const language = useLanguage()
  const t = useTexts(rescheduleTexts)
  const shared = useTexts(changeTexts)
  const goesBack = useGoesBack(shared.onItsWay)
  const takesCards = useTakesCards()
  const money = (dollars: number) => showDollars(language, dollars)
  return (
    <OutcomePanel tone="good" icon={<Icon of={CircleCheck} size={24} />} title={t.rescheduled}>
      <p>
        <strong>{t.newTime(treatment, showDate(language, date), showSlot(language, slot))}</strong>{' '}
        {t.oldTimeFree}
      </p>
      {returned > 0 && <p>{goesBack(returned, testPart)}</p>}
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
