import { MailLink } from '../../domain/mail-link.tsx'
import { useTexts } from '../../i18n/language.tsx'
import { Cancel } from './cancel-page.tsx'
import { cancelTexts } from './cancel-texts.ts'
import { linkWay } from './change-way.ts'
import './change-frame.css'

/** The same screen for whoever holds the link of a reminder: one button, nothing happens before it. */
export function CancelByLinkPage() {
  const { title } = useTexts(cancelTexts)
  return (
    <MailLink title={title} purpose="cancel">
      {({ token, reply: { terms }, calendar, reload }) => (
        <div className="change">
          <Cancel way={linkWay(token)} found={{ kind: 'found', terms, calendar }} reload={reload} />
        </div>
      )}
    </MailLink>
  )
}
