import { languageNames, languages } from '../../contract/language.ts'
import { useChooseLanguage, useLanguage } from './language.tsx'
import './language-switch.css'

/** The next language by its own name: who looks for it reads no other. It keeps the focus as it turns. */
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
