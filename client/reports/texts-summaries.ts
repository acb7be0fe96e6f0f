import { defineTexts, type Language, locales, plural } from '../../contract/language.ts'

const whole = (language: Language, count: number) => count.toLocaleString(locales[language])

const appointmentsInEnglish = (count: number) =>
  `${whole('en', count)} ${plural('en', count, { one: 'appointment', other: 'appointments' })}`
const appointmentsInSpanish = (count: number) =>
  `${whole('es', count)} ${plural('es', count, { one: 'cita', other: 'citas' })}`

/** What a plot shows, in one sentence. Money and shares come as they are shown. */
export const summaryTexts = defineTexts({
  en: {
    appointments: (past: number, now: number, coming: number) =>
      `${appointmentsInEnglish(past)} in the last 30 days, ${whole('en', now)} today, ${whole('en', coming)} in the next 14.`,
    nothingOnOffer: 'No times were on offer in these days.',
    filled: (booked: number, capacity: number, share: string) =>
      `${whole('en', booked)} of ${whole('en', capacity)} times are booked, ${share}`,
    best: (name: string, share: string) => `${name} fills best with ${share}.`,
    money: (taken: string, prepaid: string, open: string, coming: string) =>
      `${taken} was collected in the last 30 days and today, refunds taken off. Of the appointments below, ${prepaid} of the next 14 days is prepaid and ${coming} to come; ${open} is outstanding until today.`,
    inMonth: (taken: string, month: string) =>
      `${taken} was collected in ${month}, refunds taken off.`,
    nobodyMissed: 'Nobody missed an appointment in the last 30 days and today.',
    missed: (noShows: number, appointments: number, share: string) =>
      `${whole('en', noShows)} of ${appointmentsInEnglish(appointments)} in the last 30 days and today ${plural('en', noShows, { one: 'was', other: 'were' })} missed, ${share}.`,
  },
  es: {
    appointments: (past, now, coming) =>
      `${appointmentsInSpanish(past)} en los últimos 30 días, ${whole('es', now)} hoy, ${whole('es', coming)} en los próximos 14.`,
    nothingOnOffer: 'No se ofrecieron horarios en estos días.',
    filled: (booked, capacity, share) =>
      `${whole('es', booked)} de ${whole('es', capacity)} horarios están reservados, el ${share}`,
    best: (name, share) => `${name} es el más reservado, con el ${share}.`,
    money: (taken, prepaid, open, coming) =>
      `Se cobraron ${taken} en los últimos 30 días y hoy, descontados los reembolsos. De las citas de abajo, ${prepaid} de los próximos 14 días ya están pagados y ${coming} por cobrar; ${open} quedan pendientes hasta hoy.`,
    inMonth: (taken, month) => `Se cobraron ${taken} en ${month}, descontados los reembolsos.`,
    nobodyMissed: 'Nadie faltó a una cita en los últimos 30 días.',
    missed: (noShows, appointments, share) =>
      `En los últimos 30 días y hoy se faltó a ${whole('es', noShows)} de ${appointmentsInSpanish(appointments)}, el ${share}.`,
  },
})
