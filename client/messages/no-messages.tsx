import type { MessageState } from '../../contract/message-endpoints.ts'
import { paths } from '../paths.ts'
import picture from '../ui/art/no-appointments.svg'
import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { stateTexts } from './message-state.ts'

export function NoMessages({ state }: { state: MessageState | undefined }) {
  if (!state) {
    return (
      <EmptyState picture={picture} title="No messages yet">
        <p>What people write in the contact form of the home page arrives here.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={picture}
      title={`No messages marked ${stateTexts[state].toLowerCase()}`}
      action={
        <ButtonLink variant="quiet" to={paths.messages}>
          Show all messages
        </ButtonLink>
      }
    />
  )
}
