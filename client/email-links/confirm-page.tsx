import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { emailLinkEndpoints } from '../../contract/email-links/endpoints.ts'
import type { PlaceOfAppointment } from '../../contract/errors.ts'
import type { Language } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDate, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { AppointmentCard } from '../domain/appointment-card.tsx'
import { ClinicPhone } from '../domain/clinic-phone.tsx'
import { EmailLink, type EmailLinkProps } from '../domain/email-link.tsx'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { OutcomePanel } from '../ui/feedback/outcome-panel.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { emailLinkTexts } from './texts.ts'

/** The page of a reminder's link to confirm: the appointment, and one button. */
export function ConfirmPage() {
  const { confirmTitle } = useTexts(emailLinkTexts)
  return (
    <EmailLink title={confirmTitle} purpose="confirm">
      {(props) => <Confirm {...props} />}
    </EmailLink>
  )
}

function Confirm({ token, reply, onRefused }: EmailLinkProps<'confirm'>) {
  const t = useTexts(emailLinkTexts)
  const language = useLanguage()
  const [isConfirmed, setConfirmed] = useState(reply.confirmed)
  // As it was when the page was opened: once accepted, nothing is open.
  const [before] = useState(reply.before)
  const confirmation = useAction({
    send: () => call(emailLinkEndpoints.confirmByLink, { body: { token } }),
    onDone: () => setConfirmed(true),
    onRefused,
  })
  return (
    <div className="mail-link-body">
      {before && <Note>{t.displaced(placeText(language, before))}</Note>}
      <AppointmentCard appointment={reply.terms.booking} />
      {isConfirmed ? (
        <OutcomePanel
          tone="good"
          icon={<Icon of={CircleCheck} size={24} />}
          title={before ? t.suited : t.confirmed}
        >
          <p>{t.confirmedText}</p>
          <div className="outcome-links">
            <ButtonLink variant="quiet" to={paths.dashboard}>
              {t.myAppointments}
            </ButtonLink>
          </div>
        </OutcomePanel>
      ) : (
        <>
          <p>{before ? t.suitsText : t.confirmText}</p>
          <Button busy={confirmation.pending} onClick={() => void confirmation.run(undefined)}>
            {before ? t.suits : t.confirm}
          </Button>
          <ErrorLine>{confirmation.refusal?.message}</ErrorLine>
        </>
      )}
      <p className="mail-link-aside">
        {t.otherTime} <ClinicPhone />.
      </p>
    </div>
  )
}

function placeText(language: Language, { date, slot, doctorName }: PlaceOfAppointment): string {
  const place = `${showDate(language, date)}, ${showSlot(language, slot)}`
  return doctorName === null ? place : `${place}, ${emailLinkTexts[language].with(doctorName)}`
}
