import { sql } from 'kysely'
import type { Language } from '../../contract/language.ts'
import type { Config } from '../config.ts'
import type { Queries } from '../db/database.ts'

export type ClinicLanguage = Pick<Config, 'clinicLanguage'>

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

/**
 * In which language somebody is written to: as they chose with their account, else as the clinic knows of
 * a patient without one; that of the clinic where nobody knows.
 */
export async function readLanguage(
  query: Queries,
  config: ClinicLanguage,
  email: string,
): Promise<Language> {
  return (await listLanguages(query, config, [email]))(email)
}

/** The same for several. */
export async function listLanguages(
  query: Queries,
  { clinicLanguage }: ClinicLanguage,
  emails: readonly string[],
): Promise<(email: string) => Language> {
  const chosen = await query
    .selectFrom('users')
    .select(['email', 'language'])
    .where('email', 'in', emails)
    .where('language', 'is not', null)
    .execute()
  const known = await query
    .selectFrom('patients')
    .select(['email', 'language'])
    .where('email', 'in', emails)
    // As the partial index says it.
    .where('email', '<>', sql.lit(''))
    .where('accountId', 'is', null)
    .where('mergedInto', 'is', null)
    .where('language', 'is not', null)
    .execute()
  const byEmail = new Map([...known, ...chosen].map(({ email, language }) => [email, language]))
  return (email) => byEmail.get(email) ?? clinicLanguage
}
