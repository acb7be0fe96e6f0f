import { defineTexts } from '../../contract/language.ts'
import { useTexts } from '../i18n/language.tsx'

const texts = defineTexts({
  en: {
    everybody:
      'We are moving this portal to another server. You can look at everything. To book, change or pay, please come back in a few minutes. Nothing is lost.',
    staff:
      'The portal is being moved to another server. What was saved is safe. You can look at everything; for a few minutes nothing can be changed.',
  },
  es: {
    everybody:
      'Estamos trasladando este portal a otro servidor. Puede consultarlo todo. Para reservar, cambiar o pagar, vuelva en unos minutos, por favor. No se pierde nada.',
    staff:
      'El portal se está trasladando a otro servidor. Lo guardado está a salvo. Puede consultarlo todo; durante unos minutos no se puede cambiar nada.',
  },
})

/** The note's text, loaded only when it is needed. */
export function MovingText({ isWorkspace }: { isWorkspace: boolean }) {
  const t = useTexts(texts)
  return <p>{isWorkspace ? t.staff : t.everybody}</p>
}
