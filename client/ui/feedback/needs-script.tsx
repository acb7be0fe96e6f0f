import { defineTexts } from '../../../contract/language.ts'
import { useTexts } from '../../i18n/language.tsx'
import './note.css'

const scriptTexts = defineTexts({
  en: { needed: 'This form needs JavaScript. Please switch it on for this site, or call us.' },
  es: { needed: 'Este formulario necesita JavaScript. Actívelo para este sitio o llámenos.' },
})

/** In a form of a prerendered page, for browsers that run no scripts: it looks alive and does nothing. */
export function NeedsScript() {
  const { needed } = useTexts(scriptTexts)
  return (
    <noscript>
      <p className="note">{needed}</p>
    </noscript>
  )
}
