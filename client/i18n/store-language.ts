import type { Language } from '../../contract/language.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Tells the server, so that the next pages and, for who is signed in, the mails come in that language
 * too. One after the other: the last choice is the one that stays. Where the server is not reached,
 * the choice is this page's alone.
 */
export function keepLanguage(language: Language) {
  const keep = async () => {
    // Loaded on demand: the call brings the contract and zod, which the first view must not.
    const [{ call }, { languageEndpoints }] = await Promise.all([
      import('../data/api.ts'),
      import('../../contract/language-endpoints.ts'),
    ])
    await call(languageEndpoints.chooseLanguage, { body: { language } })
  }
  last = last.then(keep).catch(() => {})
}
