import { useState } from 'react'
import { emailLinkEndpoints } from '../../contract/email-links/endpoints.ts'
import { call } from '../data/api.ts'
import { useAction } from '../data/use-action.ts'
import { EmailLink, type EmailLinkProps } from '../domain/email-link.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { emailLinkTexts } from './texts.ts'

/** The page of a reminder's link to unsubscribe: the setting, and one button to switch it where the address is in use. */
export function UnsubscribePage() {
  const { unsubscribeTitle } = useTexts(emailLinkTexts)
  return (
    <EmailLink title={unsubscribeTitle} purpose="unsubscribe">
      {(props) => <Reminders {...props} />}
    </EmailLink>
  )
}

function Reminders({ token, reply, onRefused }: EmailLinkProps<'unsubscribe'>) {
  const t = useTexts(emailLinkTexts)
  const [byMail, setByMail] = useState(reply.byMail)
  const [isChanged, setChanged] = useState(false)
  const { pending, refusal, run } = useAction({
    send: (body: { byMail: boolean }) =>
      call(emailLinkEndpoints.switchReminders, { body: { token, ...body } }),
    onDone(now) {
      setByMail(now.byMail)
      setChanged(true)
    },
    onRefused,
  })
  return (
    <div className="mail-link-body">
      <p>{byMail ? t.isOn(reply.email) : t.isOff(reply.email)}</p>
      {reply.inUse && (
        <>
          <p className="mail-link-aside">{t.offText}</p>
          <Button
            variant={byMail && !isChanged ? 'primary' : 'quiet'}
            busy={pending}
            onClick={() => void run({ byMail: !byMail })}
          >
            {byMail ? t.turnOff : t.turnOn}
          </Button>
        </>
      )}
      <p role="status">{isChanged && (byMail ? t.onAgain : t.off)}</p>
      <ErrorLine>{refusal?.message}</ErrorLine>
    </div>
  )
}
