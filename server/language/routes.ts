import { setCookie } from 'hono/cookie'
import { languageEndpoints } from '../../contract/language-endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Serve } from '../http/serve.ts'
import { languageCookie, setLanguage } from './language.ts'

/** Seconds; browsers keep no cookie for longer than 400 days. */
const year = 31_536_000

export function languageRoutes(serve: Serve, { callers, config, database }: Deps): void {
  serve(languageEndpoints.chooseLanguage, async ({ body: { language }, http }) => {
    // Choosing needs no session; with one, the account's mails follow. The session's cookie is Lax, so no
    // other site can choose for it.
    const caller = await callers.bySession(http.req.header('cookie') ?? '')
    if (caller) await setLanguage(database.query, caller.userId, language)
    setCookie(http, languageCookie(config.publicUrl), language, {
      path: '/',
      maxAge: year,
      httpOnly: true,
      sameSite: 'Lax',
      secure: config.publicUrl.startsWith('https://'),
    })
    return http.json({ language })
  })
}
