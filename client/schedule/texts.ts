import type { Day } from '../../contract/date.ts'
import { defineTexts, type Language, plural } from '../../contract/language.ts'
import { showDay, showSlot, showWeekday } from '../../contract/show.ts'
import type { ColumnSlot } from './slots.ts'

/** `2026-06-08` as `Monday, Jun 8, 2026`. */
export function dayText(language: Language, day: Day): string {
  return `${showWeekday(language, day)}, ${showDay(language, day)}`
}

/** One day of the schedule, as a calendar and as a list. */
export const dayTexts = defineTexts({
  en: {
    title: 'Schedule',
    loading: 'Loading the day…',
    dayWhat: 'This day',
    calendarWhat: 'The calendar',
    wrongDay: 'We could not read the date in this address. Here is today.',
    zone: (zone: string) => `All times are ${zone}.`,
    isOld: 'This day may be out of date: we could not renew it.',
    previousDay: 'Previous day',
    nextDay: 'Next day',
    today: 'Today',
    view: 'View',
    asCalendar: 'Calendar',
    asList: 'List',
    asVisits: 'Check-in',
    appointments: (count: number) =>
      `${count} ${plural('en', count, { one: 'appointment', other: 'appointments' })}`,
    showCancelled: (count: number) => `Show cancelled (${count})`,
    print: 'Print',
    notes: 'Notes',
    scrolls: 'More treatments to the right: scroll the calendar.',
    bookForPatient: 'Book for a patient',
    appointmentsOn: (day: string) => `Appointments on ${day}`,
    calendarOfDay: 'Calendar of the day',
    archived: 'archived',
    free: (slot: string) => `${slot}, free`,
    held: (name: string) => `Held for ${name}`,
    heldForWaitlist: 'Held for the waitlist',
    legendOf: 'What the looks of an appointment mean',
    until: ', until',
    book: 'Book',
    bookSlot: (treatment: string, slot: string) => `Book ${treatment}, ${slot}`,
    stillStand: (closed: string) => `${closed}. These appointments still stand.`,
    askedSoFar: (count: number) =>
      plural('en', count, {
        one: '1 patient was asked to choose another time and has not answered yet.',
        other: `${count} patients were asked to choose another time and have not answered yet.`,
      }),
    askedToChoose: 'Asked to choose another time',
    settle: 'Settle these appointments',
    nobody: 'Nobody is booked on this day',
    closedDay: 'The clinic is closed on this day',
    bookFirst: 'Book the first appointment',
    goTo: (day: string) => `Go to ${day}`,
    nobodyWhileClosed: (closed: string) => `${closed}. Nobody is booked.`,
    arrivesByItself: 'As soon as somebody books, the appointment is here by itself.',
    noTimeLeft: 'There is no time left on it that could be booked.',
    heldFor: (slot: string, name: string) => `${slot}, held for ${name}`,
    goneTime: (slot: string) => `${slot} (no longer free)`,
  },
  es: {
    title: 'Agenda',
    loading: 'Cargando el día…',
    dayWhat: 'este día',
    calendarWhat: 'el calendario',
    wrongDay: 'No pudimos leer la fecha de esta dirección. Aquí está el día de hoy.',
    zone: (zone) => `Todos los horarios están en ${zone}.`,
    isOld: 'Este día puede no estar al día: no pudimos actualizarlo.',
    previousDay: 'Día anterior',
    nextDay: 'Día siguiente',
    today: 'Hoy',
    view: 'Vista',
    asCalendar: 'Calendario',
    asList: 'Lista',
    asVisits: 'Recepción',
    appointments: (count) => `${count} ${plural('es', count, { one: 'cita', other: 'citas' })}`,
    showCancelled: (count) => `Mostrar canceladas (${count})`,
    print: 'Imprimir',
    notes: 'Notas',
    scrolls: 'Hay más tratamientos a la derecha: desplace el calendario.',
    bookForPatient: 'Reservar para un paciente',
    appointmentsOn: (day) => `Citas del ${day}`,
    calendarOfDay: 'Calendario del día',
    archived: 'archivado',
    free: (slot) => `${slot}, libre`,
    held: (name) => `Guardado para ${name}`,
    heldForWaitlist: 'Guardado para la lista de espera',
    legendOf: 'Qué significa el aspecto de una cita',
    until: ', hasta',
    book: 'Reservar',
    bookSlot: (treatment, slot) => `Reservar ${treatment}, ${slot}`,
    stillStand: (closed) => `${closed}. Estas citas siguen en pie.`,
    askedSoFar: (count) =>
      plural('es', count, {
        one: 'A 1 paciente se le pidió elegir otro horario y aún no responde.',
        other: `A ${count} pacientes se les pidió elegir otro horario y aún no responden.`,
      }),
    askedToChoose: 'Se le pidió elegir otro horario',
    settle: 'Resolver estas citas',
    nobody: 'Nadie tiene cita este día',
    closedDay: 'La clínica está cerrada este día',
    bookFirst: 'Reservar la primera cita',
    goTo: (day) => `Ir al ${day}`,
    nobodyWhileClosed: (closed) => `${closed}. Nadie tiene cita.`,
    arrivesByItself: 'En cuanto alguien reserve, la cita aparecerá aquí por sí sola.',
    noTimeLeft: 'Ya no queda ningún horario que se pueda reservar.',
    heldFor: (slot, name) => `${slot}, guardado para ${name}`,
    goneTime: (slot) => `${slot} (ya no está libre)`,
  },
})

