import type { PageClinic } from '../../contract/clinic/clinic.ts'
import type { ClinicProfile } from '../../contract/clinic/endpoints.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import type { Config } from '../config.ts'
import { writePrivacyText } from '../privacy/privacy-text.ts'
import { showPage } from './show-markdown.ts'

const pageTitles = defineTexts({
  en: { about: 'About', contact: 'Contact', privacy: 'Privacy' },
  es: { about: 'Nosotros', contact: 'Contacto', privacy: 'Privacidad' },
})

/**
 * The profile as the pages have it: their texts as HTML, the telephone number and the address as links
 * too. What the clinic wrote is shown as it is; the titles of pages that have none of their own are in
 * the language.
 */
export function showProfile(
  profile: ClinicProfile,
  { language, keepDays }: { language: Language; keepDays: Config['keepDays'] },
): Omit<PageClinic, 'passwordLength'> {
  const titles = pageTitles[language]
  const { name: clinic, address, phone } = profile
  const privacy =
    profile.privacy || writePrivacyText(language, { clinic, address, phone, keepDays })
  return {
    ...profile,
    phoneLink: `tel:${dialled(profile.phone)}`,
    mapLink: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(profile.address)}`,
    about: showPage(profile.about, titles.about),
    contact: showPage(profile.contact, titles.contact),
    privacy: showPage(privacy, titles.privacy),
  }
}

/** `+1 (718) 555-0142, ext. 5` as `+17185550142`: an extension is said, not dialled. */
function dialled(phone: string): string {
  const number = phone.replace(/[a-z].*$/is, '')
  return number.replace(/(?!^\+)\D/g, '')
}
