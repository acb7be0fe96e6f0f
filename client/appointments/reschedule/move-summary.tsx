import type { Booking } from '../../../contract/appointments/appointment.ts'
import type { Day } from '../../../contract/date.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDay, showDollars, showSlot } from '../../../contract/show.ts'
import { useTakesCards } from '../../data/payment-settings.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import '../../ui/one-line.css'
import type { Difference } from './money-difference.ts'
import { moveTexts } from './move-texts.ts'
import { refusalTexts } from './refusal-texts.ts'

type MoveSummaryProps = {
  from: Booking
  to: { treatment: string; day: Day; slot: string | null }
  difference: Difference
  busy: boolean
  problem: string | undefined
  /** Without a sign-in there is no list to go back to, and no paying at once. */
  isSignedIn: boolean
}

/** From when to when, what it costs, and the one button. */
export function MoveSummary({ from, to, difference, ...props }: MoveSummaryProps) {
  const { busy, problem, isSignedIn } = props
  const language = useLanguage()
  const t = useTexts(moveTexts)
  const takesCards = useTakesCards() ?? true
  const paying = !takesCards ? 'clinic' : isSignedIn ? 'next' : 'later'
  const isPaidNext = difference.kind === 'due' && paying === 'next'
  return (
    <section className="move-summary" aria-label={t.whatChanges}>
      <dl>
        <div className="move-line">
          <dt>{t.from}</dt>
          <dd>
            {from.treatment}
            <When date={showDate(language, from.date)} slot={from.slot} />
          </dd>
        </div>
        <div className="move-line">
          <dt>{t.to}</dt>
          <dd>
            {to.treatment}
            {to.slot === null ? (
              <span className="move-when">{t.stillToChoose}</span>
            ) : (
              <When date={showDay(language, to.day)} slot={to.slot} />
            )}
          </dd>
        </div>
      </dl>
      <p className="move-money" role="status">
        {useMoneyText(difference, paying)}
      </p>
      <div className="change-buttons">
        {difference.kind !== 'deskBack' && (
          <Button type="submit" busy={busy}>
            {isPaidNext ? t.moveAndPay(showDollars(language, difference.amount)) : t.move}
          </Button>
        )}
        {isSignedIn && (
          <ButtonLink variant="quiet" to={paths.dashboard}>
            {t.keep}
          </ButtonLink>
        )}
      </div>
      <ErrorLine>{problem}</ErrorLine>
    </section>
  )
}

function When({ date, slot }: { date: string; slot: string }) {
  return (
    <span className="move-when">
      {date}, <span className="one-line">{showSlot(useLanguage(), slot)}</span>
    </span>
  )
}

/** Where a difference is paid: on the next page, there after a sign-in, or at the clinic. */
type Paying = 'next' | 'later' | 'clinic'

function useMoneyText({ kind, amount }: Difference, paying: Paying): string {
  const t = useTexts(moveTexts)
  const refusals = useTexts(refusalTexts)
  const money = showDollars(useLanguage(), amount)
  const due = { next: t.due, later: t.dueLater, clinic: t.dueAtClinic }
  if (kind === 'due') return due[paying](money)
  if (kind === 'back') return t.backToCard(money)
  if (kind === 'kept') return t.kept(money)
  if (kind === 'deskBack') return refusals.desk_paid_cheaper
  if (kind === 'even') return t.even
  return amount > 0 ? t.price(money) : t.free
}
