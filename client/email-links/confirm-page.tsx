import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { replyEndpoints } from '../../contract/email-links/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { call } from '../data/api.ts'
import { AppointmentCard } from '../domain/appointment-card.tsx'
import { clinic } from '../domain/clinic.ts'
import { MailLink, type MailLinkProps } from '../domain/mail-link.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { Icon } from '../ui/icon.tsx'
import { OutcomePanel } from '../ui/outcome-panel.tsx'
import { replyTexts } from './texts.ts'
import { usePress } from './use-press.ts'

/** What 'I'll be there' in a reminder leads to: the appointment, and one button. */
export function ConfirmPage() {
  const { confirmTitle } = useTexts(replyTexts)
  return (
    <MailLink title={confirmTitle} purpose="confirm">
      {(props) => <Confirm {...props} />}
    </MailLink>
  )
}

function Confirm({ token, reply, onVoid }: MailLinkProps<'confirm'>) {
  const t = useTexts(replyTexts)
  const [isConfirmed, setConfirmed] = useState(reply.confirmed)
  const { busy, problem, press } = usePress(onVoid)
  const confirm = () =>
    press(async () => {
      await call(replyEndpoints.confirmByLink, { params: { token } })
      setConfirmed(true)
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
          <Button busy={busy} onClick={() => void confirm()}>
            {t.confirm}
          </Button>
          <ErrorLine>{problem}</ErrorLine>
        </>
      )}
      <p className="mail-link-aside">{t.otherTime(clinic.phone)}</p>
    </div>
  )
}
