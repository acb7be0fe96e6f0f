import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { emailLinkEndpoints } from '../../contract/email-links/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { AppointmentCard } from '../domain/appointment-card.tsx'
import { clinic } from '../domain/clinic.ts'
import { EmailLink, type EmailLinkProps } from '../domain/email-link.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { OutcomePanel } from '../ui/feedback/outcome-panel.tsx'
import { Icon } from '../ui/icon.tsx'
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
  const [isConfirmed, setConfirmed] = useState(reply.confirmed)
  const confirmation = useAction({
    send: () => call(emailLinkEndpoints.confirmByLink, { params: { token } }),
    onDone: () => setConfirmed(true),
    onRefused,
  })
  return (
    <div className="mail-link-body">
      <AppointmentCard appointment={reply.terms.booking} />
      {isConfirmed ? (
        <OutcomePanel tone="good" icon={<Icon of={CircleCheck} size={24} />} title={t.confirmed}>
          <p>{t.confirmedText}</p>
          <div className="outcome-links">
            <ButtonLink variant="quiet" to={paths.dashboard}>
              {t.myAppointments}
            </ButtonLink>
          </div>
        </OutcomePanel>
      ) : (
        <>
          <p>{t.confirmText}</p>
          <Button busy={confirmation.pending} onClick={() => void confirmation.run(undefined)}>
            {t.confirm}
          </Button>
          <ErrorLine>{confirmation.refusal?.message}</ErrorLine>
        </>
      )}
      <p className="mail-link-aside">{t.otherTime(clinic.phone)}</p>
    </div>
  )
}
