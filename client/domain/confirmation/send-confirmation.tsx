import { messageTexts } from '../../../contract/fixed-texts.ts'
import { accountEndpoints } from '../../../contract/identity/account.ts'
import { defineTexts } from '../../../contract/language.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { call } from '../../data/api.ts'
import { account } from '../../data/shared-queries.ts'
import { useAction } from '../../data/use-action.ts'
import { useRead } from '../../data/use-read.ts'
import { currentLanguage, useLanguage, useTexts } from '../../i18n/language.tsx'
import { useSession } from '../../identity/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import './send-confirmation.css'

const confirmationTexts = defineTexts({
  en: {
    sentTo: 'The mail goes to',
    sentAt: (instant: string) => `It was last sent on ${instant}.`,
    sendAgain: 'Send it again',
  },
  es: {
    sentTo: 'El correo se envía a',
    sentAt: (instant) => `Se envió por última vez el ${instant}.`,
    sendAgain: 'Enviarlo otra vez',
  },
})

/** For an account whose address is not confirmed: when the mail about it was sent, and to send it again. */
export function SendConfirmation() {
  const language = useLanguage()
  const t = useTexts(confirmationTexts)
  const { user } = useSession()
  const sentAt = useRead(account).data?.confirmationSentAt
  const action = useAction({
    send: () => call(accountEndpoints.sendConfirmation, {}),
    touches: [accountEndpoints.readAccount],
    onDone: () => toast.success(messageTexts[currentLanguage()].verificationSent),
  })
  if (!user || user.emailVerified) return null
  return (
    <div className="send-confirmation">
      <p>
        {t.sentTo} <strong>{user.email}</strong>.{' '}
        <span role="status">{sentAt && t.sentAt(showInstant(language, sentAt, undefined))}</span>
      </p>
      <Button variant="quiet" busy={action.pending} onClick={() => void action.run(undefined)}>
        {t.sendAgain}
      </Button>
      <ErrorLine>{action.refusal?.message}</ErrorLine>
    </div>
  )
}
