import type { Language } from '../../contract/language.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Stores the language on the server, so that the next pages and, once signed in, the mails come in it
 * too. One after the other: the last choice is the one that stays. Where the server is not reached,
 * the choice is this page's alone.
 */
export function storeLanguage(language: Language) {
  const store = async () => {
    // Loaded on demand: the call brings the contract and zod, which the first view must not.
    const [{ call }, { languageEndpoints }] = await Promise.all([
      import('../data/api.ts'),
      import('../../contract/language-endpoints.ts'),
    ])
    await call(languageEndpoints.chooseLanguage, { body: { language } })
  }
  last = last.then(store).catch(() => {})
}
