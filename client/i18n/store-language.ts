import type { Language } from '../../contract/language.ts'
import { languageEndpoints } from '../../contract/language-endpoints.ts'
import { call } from '../data/api.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Stores the language on the server, so that the next pages and, once signed in, the mails use it too. Requests
 * are sent one after the other, so that the last choice wins. If the server is not reached, the choice applies
 * to this page only.
 */
export function storeLanguage(language: Language) {
  const store = () => call(languageEndpoints.chooseLanguage, { body: { language } })
  last = last.then(store).catch(() => {})
}
