import { messageTexts } from '../../contract/fixed-texts.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { useTexts } from '../i18n/language.tsx'
import { ButtonLink } from '../ui/link.tsx'
import lost from './art/lost.svg'
import { PlainPage } from './plain-page.tsx'

export const head = {
  title: defineTexts({ en: messageTexts.en.notFoundPage, es: messageTexts.es.notFoundPage }),
  description: defineTexts({
    en: 'There is no page at this address.',
    es: 'No hay ninguna página en esta dirección.',
  }),
}

const goHome = defineTexts({ en: 'Go to the home page', es: 'Ir a la página de inicio' })

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
