import { isDeepStrictEqual } from 'node:util'
import { html } from 'hono/html'
import type { PageClinic } from '../../contract/clinic/clinic.ts'
import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import type { Language } from '../../contract/language.ts'
import { prepareProfile } from '../clinic/read-clinic.ts'
import { showProfile } from '../clinic/show-profile.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { createSharedReads } from '../db/shared-reads.ts'
import { type Content, textContent } from './send-content.ts'

export type FillSettings = Pick<Config, 'publicUrl' | 'keepDays' | 'passwordLength' | 'payments'>

/** A placeholder that the build leaves in the pages: `%CLINIC_NAME%`. */
const mark = /%(CLINIC_[A-Z_]+)%/g

/**
 * Fills the built pages with values of the clinic's row. A page is filled from a read of the row that began
 * after the page was requested, so that all processes show a change at once; pages are rendered again only
 * after a change. While the database does not answer, the pages stay as they were.
 */
export async function createFill(database: Database, settings: FillSettings) {
  const share = createSharedReads<ClinicProfile[]>()
  const prepared = prepareProfile(database)
  const readProfile = () => share('', () => prepared({}))
  const begin = (profile: ClinicProfile) => ({
    profile,
    words: { en: wordsOf(profile, 'en', settings), es: wordsOf(profile, 'es', settings) },
    pages: new Map<Buffer, Content>(),
  })
  const [first] = await readProfile()
  if (!first) throw new Error('The database has no clinic; it is filled before the pages')
  let filled = begin(first)

  return async (template: Buffer, language: Language): Promise<Content> => {
    const [profile] = await readProfile().catch(() => [filled.profile])
    if (profile && !isDeepStrictEqual(profile, filled.profile)) filled = begin(profile)
    const { pages, words } = filled
    const fillIn = (all: string, word: string) => words[language].get(word) ?? all
    const page = pages.get(template) ?? textContent(template.toString().replace(mark, fillIn))
    pages.set(template, page)
    return page
  }
}

/** Each placeholder's text, escaped for HTML; the three page texts are sanitized HTML. */
function wordsOf(
  profile: ClinicProfile,
  language: Language,
  { publicUrl, keepDays, passwordLength, payments }: FillSettings,
): Map<string, string> {
  const shown = showProfile(profile, { language, keepDays, payments })
  const clinic: PageClinic = { ...shown, passwordLength: String(passwordLength) }
  return new Map([
    ['CLINIC_NAME', asText(clinic.name)],
    ['CLINIC_ADDRESS', asText(clinic.address)],
    ['CLINIC_PHONE', asText(clinic.phone)],
    ['CLINIC_PHONE_LINK', asText(clinic.phoneLink)],
    ['CLINIC_MAP_LINK', asText(clinic.mapLink)],
    ['CLINIC_HOURS', asText(clinic.openingHours)],
    ['CLINIC_ABOUT', clinic.about],
    ['CLINIC_CONTACT', clinic.contact],
    ['CLINIC_PRIVACY', clinic.privacy],
    ['CLINIC_PASSWORD_LENGTH', clinic.passwordLength],
    ['CLINIC_URL', asText(publicUrl)],
    ['CLINIC_DATA', writeData(clinic)],
    ['CLINIC_FACTS', writeData(factsOf(profile, publicUrl))],
  ])
}

const asText = (text: string): string => html`${text}`.toString()

/** JSON for a script element, escaped so that nothing in it looks like the end tag. */
function writeData(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

/** The clinic as structured data for search engines (schema.org/Dentist). */
function factsOf({ name, address, phone }: ClinicProfile, publicUrl: string) {
  const place = { '@context': 'https://schema.org', '@type': 'Dentist', '@id': `${publicUrl}/` }
  const image = `${publicUrl}/share.png`
  return { ...place, name, url: `${publicUrl}/`, telephone: phone, address, image }
}
