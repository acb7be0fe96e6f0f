import { defineTexts } from '../../contract/language.ts'

/** How full the days are, and why one is closed. */
export const monthTexts = defineTexts({
  en: {
    howFull: 'How full the days are',
    showWeek: 'Show week',
    showMonth: 'Show month',
    previousWeek: 'Previous week',
    nextWeek: 'Next week',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    failed: 'We could not load how full these days are. They can be opened all the same.',
    booked: (booked: number) => `${booked} booked`,
    bookedOf: (booked: number, capacity: number) => `${booked} of ${capacity} booked`,
    /** Behind the number that is booked. */
    of: (capacity: number) => `of ${capacity}`,
    closed: 'Closed',
    closedFor: (reason: string) => `Closed: ${reason}`,
    closedWeekday: 'Closed on this weekday',
  },
  es: {
    howFull: 'Ocupación de los días',
    showWeek: 'Mostrar semana',
    showMonth: 'Mostrar mes',
    previousWeek: 'Semana anterior',
    nextWeek: 'Semana siguiente',
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    failed: 'No pudimos cargar la ocupación de estos días. Se pueden abrir igualmente.',
    booked: (booked) => `${booked} reservados`,
    bookedOf: (booked, capacity) => `${booked} de ${capacity} reservados`,
    of: (capacity) => `de ${capacity}`,
    closed: 'Cerrado',
    closedFor: (reason) => `Cerrado: ${reason}`,
    closedWeekday: 'Cerrado ese día de la semana',
  },
})
