import { messages } from '../../contract/messages.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import lost from './art/lost.svg'
import { PlainPage } from './plain-page.tsx'

export function NotFoundPage() {
  return (
    <PlainPage title={messages.notFoundPage} picture={{ src: lost, width: 480, height: 336 }}>
      <ButtonLink to={paths.home} variant="quiet">
        Go to the home page
      </ButtonLink>
    </PlainPage>
  )
}
