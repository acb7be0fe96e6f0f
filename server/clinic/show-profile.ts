import type { PageClinic } from '../../contract/clinic.ts'
import type { ClinicProfile } from '../../contract/clinic-endpoints.ts'
import { showPage } from './show-markdown.ts'

/** The profile as the pages have it: their texts as HTML, the telephone number as a link too. */
export function showProfile(profile: ClinicProfile): PageClinic {
  return {
    ...profile,
    phoneLink: `tel:${dialled(profile.phone)}`,
    about: showPage(profile.about, 'About'),
    contact: showPage(profile.contact, 'Contact'),
  }
}

/** `+1 (718) 555-0142, ext. 5` as `+17185550142`: an extension is said, not dialled. */
function dialled(phone: string): string {
  const number = phone.replace(/[a-z].*$/is, '')
  return number.replace(/(?!^\+)\D/g, '')
}
