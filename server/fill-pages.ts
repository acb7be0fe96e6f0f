import { isDeepStrictEqual } from 'node:util'
import type { ClinicProfile } from '../contract/clinic-endpoints.ts'
import type { Language } from '../contract/language.ts'
import { prepareProfile } from './clinic/queries.ts'
import { showProfile } from './clinic/show-profile.ts'
import type { Database } from './db/database.ts'
import { type Content, textContent } from './http/content.ts'

/** What the build left open in the pages: `%CLINIC_NAME%`. */
const mark = /%(CLINIC_[A-Z_]+)%/g

/**
 * Fills the built pages with what the clinic's row says. The row is read for every page that goes
 * out, so that all processes show a change at once; pages are made anew only after one. A database
 * that does not answer just now leaves them as they were.
 */
export async function createFill(database: Database) {
  const readProfile = prepareProfile(database)
  const begin = (profile: ClinicProfile) => ({
    profile,
    words: { en: wordsOf(profile, 'en'), es: wordsOf(profile, 'es') },
    pages: new Map<string, Content>(),
  })
  const [first] = await readProfile({})
  if (!first) throw new Error('The database has no clinic; it is filled before the pages')
  let filled = begin(first)

  return async (template: string, language: Language): Promise<Content> => {
    const [profile] = await readProfile({}).catch(() => [filled.profile])
    if (profile && !isDeepStrictEqual(profile, filled.profile)) filled = begin(profile)
    const { pages, words } = filled
    const fillIn = (all: string, word: string) => words[language].get(word) ?? all
    const page = pages.get(template) ?? textContent(template.replace(mark, fillIn))
    pages.set(template, page)
    return page
  }
}

/** Each mark's text as it may stand in the HTML; the two pages come as clean HTML. */
function wordsOf(profile: ClinicProfile, language: Language): Map<string, string> {
  const clinic = showProfile(profile, language)
  return new Map([
    ['CLINIC_NAME', escapeHtml(clinic.name)],
    ['CLINIC_ADDRESS', escapeHtml(clinic.address)],
    ['CLINIC_PHONE', escapeHtml(clinic.phone)],
    ['CLINIC_PHONE_LINK', escapeHtml(clinic.phoneLink)],
    ['CLINIC_HOURS', escapeHtml(clinic.openingHours)],
    ['CLINIC_ABOUT', clinic.about],
    ['CLINIC_CONTACT', clinic.contact],
    // In a script element: nothing in it may look like the element's end.
    ['CLINIC_DATA', JSON.stringify(clinic).replaceAll('<', '\\u003c')],
  ])
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
