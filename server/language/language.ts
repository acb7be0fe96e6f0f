import { sql } from 'kysely'
import { isLanguage, type Language } from '../../contract/language.ts'
import type { Config } from '../config.ts'
import type { Queries } from '../db/database.ts'
import { readWeights } from '../http/send-content.ts'

export type ClinicLanguage = Pick<Config, 'clinicLanguage'>

/** Sets the language of an account's mails from now on. */
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
 * The language of mails to an address: the one chosen by its account, else the one that the clinic has
 * recorded for a patient without an account, else the clinic's own.
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

const plainName = 'language'
const hostName = `__Host-${plainName}`

/** What the cookie of a choice is called; over https browsers hold it to this host. */
export function languageCookie(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? hostName : plainName
}

type ReadHeaders = { get(name: string): string | null | undefined }

/** What a person reads: what they chose in this browser, or else the best of what it asks for, or else the clinic's. */
export function chooseLanguage(headers: ReadHeaders, clinics: Language): Language {
  return readChoice(headers) ?? readRequests(headers.get('accept-language') ?? '', clinics)
}

/** The language chosen by the switch, also from the cookie's former plain name; undefined if none. */
export function readChoice(headers: ReadHeaders): Language | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const choiceIn = (name: string) =>
    pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return [choiceIn(hostName), choiceIn(plainName)].find(isLanguage)
}

/**
 * The language that `Accept-Language` wants most (RFC 9110, 12.5.4) of those there are: `es-US` is
 * Spanish too, `*` is the clinic's. What is named first wins between equals; a weight of 0 is a refusal.
 */
function readRequests(header: string, clinics: Language): Language {
  const wanted = readWeights(header)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ name }) => (name === '*' ? clinics : name.split('-')[0]))
    .find(isLanguage)
  return wanted ?? clinics
}
