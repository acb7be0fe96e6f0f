import { languageNames, languages } from '../../contract/language.ts'
import { useChooseLanguage, useLanguage } from './language.tsx'
import './language-switch.css'

/**
 * A button to the next language, named in that language for readers who know no other. It keeps the focus when
 * it is pressed.
 */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const language = useLanguage()
  const choose = useChooseLanguage()
  const next = languages[(languages.indexOf(language) + 1) % languages.length] ?? language
  return (
    <button
      type="button"
      lang={next}
      className={`language-switch ${className}`}
      onClick={() => choose(next)}
    >
      {languageNames[next]}
    </button>
  )
}
