import { defineTexts, plural } from '../../contract/language.ts'

export const openingTexts = defineTexts({
  en: {
    title: 'Business Hours',
    what: 'The business hours',
    loading: 'Loading the business hours…',
    save: 'Save business hours',
    saved: 'Business hours saved',
    closedOn: 'Closed every week on',
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    daysAhead: 'Booking window in days',
    halfAYear: 'How far ahead can be booked. 180 days are about half a year.',
    notice: 'Minimum notice',
    noticeHint:
      'How long before a time begins it can still be booked online. Staff can book until it begins.',
    hours: 'Hours',
    minutes: 'Minutes',
    daysUnread: (most: number) => `Write a number of days from 0 to ${most}`,
    minutesUnread: 'Write minutes from 0 to 59',
    hoursUnread: (most: number) => `Write hours from 0 to ${most}, which are 14 days`,
    closeWeekdaysQuestion: 'Close these weekdays?',
    closeAnyway: 'Close, and leave the appointments',
    closed: 'The days are closed',
    closeAnd: (then: string) => `Close. ${then}`,
  },
  es: {
    title: 'Horario de atención',
    what: 'el horario de atención',
    loading: 'Cargando el horario de atención…',
    save: 'Guardar el horario de atención',
    saved: 'Se guardó el horario de atención',
    closedOn: 'Cerrado todas las semanas',
    weekdays: ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'],
    daysAhead: 'Plazo de reserva en días',
    halfAYear: 'Con cuánta anticipación se puede reservar. 180 días son cerca de medio año.',
    notice: 'Aviso mínimo',
    noticeHint:
      'Hasta cuánto antes de que empiece un horario se puede reservar en línea. El personal puede reservarlo hasta que empiece.',
    hours: 'Horas',
    minutes: 'Minutos',
    daysUnread: (most) => `Escriba un número de días entre 0 y ${most}`,
    minutesUnread: 'Escriba los minutos, entre 0 y 59',
    hoursUnread: (most) => `Escriba las horas, entre 0 y ${most}, que son 14 días`,
    closeWeekdaysQuestion: '¿Cerrar estos días de la semana?',
    closeAnyway: 'Cerrar y dejar las citas',
    closed: 'Los días están cerrados',
    closeAnd: (then) => `Cerrar. ${then}`,
  },
})

export type OpeningTexts = (typeof openingTexts)['en']

/** Days that are closed besides the weekly ones; days come in as their reader writes them. */
export const closuresTexts = defineTexts({
  en: {
    title: 'Holidays and other closed days',
    list: 'Closed days',
    headings: { day: 'Day', reason: 'Reason', appointments: 'Appointments', action: 'Action' },
    none: 'No closed days ahead. Close the next holiday below.',
    noAppointments: 'None',
    appointments: (count: number) =>
      plural('en', count, { one: '1 appointment', other: `${count} appointments` }),
    appointmentsOn: (appointments: string, day: string) => `${appointments} on ${day}`,
    asked: (count: number) =>
      plural('en', count, {
        one: 'for 1 the patient was asked and has not chosen yet',
        other: `for ${count} the patients were asked and have not chosen yet`,
      }),
    onWeekday: 'Closed every week',
    settle: 'Settle',
    settleOf: (day: string) => `Settle the appointments on ${day}`,
    settleTitle: (day: string) => `Appointments on ${day}`,
    openAgain: 'Open again',
    openAgainOf: (day: string) => `Open again: ${day}`,
    openQuestion: (day: string) => `Open ${day} again?`,
    openNow: (day: string) => `Open ${day}`,
    keep: 'Keep it closed',
    wasClosedFor: (reason: string) =>
      `It was closed for “${reason}”. Patients can book it again, unless its weekday is closed.`,
    willTell: (count: number) =>
      plural('en', count, {
        one: 'The patient who was asked to choose another time and has not is told that the appointment takes place, unless its weekday is closed.',
        other: `For ${count} appointments the patients were asked to choose another time and have not. They are told that these take place, unless the weekday is closed.`,
      }),
    opened: (day: string) => `${day} is open again`,
    close: 'Close days',
    first: 'First day',
    last: 'Last day',
    reasonHint: 'Patients read it, e.g. Thanksgiving.',
    closeQuestion: 'Close these days?',
    closed: (days: number) =>
      plural('en', days, { one: '1 day is closed', other: `${days} days are closed` }),
    chooseFirst: 'Choose the first day',
    chooseLater: 'Choose today or a later day',
    chooseLast: 'Choose the last day; one day is its own last',
    noReason: 'Please give a reason',
  },
  es: {
    title: 'Feriados y otros días cerrados',
    list: 'Días cerrados',
    headings: { day: 'Día', reason: 'Motivo', appointments: 'Citas', action: 'Acción' },
    none: 'No hay días cerrados por delante. Cierre el próximo feriado aquí abajo.',
    noAppointments: 'Ninguna',
    appointments: (count) => plural('es', count, { one: '1 cita', other: `${count} citas` }),
    appointmentsOn: (appointments, day) => `${appointments} el ${day}`,
    asked: (count) =>
      plural('es', count, {
        one: 'para 1 se preguntó al paciente y aún no elige',
        other: `para ${count} se preguntó a los pacientes y aún no eligen`,
      }),
    onWeekday: 'Cerrado todas las semanas',
    settle: 'Resolver',
    settleOf: (day) => `Resolver las citas del ${day}`,
    settleTitle: (day) => `Citas del ${day}`,
    openAgain: 'Volver a abrir',
    openAgainOf: (day) => `Volver a abrir: ${day}`,
    openQuestion: (day) => `¿Volver a abrir el ${day}?`,
    openNow: (day) => `Abrir el ${day}`,
    keep: 'Dejarlo cerrado',
    wasClosedFor: (reason) =>
      `Estaba cerrado por «${reason}». Los pacientes podrán reservar de nuevo, salvo que ese día de la semana esté cerrado.`,
    willTell: (count) =>
      plural('es', count, {
        one: 'Al paciente que debía elegir otro horario y aún no eligió se le avisa que su cita se mantiene, salvo que ese día de la semana esté cerrado.',
        other: `En ${count} citas los pacientes debían elegir otro horario y aún no eligieron. Se les avisa que sus citas se mantienen, salvo que ese día de la semana esté cerrado.`,
      }),
    opened: (day) => `El ${day} vuelve a estar abierto`,
    close: 'Cerrar días',
    first: 'Primer día',
    last: 'Último día',
    reasonHint: 'Lo leen los pacientes, por ejemplo: Día de Acción de Gracias.',
    closeQuestion: '¿Cerrar estos días?',
    closed: (days) =>
      plural('es', days, { one: 'Se cerró 1 día', other: `Se cerraron ${days} días` }),
    chooseFirst: 'Elija el primer día',
    chooseLater: 'Elija hoy o un día posterior',
    chooseLast: 'Elija el último día; si es uno solo, repita el primero',
    noReason: 'Escriba el motivo',
  },
})
