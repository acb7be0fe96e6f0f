import type { Language } from '../../contract/language.ts'
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
