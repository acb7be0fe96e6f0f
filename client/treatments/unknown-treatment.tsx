import { paths } from '../paths.ts'
import picture from '../ui/art/nothing-free.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export function UnknownTreatment() {
  return (
    <EmptyState
      picture={picture}
      title="We do not know this treatment"
      action={
        <ButtonLink variant="quiet" to={paths.treatments}>
          See all treatments
        </ButtonLink>
      }
    >
      <p>The link may be old. Treatments are never deleted, only archived.</p>
    </EmptyState>
  )
}
