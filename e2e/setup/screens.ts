import { expect, type Locator, type Page } from '@playwright/test'
import { dashboardPages } from '../../client/dashboard-pages.tsx'
import type { Language } from '../../contract/language.ts'
import { paths, staffPages } from '../../contract/page-paths.ts'
import { bookFree } from './booking.ts'
import { openDay, readCalendar } from './calendar.ts'
import type { Patient } from './patient.ts'

/** Every screen by its address, with its document title in both languages. */
export type Screens = Readonly<Record<string, Readonly<Record<Language, string>>>>

/** The pages that the server sends whole. */
export const publicScreens: Screens = {
  '/': { en: 'Your New Smile Starts Here', es: 'Su nueva sonrisa empieza aquí' },
  '/about': { en: 'About', es: 'Nosotros' },
  '/contact': { en: 'Contact', es: 'Contacto' },
  '/privacy': { en: 'Privacy', es: 'Privacidad' },
  '/reviews': { en: 'Reviews', es: 'Opiniones' },
  '/login': { en: 'Login', es: 'Iniciar sesión' },
  '/signup': { en: 'Sign Up', es: 'Crear cuenta' },
}

/** Where links in mails lead: pages that only the browser can show. */
export const linkedScreens: Screens = {
  // The first is opened at its address, which no other journey does with this one.
  '/invitation#token=x': { en: 'Invitation', es: 'Invitación' },
  '/reset-password#token=x': { en: 'Choose a new password', es: 'Elija una contraseña nueva' },
  '/reset-password': { en: 'Choose a new password', es: 'Elija una contraseña nueva' },
  '/verify-email#token=x': {
    en: 'Confirm your e-mail address',
    es: 'Confirme su correo electrónico',
  },
  '/verify-email?again#token=x': {
    en: 'Confirm your e-mail address',
    es: 'Confirme su correo electrónico',
  },
  '/stop-email-change#token=x': {
    en: 'Stop the change of your address',
    es: 'Detener el cambio de su dirección',
  },
  '/verify-email': { en: 'Confirm your e-mail address', es: 'Confirme su correo electrónico' },
}

export const patientScreens: Screens = {
  '/appointment': { en: 'Appointment', es: 'Cita' },
  '/dashboard': { en: 'My Appointments', es: 'Mis citas' },
  '/dashboard/reviews': { en: 'My Reviews', es: 'Mis opiniones' },
  '/dashboard/history': { en: 'My History', es: 'Mi historial' },
  '/dashboard/family': { en: 'My Family', es: 'Mi familia' },
  '/dashboard/calendar': { en: 'My Calendar', es: 'Mi calendario' },
  '/dashboard/waitlist': { en: 'My Waitlist', es: 'Lista de espera' },
  '/dashboard/reminders': { en: 'Reminders', es: 'Recordatorios' },
  '/dashboard/account': { en: 'My Account', es: 'Mi cuenta' },
  '/dashboard/account/data': { en: 'Your data', es: 'Sus datos' },
  '/dashboard/account/delete': { en: 'Delete the account', es: 'Eliminar la cuenta' },
}

/** Every page of the staff that needs no appointment; the schedule in both of its views. */
export const staffScreens: Screens = Object.fromEntries(
  [...Object.values(staffPages), paths.ownCalendar]
    .filter((path) => !path.includes(':'))
    .flatMap((path) => {
      const views = path === paths.schedule ? ['?view=calendar', '?view=list'] : ['']
      return views.map((view) => [path + view, dashboardPages[path].title])
    }),
)

/** Groups of some screens each, so that workers share them and none takes long. */
export function walksOf(screens: Screens): { name: string; screens: Screens }[] {
  const all = Object.entries(screens)
  const starts = all.map((_, place) => place).filter((place) => place % 12 === 0)
  return starts.map((start) => {
    const part = all.slice(start, start + 12)
    return { name: part.map(([path]) => path).join(', '), screens: Object.fromEntries(part) }
  })
}

/** Content for each of them: an appointment in three days, and a message. */
export async function fillScreens({ request }: Page, patient: Patient) {
  const input = { days: 3, treatment: 'Pediatric Dental', slot: '1:00 PM - 1:30 PM' }
  const booking = await bookFree(request, patient, input)
  const message = { email: patient.email, subject: 'Frenos', message: '¿Cuánto tardan?' }
  expect((await request.post('/contact-messages', { data: message })).ok()).toBe(true)
  return booking
}

/**
 * Opens a page that the server sends whole, and waits until its scripts are there: before that a press of a button has
 * its effect later, or none if another follows, and a link loads another document.
 */
export async function openWithScripts(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const isHeard = () =>
    Object.keys(document.getElementById('root') ?? {}).some((key) =>
      key.startsWith('__reactContainer'),
    )
  await expect.poll(() => page.evaluate(isHeard)).toBe(true)
}

type Way = (page: Page, address: string) => Promise<unknown>

/** Every screen is a document of its own: what the server sends is hydrated. */
export const byDocuments: Way = (page, address) => page.goto(address)

/**
 * Screens that only the browser can show follow each other in one document, as by the browser's buttons: opening a document
 * costs several times what its screen does. Their own journeys open each at its address.
 */
export const byHistory: Way = async (page, address) => {
  // Another view of the same screen has the same title, by which a screen is known.
  const { origin, pathname } = new URL(page.url())
  if (origin === 'null' || new URL(address, origin).pathname === pathname) {
    return await openWithScripts(page, address)
  }
  await page.evaluate((to) => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
    // Each entry of the history has a key, by which the router knows it.
    history.pushState({ key: crypto.randomUUID() }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  // Until the new page takes the focus, the one before it still stands.
  await expect(page.locator(':focus')).toHaveCount(1)
}

export type Walked = { screens: Screens; way: Way }

/** Opens each screen in turn; it is checked once nothing is loading any more. */
export async function walk(
  page: Page,
  { screens, way }: Walked,
  language: Language,
  check: (path: string) => Promise<void>,
): Promise<void> {
  // In the evening nothing is left of today.
  const day = openDay(await readCalendar(page.request), 3)
  for (const [path, titles] of Object.entries(screens)) {
    const isOfDay = [paths.appointment, paths.schedule].some((own) => path.startsWith(own))
    const title = `${titles[language]} · Molar Dental`
    const served = await page.request.get(path, { headers: { 'accept-language': language } })
    expect(await served.text(), path).toContain(`<title>${title}</title>`)
    await way(page, isOfDay ? `${path}${path.includes('?') ? '&' : '?'}date=${day}` : path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await check(path)
  }
}

/** Both stand on one line: their middles are equally high, give or take what is rounded. */
export async function expectLevel(one: Locator, other: Locator): Promise<void> {
  const middles = [one, other].map(async (part) => {
    const box = await part.boundingBox()
    return box ? box.y + box.height / 2 : Number.NaN
  })
  const [first = Number.NaN, second = Number.NaN] = await Promise.all(middles)
  expect(Math.abs(first - second)).toBeLessThan(2)
}
