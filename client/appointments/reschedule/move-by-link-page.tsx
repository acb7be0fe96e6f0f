import { MailLink } from '../../domain/mail-link.tsx'
import { useTexts } from '../../i18n/language.tsx'
import { linkWay } from './change-way.ts'
import { Move } from './move-page.tsx'
import { moveTexts } from './move-texts.ts'
import './change-frame.css'

/** The same screen for whoever holds the link of a reminder. */
export function MoveByLinkPage() {
  const { title } = useTexts(moveTexts)
  return (
    <MailLink title={title} purpose="move">
      {({ token, reply: { terms }, calendar, reload }) => (
        <div className="change">
          <Move way={linkWay(token)} found={{ kind: 'found', terms, calendar }} reload={reload} />
        </div>
      )}
    </MailLink>
  )
}
