import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import picture from '../ui/art/nothing-free.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { treatmentsTexts } from './texts.ts'

export function UnknownTreatment() {
  const say = useTexts(treatmentsTexts)
  return (
    <EmptyState
      picture={picture}
      title={say.unknown}
      action={
        <ButtonLink variant="quiet" to={paths.treatments}>
          {say.seeAll}
        </ButtonLink>
      }
    >
      <p>{say.oldLink}</p>
    </EmptyState>
  )
}
