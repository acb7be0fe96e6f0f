import type { PageClinic } from '../../contract/clinic/clinic.ts'

/**
 * What the build writes into the pages; the server puts the clinic's own words in its place. A page in a browser
 * has them, so the browser's scripts go without these.
 */
const marks = import.meta.env.SSR
  ? {
      name: '%CLINIC_NAME%',
      address: '%CLINIC_ADDRESS%',
      phone: '%CLINIC_PHONE%',
      phoneLink: '%CLINIC_PHONE_LINK%',
      mapLink: '%CLINIC_MAP_LINK%',
      openingHours: '%CLINIC_HOURS%',
      about: '%CLINIC_ABOUT%',
      contact: '%CLINIC_CONTACT%',
      privacy: '%CLINIC_PRIVACY%',
      passwordLength: '%CLINIC_PASSWORD_LENGTH%',
    }
  : undefined

/**
 * The clinic's profile is a row in the running server's database, but the pages are built before it
 * is known: they carry marks that the server fills in, and scripts read the same words from a block
 * of data beside them, so that both agree from the first paint on.
 */
export const clinic: PageClinic = marks ?? readClinic()

/** Part of our own document: every page carries it, and a schema would bring zod to all of them. */
function readClinic(): PageClinic {
  return JSON.parse(document.getElementById('clinic')?.textContent ?? '')
}
