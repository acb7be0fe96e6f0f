import { defineTexts, type Language } from '../../contract/language.ts'
import type { Config } from '../config.ts'

type Kept = Config['keepDays']
type About = {
  clinic: string
  address: string
  phone: string
  keepDays: Kept
  takesStripe: boolean
}

const longest = 730

const spans = defineTexts({
  en: {
    ever: 'for as long as the clinic exists',
    days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    years: (years: number) => (years === 1 ? '1 year' : `${years} years`),
  },
  es: {
    ever: 'mientras exista la clínica',
    days: (days: number) => (days === 1 ? '1 día' : `${days} días`),
    years: (years: number) => (years === 1 ? '1 año' : `${years} años`),
  },
})

/** Whole years as such; 0 is for ever. */
function spanOf(language: Language, days: number): string {
  const t = spans[language]
  if (days === 0) return t.ever
  const years = days / 365
  return days >= longest && Number.isInteger(years) ? t.years(years) : t.days(days)
}

/** Where Stripe takes the cards. */
const cards = defineTexts({
  en: `## Cards

Your card number never reaches us. You type it into a form of our payment provider, Stripe; we store the amount, the brand and the last four digits.

`,
  es: `## Tarjetas

El número de su tarjeta nunca nos llega. Lo escribe en un formulario de Stripe, nuestro proveedor de pagos; guardamos el importe, la marca y las cuatro últimas cifras.

`,
})

const texts = defineTexts({
  en: (about: About, span: (days: number) => string) => `# Your privacy at ${about.clinic}

This page says what we store about you, why, for how long, and what you can ask of us.

## What we store, and why

- **Your account**: name, e-mail, phone, language and a hash of your password, so that you can log in and we can reach you.
- **Patients**: you and the family members whom you add, with what our team notes for your treatment, such as a birth date or an allergy.
- **Appointments**: treatment, day and time, what was changed and when, and what was paid.
- **Messages**: what you write to us, your reviews, and which e-mails and text messages we sent you.
- **Security**: where you are logged in and from which network, so that nobody else uses your account.

${about.takesStripe ? cards.en : ''}## Who sees it

Our team, as far as their work needs it. Each look at your record is written down by name. We sell nothing and pass nothing on, but for what payments and the delivery of messages need. There are no trackers, no advertising and no cookies on this site but those that keep you logged in and remember your language.

## For how long

- Appointments and records: ${about.keepDays.patients === 0 ? 'for as long as the law has us store them, or until you ask us to erase them' : `${span(about.keepDays.patients)} after your last appointment`}. What was paid stays for our books, without your name.
- Messages that you write to us: ${span(about.keepDays.messages)}.
- That we sent you a message: ${span(about.keepDays.mails)}. What it said is deleted as soon as it is sent.
- Who of our team did or saw what: ${span(about.keepDays.audit)}.
- An account that nobody confirms: 30 days. From where you logged in: 90 days.

## Your rights

Under **My Account** you can read and download all of it, correct it, and delete your account. You can also ask our team to hand you your data or to erase it. If you think that we handle it wrongly, you can complain to the authority for data protection where you live.

## Contact

${about.clinic}, ${about.address}, ${about.phone}
`,
  es: (about, span) => `# Su privacidad en ${about.clinic}

Esta página dice qué guardamos sobre usted, para qué, durante cuánto tiempo y qué nos puede pedir.

## Qué guardamos y para qué

- **Su cuenta**: nombre, correo, teléfono, idioma y una huella de su contraseña, para que pueda iniciar sesión y podamos comunicarnos con usted.
- **Pacientes**: usted y los familiares que añada, con lo que nuestro equipo anota para su tratamiento, como la fecha de nacimiento o una alergia.
- **Citas**: tratamiento, día y hora, qué se cambió y cuándo, y lo que se pagó.
- **Mensajes**: lo que nos escribe, sus opiniones, y qué correos y mensajes de texto le enviamos.
- **Seguridad**: dónde tiene la sesión iniciada y desde qué red, para que nadie más use su cuenta.

${about.takesStripe ? cards.es : ''}## Quién lo ve

Nuestro equipo, en lo que su trabajo necesita. Cada consulta de su ficha queda anotada con el nombre de quien la hizo. No vendemos nada ni lo cedemos, salvo lo que exigen los pagos y el envío de mensajes. En este sitio no hay rastreadores ni publicidad, ni más cookies que las que mantienen su sesión y recuerdan su idioma.

## Durante cuánto tiempo

- Citas y fichas: ${about.keepDays.patients === 0 ? 'mientras la ley nos obligue a guardarlas, o hasta que usted nos pida borrarlas' : `${span(about.keepDays.patients)} después de su última cita`}. Lo que se pagó queda en nuestras cuentas, sin su nombre.
- Mensajes que nos escribe: ${span(about.keepDays.messages)}.
- Que le enviamos un mensaje: ${span(about.keepDays.mails)}. Lo que decía se borra en cuanto se envía.
- Quién de nuestro equipo hizo o vio qué: ${span(about.keepDays.audit)}.
- Una cuenta que nadie confirma: 30 días. Desde dónde inició sesión: 90 días.

## Sus derechos

En **Mi cuenta** puede leer y descargar todo, corregirlo y eliminar su cuenta. También puede pedir a nuestro equipo que le entregue sus datos o que los borre. Si cree que los tratamos mal, puede reclamar ante la autoridad de protección de datos de donde vive.

## Contacto

${about.clinic}, ${about.address}, ${about.phone}
`,
})

/** What the privacy page says, as Markdown, where the clinic has not written its own. */
export function writePrivacyText(language: Language, about: About): string {
  return texts[language](about, (days) => spanOf(language, days))
}
