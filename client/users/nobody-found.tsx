import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { usersTexts } from './texts.ts'

/** There is always one user, the reader: an empty list comes of a search. */
export function NobodyFound({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  const t = useTexts(usersTexts)
  return (
    <EmptyState
      picture={picture}
      title={t.nobody}
      action={
        <Button variant="quiet" onClick={onShowAll}>
          {t.showAll}
        </Button>
      }
    >
      <p>{t.nobodyBegins(search)}</p>
    </EmptyState>
  )
}
