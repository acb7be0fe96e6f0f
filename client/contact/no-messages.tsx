import type { MessageState } from '../../contract/contact/endpoints.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { inboxTexts } from './texts.ts'

export function NoMessages({ state }: { state: MessageState | undefined }) {
  const t = useTexts(inboxTexts)
  if (!state) {
    return (
      <EmptyState picture={picture} title={t.none}>
        <p>{t.arriveHere}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={picture}
      title={t.noneMarked[state]}
      action={
        <ButtonLink variant="quiet" to={paths.messages}>
          {t.showAll}
        </ButtonLink>
      }
    />
  )
}
