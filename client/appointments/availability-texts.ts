import { defineTexts, plural } from '../../contract/language.ts'

/** Of the appointment screen: the day, and what is free on it. */
export const availabilityTexts = defineTexts({
  en: {
    theCalendar: 'The calendar',
    thisDay: 'This day',
    pickADay: 'Pick a day',
    dayOfAppointment: 'Day of your appointment',
    weekdays: ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'],
    closedOn: (weekdays: string) => `Closed on ${weekdays}. `,
    upTo: { before: 'You can book up to ', after: '.' },
    instead: (why: string, shown: string) => `${why} We show you ${shown} instead.`,
    nextOne: 'Next free: ',
    noDay: 'There is no day to book at the moment. Please call us and we will find a time.',
    loading: 'Loading what is free…',
    allTimes: (zone: string) => `All times are ${zone}.`,
    summary: (services: number, times: number, date: string) => {
      const counted = plural('en', services, { one: 'service', other: 'services' })
      const free = times === 1 ? '1 time' : `${times === 0 ? 'no' : times} time${times ? 's' : ''}`
      return `${services} ${counted}, ${free} free on ${date}`
    },
    spaces: (free: number) => `${free} ${free > 1 ? 'spaces' : 'space'} Available`,
    nothingYet: 'Nothing to book yet',
    nothingListed:
      'The clinic has not listed its treatments. Please call us and we will find a time.',
    noneOf: (treatment: string) => `${treatment} has no free time on this day.`,
    thatTreatment: 'That treatment',
    full: (date: string) => `${date} has no free times left.`,
    nextFree: 'Next free day: ',
    tellMe: 'Nothing that suits? Tell me when a time comes free on this day',
    pickAnother: 'Please pick another day in the calendar, or call us.',
    unread: 'We could not read the date in this address.',
    past: (date: string) => `${date} has passed.`,
    tooFar: (date: string, last: string) => `${date} is too far ahead: you can book up to ${last}.`,
    closed: (date: string) => `We are closed on ${date}.`,
    closedFor: (date: string, reason: string) => `We are closed on ${date}: ${reason}.`,
  },
  es: {
    theCalendar: 'el calendario',
    thisDay: 'este día',
    pickADay: 'Elija un día',
    dayOfAppointment: 'Día de su cita',
    weekdays: ['domingos', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados'],
    closedOn: (weekdays) => `Cerramos los ${weekdays}. `,
    upTo: { before: 'Puede reservar hasta el ', after: '.' },
    instead: (why, shown) => `${why} Le mostramos el ${shown}.`,
    nextOne: 'Próximo día: ',
    noDay: 'Por ahora no hay ningún día para reservar. Llámenos y le buscaremos un horario.',
    loading: 'Buscando horarios libres…',
    allTimes: (zone) => `Todos los horarios están en ${zone}.`,
    summary: (services, times, date) => {
      const counted = plural('es', services, { one: 'tratamiento', other: 'tratamientos' })
      const free = plural('es', times, { one: 'horario libre', other: 'horarios libres' })
      return `${services} ${counted}, ${times === 0 ? 'ningún horario libre' : `${times} ${free}`} el ${date}`
    },
    spaces: (free) =>
      plural('es', free, { one: `${free} lugar libre`, other: `${free} lugares libres` }),
    nothingYet: 'Todavía no hay nada para reservar',
    nothingListed:
      'La clínica aún no publicó sus tratamientos. Llámenos y le buscaremos un horario.',
    noneOf: (treatment) => `${treatment} no tiene horarios libres ese día.`,
    thatTreatment: 'Ese tratamiento',
    full: (date) => `Ya no quedan horarios libres el ${date}.`,
    nextFree: 'Próximo día libre: ',
    tellMe: '¿Nada le conviene? Avísenme cuando se libere un horario ese día',
    pickAnother: 'Elija otro día en el calendario o llámenos, por favor.',
    unread: 'No pudimos leer la fecha de esta dirección.',
    past: (date) => `El ${date} ya pasó.`,
    tooFar: (date, last) => `El ${date} está demasiado lejos: puede reservar hasta el ${last}.`,
    closed: (date) => `El ${date} la clínica está cerrada.`,
    closedFor: (date, reason) => `El ${date} la clínica está cerrada: ${reason}.`,
  },
})
