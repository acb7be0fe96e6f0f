import { texts } from '../../contract/language.ts'
import { messageTexts } from '../../contract/messages.ts'
import { useTexts } from '../language.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import lost from './art/lost.svg'
import { PlainPage } from './plain-page.tsx'

const goHome = texts({ en: 'Go to the home page', es: 'Ir a la página de inicio' })

export function NotFoundPage() {
  const { notFoundPage } = useTexts(messageTexts)
  return (
    <PlainPage title={notFoundPage} picture={{ src: lost, width: 480, height: 336 }}>
      <ButtonLink to={paths.home} variant="quiet">
        {useTexts(goHome)}
      </ButtonLink>
    </PlainPage>
  )
}