/** A slot in a list of times, with the patient it is held for. */
export function slotLabel(language: Language, { slot, heldFor }: ColumnSlot): string {
  const time = showSlot(language, slot)
  return heldFor === null ? time : dayTexts[language].heldFor(time, heldFor)
}

/** One appointment: how it stands, and what happened to it. */
export const appointmentTexts = defineTexts({
  en: {
    appointment: 'Appointment',
    what: 'This appointment',
    unknown: 'There is no such appointment',
    unknownHint: 'The link may be incomplete.',
    goToDay: 'Go to the day',
    isOld: 'This may be out of date: we could not renew it.',
    when: 'When',
    noEmail: 'None: cannot be notified by mail',
    statuses: {
      booked: 'Booked',
      confirmed: 'Confirmed',
      arrived: 'Arrived',
      seated: 'In the chair',
      completed: 'Completed',
      no_show: 'No-show',
      cancelled: 'Cancelled',
    },
    paidByCard: 'Paid by card',
    paidAtDesk: 'Paid at the desk',
    nothingDue: 'Nothing due',
    nothingToPay: 'Nothing to pay',
    due: (amount: string) => `${amount} due`,
    refunds: {
      requested: 'A refund is on its way.',
      succeeded: 'Refunded to the card.',
      failed: 'A refund failed. Please look at it with the card provider.',
    },
  },
  es: {
    appointment: 'Cita',
    what: 'esta cita',
    unknown: 'No existe esa cita',
    unknownHint: 'Puede que el enlace esté incompleto.',
    goToDay: 'Ir al día',
    isOld: 'Esto puede no estar al día: no pudimos actualizarlo.',
    when: 'Cuándo',
    noEmail: 'Ninguno: no se le puede avisar por correo',
    statuses: {
      booked: 'Reservada',
      confirmed: 'Confirmada',
      arrived: 'Llegó',
      seated: 'En el sillón',
      completed: 'Realizada',
      no_show: 'Faltó',
      cancelled: 'Cancelada',
    },
    paidByCard: 'Pagada con tarjeta',
    paidAtDesk: 'Pagada en recepción',
    nothingDue: 'Nada pendiente',
    nothingToPay: 'Nada que pagar',
    due: (amount) => `${amount} por pagar`,
    refunds: {
      requested: 'Hay un reembolso en camino.',
      succeeded: 'Reembolsada a la tarjeta.',
      failed: 'Un reembolso falló. Revíselo con el proveedor de tarjetas, por favor.',
    },
  },
})
