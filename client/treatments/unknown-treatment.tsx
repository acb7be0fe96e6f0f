import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/nothing-free.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { treatmentsTexts } from './texts.ts'

export function UnknownTreatment() {
  const t = useTexts(treatmentsTexts)
  return (
    <EmptyState
      picture={picture}
      title={t.unknown}
      action={
        <ButtonLink variant="quiet" to={paths.treatments}>
          {t.seeAll}
        </ButtonLink>
      }
    >
      <p>{t.oldLink}</p>
    </EmptyState>
  )
}
