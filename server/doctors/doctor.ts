import { defineTexts, type Language } from '../../contract/language.ts'
import { showName } from '../notifications/notification.ts'

const texts = defineTexts({
  en: { with: (name: string) => `With ${name}` },
  es: { with: (name) => `Con ${name}` },
})

/** Who treats, as a line of a mail or of a calendar entry; '' where nobody is named. */
export function withDoctor(language: Language, { doctorName }: { doctorName: string | null }) {
  return doctorName === null ? '' : texts[language].with(showName(doctorName))
}

/** The same below other lines of a paragraph. */
export function lineWithDoctor(language: Language, appointment: { doctorName: string | null }) {
  const line = withDoctor(language, appointment)
  return line && `\n${line}`
}
