import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { isLanguage, type Language, type Localized, languages } from '../../contract/language.ts'

type Choice = { language: Language; choose: (language: Language) => void }

const Chosen = createContext<Choice>({ language: languages[0], choose: () => {} })

type LanguageProviderProps = {
  language: Language
  /** Stores the choice for the next pages. */
  onChoose: (language: Language) => void
  children: ReactNode
}

/** The language of everything inside: the page's own, until the reader chooses another. */
export function LanguageProvider({ onChoose, ...props }: LanguageProviderProps) {
  const [language, setLanguage] = useState(props.language)
  const choice = useMemo(() => {
    function choose(next: Language) {
      document.documentElement.lang = next
      setLanguage(next)
      onChoose(next)
    }
    return { language, choose }
  }, [language, onChoose])
  return <Chosen value={choice}>{props.children}</Chosen>
}

export function useLanguage(): Language {
  return useContext(Chosen).language
}

/** Switches the whole page at once, without a reload, and later pages too. */
export function useChooseLanguage(): (language: Language) => void {
  return useContext(Chosen).choose
}

/** A feature's texts in the reader's language: `const say = useTexts(bookingTexts)`. */
export function useTexts<T>(spoken: Localized<T>): T {
  return spoken[useLanguage()]
}

/** The language of the page, for code outside React: the message of an error. */
export function currentLanguage(): Language {
  // Without a document no language was chosen.
  if (typeof document === 'undefined') return languages[0]
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : languages[0]
}
