import type { Language } from '../../contract/language.ts'
import { languageEndpoints } from '../../contract/language-endpoints.ts'
import { call } from '../data/api.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Stores the language on the server, so that the next pages and, once signed in, the mails come in it
 * too. One after the other: the last choice is the one that stays. Where the server is not reached,
 * the choice is this page's alone.
 */
export function storeLanguage(language: Language) {
  const store = () => call(languageEndpoints.chooseLanguage, { body: { language } })
  last = last.then(store).catch(() => {})
}
