import picture from '../ui/art/no-appointments.svg'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** There is always one user, the reader: an empty list comes of a search. */
export function NobodyFound({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  return (
    <EmptyState
      picture={picture}
      title="Nobody found"
      action={
        <Button variant="quiet" onClick={onShowAll}>
          Show all users
        </Button>
      }
    >
      <p>No e-mail or name begins with “{search}”.</p>
    </EmptyState>
  )
}
