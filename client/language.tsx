import { createContext, type ReactNode, useContext } from 'react'
import { isLanguage, type Language, languages, type Spoken } from '../contract/language.ts'

const Chosen = createContext<Language>(languages[0])

/** What everything inside is said in. */
export function LanguageProvider(props: { language: Language; children: ReactNode }) {
  return <Chosen value={props.language}>{props.children}</Chosen>
}

export function useLanguage(): Language {
  return useContext(Chosen)
}

/** A feature's texts in the reader's language: `const say = useTexts(bookingTexts)`. */
export function useTexts<T>(spoken: Spoken<T>): T {
  return spoken[useContext(Chosen)]
}

/** The language of the page, for what is said outside React: the sentence of a failure. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : languages[0]
}
