import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import { paths } from '../../../contract/page-paths.ts'
import { showDate, showDollars, showSlot } from '../../../contract/show.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { useAction } from '../../data/use-action.ts'
import { AppointmentCard } from '../../domain/appointment-card.tsx'
import { EmailLink } from '../../domain/email-link.tsx'
import { testPaymentTexts } from '../../domain/test-payment-texts.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { OutcomePanel } from '../../ui/feedback/outcome-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ButtonLink } from '../../ui/link.tsx'
import {
  CannotChange,
  ChangeFrame,
  type ChangeScreenProps,
  changeProblem,
  linkWay,
  mayBeOver,
  touches,
} from './change-frame.tsx'
import { cancelLabel, isGivenBackAtDesk, refundText, sorryText } from './money.ts'
import { cancelTexts, changeTexts } from './texts.ts'

/** Cancels one of the patient's appointments, after showing how much of the payment is given back. */
export function CancelPage() {
  const { title } = useTexts(cancelTexts)
  return <ChangeFrame title={title}>{(props) => <Cancel {...props} />}</ChangeFrame>
}

/** The same screen for the link of a reminder: one button, and nothing happens before it is pressed. */
export function CancelByLinkPage() {
  const { title } = useTexts(cancelTexts)
  return (
    <EmailLink title={title} purpose="cancel">
      {({ token, reply: { terms }, calendar, ...props }) => (
        <div className="change">
          <Cancel {...props} way={linkWay(token)} found={{ terms, calendar }} />
        </div>
      )}
    </EmailLink>
  )
}

function Cancel(props: ChangeScreenProps) {
  const { cannotCancel } = useTexts(changeTexts)
  // The terms as they were shown: those read afterwards are of a cancelled appointment.
  const [cancelled, setCancelled] = useState<{ terms: ChangeTerms; refund: number }>()
  const { terms } = props.found
  const [whyNotAtFirst] = useState(terms.whyNotCancel)
  if (cancelled) return <CancelledPanel {...cancelled} isSignedIn={props.way.isSignedIn} />
  if (terms.whyNotCancel !== null) {
    const isNew = whyNotAtFirst === null
    return <CannotChange title={cannotCancel} reason={terms.whyNotCancel} isNew={isNew} />
  }
  const finish = (refund: number) => {
    setCancelled({ terms, refund })
    props.onChanged?.()
  }
  return <CancelScreen {...props} onCancelled={finish} />
}

type CancelScreenProps = ChangeScreenProps & { onCancelled: (refund: number) => void }

/** The clinic's rule for this appointment, then the one button. */
function CancelScreen({ way, found, reload, onCancelled }: CancelScreenProps) {
  const { terms, calendar } = found
  const { booking, revision, refund } = terms
  const language = useLanguage()
  const t = useTexts(cancelTexts)
  const { myAppointments } = useTexts(changeTexts)
  const { noneBack } = useTexts(testPaymentTexts)
  const sorry = sorryText(language, terms)
  const cancel = useAction({
    send: async () => (await way.cancel({ revision, refund })).refund,
    find: async () => ((await way.isCancelled()) ? refund : null),
    touches,
    onDone: onCancelled,
    onRefused: (refusal) => mayBeOver(refusal) && reload(),
  })

  return (
    <div className="change-columns">
      <AppointmentCard appointment={booking} />
      <div className="change-main">
        {sorry !== null && <Note>{sorry}</Note>}
        <h3>{t.ourRule}</h3>
        <p>
          {booking.paidInTest > 0
            ? noneBack(showDollars(language, booking.paidInTest))
            : refundText(language, terms, calendar.timeZone)}
        </p>
        <p>{t.untilItBegins}</p>
        {terms.whyNotReschedule === null && (
          <p>
            {terms.paid > 0 ? t.ratherReschedule : t.ratherRescheduleUnpaid}{' '}
            {t.rescheduleUntil(showInstant(language, terms.cutoffAt, calendar.timeZone))}
          </p>
        )}
        <div className="change-buttons">
          <Button variant="danger" busy={cancel.pending} onClick={() => void cancel.run(undefined)}>
            {booking.paidInTest > 0 ? t.cancel : cancelLabel(language, terms)}
          </Button>
          {terms.whyNotReschedule === null && way.toReschedule && (
            <ButtonLink variant="quiet" to={way.toReschedule}>
              {t.rescheduleInstead}
            </ButtonLink>
          )}
          {way.isSignedIn && (
            <ButtonLink variant="quiet" to={paths.dashboard}>
              {terms.closed || terms.displaced ? myAppointments : t.keep}
            </ButtonLink>
          )}
        </div>
        <ErrorLine>{cancel.refusal && changeProblem(language, cancel.refusal)}</ErrorLine>
      </div>
    </div>
  )
}

type CancelledPanelProps = { terms: ChangeTerms; refund: number; isSignedIn: boolean }

/** What happened, what is safe, what is next. `terms` as they were shown before. */
function CancelledPanel({ terms, refund, isSignedIn }: CancelledPanelProps) {
  const { _id, treatment, date, slot, patient } = terms.booking
  const language = useLanguage()
  const t = useTexts(cancelTexts)
  const shared = useTexts(changeTexts)
  const money = useMoneyText(terms, refund)
  return (
    <OutcomePanel tone="good" icon={<Icon of={CircleCheck} size={24} />} title={t.cancelled}>
      {!terms.closed && (
        <p>{t.timeFree(treatment, showDate(language, date), showSlot(language, slot))}</p>
      )}
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
  const { noneBack } = useTexts(testPaymentTexts)
  const { paidInTest } = terms.booking
  if (paidInTest > 0) return noneBack(showDollars(language, paidInTest))
  if (refund > 0) return onItsWay(showDollars(language, refund))
  if (terms.paid === 0) return t.notCharged
  return isGivenBackAtDesk(terms) ? t.desk(showDollars(language, terms.paid)) : t.nothingBack
}
