import type { Queries } from '../db/database.ts'
import { setFirstLanguage, setLanguage } from '../language/account-language.ts'
import { chooseLanguage, readChoice } from '../language/choose-language.ts'

/**
 * Anyone who begins a session, for the first time or again, is written to in the language that they chose
 * in that browser. Who chose none there keeps theirs, or starts with what the browser asks for.
 */
export function keepLanguage(query: Queries) {
  return async (session: { userId: string }, call: { request?: Request | undefined } | null) => {
    const headers = call?.request?.headers ?? new Headers()
    const chosen = readChoice(headers)
    if (chosen) await setLanguage(query, session.userId, chosen)
    else await setFirstLanguage(query, session.userId, chooseLanguage(headers))
  }
}
