import { type Language, languages } from '../../contract/language.ts'
import type { Queries } from '../db/database.ts'

/** In which language somebody's mails are written from now on. */
export async function setLanguage(query: Queries, userId: string, language: Language) {
  await query.updateTable('users').set({ language }).where('id', '=', userId).execute()
}

/** The same where they have none yet. */
export async function setFirstLanguage(query: Queries, userId: string, language: Language) {
  await query
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is', null)
    .execute()
}

/** In which language somebody is written to; English where they have no account or never chose. */
export async function readLanguage(query: Queries, email: string): Promise<Language> {
  const user = await query
    .selectFrom('users')
    .select('language')
    .where('email', '=', email)
    .executeTakeFirst()
  return user?.language ?? languages[0]
}

/** The same for several. */
export async function listLanguages(
  query: Queries,
  emails: readonly string[],
): Promise<(email: string) => Language> {
  const rows = await query
    .selectFrom('users')
    .select(['email', 'language'])
    .where('email', 'in', emails)
    .execute()
  const chosen = new Map(rows.map(({ email, language }) => [email, language]))
  return (email) => chosen.get(email) ?? languages[0]
}
