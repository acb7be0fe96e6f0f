import { useState } from 'react'
import { replyEndpoints } from '../../contract/email-links/endpoints.ts'
import { call } from '../data/api.ts'
import { MailLink, type MailLinkProps } from '../domain/mail-link.tsx'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { replyTexts } from './texts.ts'
import { usePress } from './use-press.ts'

/** What 'No more reminders' leads to: how it is now, and one button to change it, both ways. */
export function UnsubscribePage() {
  const { unsubscribeTitle } = useTexts(replyTexts)
  return (
    <MailLink title={unsubscribeTitle} purpose="unsubscribe">
      {(props) => <Reminders {...props} />}
    </MailLink>
  )
}

function Reminders({ token, reply, onVoid }: MailLinkProps<'unsubscribe'>) {
  const t = useTexts(replyTexts)
  const [byMail, setByMail] = useState(reply.byMail)
  const [isChanged, setChanged] = useState(false)
  const { busy, problem, press } = usePress(onVoid)
  const turn = () =>
    press(async () => {
      const body = { byMail: !byMail }
      const now = await call(replyEndpoints.switchReminders, { params: { token }, body })
      setByMail(now.byMail)
      setChanged(true)
    })
  return (
    <div className="mail-link-body">
      <p>{byMail ? t.isOn(reply.email) : t.isOff(reply.email)}</p>
      <p className="mail-link-aside">{t.offText}</p>
      <Button
        variant={byMail && !isChanged ? 'primary' : 'quiet'}
        busy={busy}
        onClick={() => void turn()}
      >
        {byMail ? t.turnOff : t.turnOn}
      </Button>
      <p role="status">{isChanged && (byMail ? t.onAgain : t.off)}</p>
      <ErrorLine>{problem}</ErrorLine>
    </div>
  )
}
