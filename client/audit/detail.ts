import { defineTexts, type Language } from '../../contract/language.ts'
import { showDetail } from '../i18n/show-detail.ts'
import type { Action } from './action.ts'

type Entry = { action: string; detail: string }
type Say = (detail: string) => string

/** The detail is one of these words. */
const one =
  (words: Readonly<Record<string, string>>): Say =>
  (detail) =>
    words[detail] ?? detail

/** The detail, or a part of it behind a semicolon, begins with these words; the rest is as it was typed. */
const begins =
  (words: Readonly<Record<string, string>>): Say =>
  (detail) =>
    Object.entries(words).reduce(
      (text, [english, spanish]) =>
        text.replace(new RegExp(`(?<=^|; )${english}(?=[ ;:]|$)`), spanish),
      detail,
    )

const weekdays: Readonly<Record<string, string>> = {
  Sun: 'dom',
  Mon: 'lun',
  Tue: 'mar',
  Wed: 'mié',
  Thu: 'jue',
  Fri: 'vie',
  Sat: 'sáb',
  never: 'nunca',
}

/** What the server puts together, by what was done. English is what the audit keeps. */
const detailTexts = defineTexts<Partial<Record<string, Say>>>({
  en: {},
  es: {
    'Added a treatment': (detail) =>
      detail.replace(/^price ([\d.]+), (\d+) slots$/, 'precio $1, $2 horarios'),
    'Archived or restored a treatment': one({ archived: 'archivado', restored: 'restaurado' }),
    'Cancelled an appointment': begins({ 'with refund': 'con reembolso' }),
    'Changed a doctor': begins({ 'e-mail': 'correo electrónico' }),
    'Changed a treatment': begins({
      name: 'nombre',
      price: 'precio',
      added: 'añadidos',
      removed: 'quitados',
    }),
    'Changed the clinic profile': begins({
      name: 'nombre',
      address: 'dirección',
      phone: 'teléfono',
      openingHours: 'horario de atención',
      'about page': 'página sobre la clínica',
      'contact page': 'página de contacto',
    }),
    'Changed the limits of a user': one({ lifted: 'quitados', 'set again': 'puestos de nuevo' }),
    'Changed the opening days': (detail) =>
      detail
        .replace(/\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat|never)\b/g, (day) => weekdays[day] ?? day)
        .replace(
          /^closed on (.*); (\d+) days ahead; (\d+) minutes before; (\d+) told$/,
          'cerrado: $1; $2 días por delante; $3 minutos antes; $4 avisados',
        ),
    'Changed the policy': begins({
      cutoffMinutes: 'plazo en minutos',
      refundRule: 'reembolso',
      reminderMinutes: 'recordatorios en minutos',
      offerMinutes: 'oferta en minutos',
      unprovedAppointments: 'citas sin confirmar el correo',
      unprovedHours: 'horas sin confirmar el correo',
      unpaidAppointments: 'citas sin pagar',
      bookingsPerHour: 'reservas por hora',
      waitRequests: 'solicitudes en lista de espera',
      openOffers: 'ofertas abiertas',
    }),
    'Closed days': (detail) => detail.replace(/; (\d+) told$/, '; $1 avisados'),
    'Decided on a review': one({
      'waiting -> published': 'por aprobar -> publicada',
      'waiting -> rejected': 'por aprobar -> rechazada',
      'published -> rejected': 'publicada -> rechazada',
      'rejected -> published': 'rechazada -> publicada',
    }),
    'Marked a contact message': one({
      new: 'nuevo',
      read: 'leído',
      answered: 'respondido',
      spam: 'no deseado',
    }),
    'Marked an appointment': one({
      arrived: 'llegó',
      done: 'atendida',
      no_show: 'no vino',
      'mark removed': 'sin marca',
    }),
    'Moved an appointment': begins({ to: 'al' }),
    'Recorded a payment at the desk': one({
      cash: 'en efectivo',
      card: 'con tarjeta',
      other: 'de otra forma',
    }),
  } satisfies Partial<Record<Action, Say>>,
})

/** The detail of an entry as its reader writes it; what people typed stays as it is. */
export function showEntryDetail(language: Language, { action, detail }: Entry): string {
  return showDetail(language, detailTexts[language][action]?.(detail) ?? detail)
}
