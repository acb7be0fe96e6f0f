import { CircleCheck } from 'lucide-react'
import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDollars, showSlot } from '../../../contract/show.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OutcomePanel } from '../../ui/outcome-panel.tsx'
import { cancelTexts } from './cancel-texts.ts'
import { isGivenBackAtDesk } from './refund-text.ts'
import { changeTexts } from './texts.ts'

type CancelledPanelProps = { terms: ChangeTerms; refund: number; isSignedIn: boolean }

/** What happened, what is safe, what is next. `terms` as they were shown before. */
export function CancelledPanel({ terms, refund, isSignedIn }: CancelledPanelProps) {
  const { _id, treatment, date, slot, patient } = terms.booking
  const language = useLanguage()
  const t = useTexts(cancelTexts)
  const shared = useTexts(changeTexts)
  const money = useMoneyText(terms, refund)
  return (
    <OutcomePanel tone="good" icon={<Icon of={CircleCheck} size={24} />} title={t.cancelled}>
      <p>{t.timeFree(treatment, showDate(language, date), showSlot(language, slot))}</p>
      <p>{money}</p>
      <p>{shared.mailComes(patient)}</p>
      <div className="outcome-links">
        <ButtonLink to={paths.appointment}>{shared.bookAnother}</ButtonLink>
        {refund > 0 && isSignedIn && (
          <ButtonLink variant="quiet" to={paths.receipt(_id)}>
            {shared.seeReceipt}
          </ButtonLink>
        )}
        {isSignedIn && (
          <ButtonLink variant="quiet" to={paths.dashboard}>
            {shared.myAppointments}
          </ButtonLink>
        )}
      </div>
    </OutcomePanel>
  )
}

function useMoneyText(terms: ChangeTerms, refund: number): string {
  const language = useLanguage()
  const t = useTexts(cancelTexts)
  const { onItsWay } = useTexts(changeTexts)
  if (refund > 0) return onItsWay(showDollars(language, refund))
  if (terms.paid === 0) return t.notCharged
  return isGivenBackAtDesk(terms) ? t.desk(showDollars(language, terms.paid)) : t.nothingBack
}
