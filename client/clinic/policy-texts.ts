import type { LimitName, RefundRule } from '../../contract/clinic/policy.ts'
import { defineTexts } from '../../contract/language.ts'

type Rules = Record<RefundRule, string>
type Named = Record<LimitName, string>

export const policyPageTexts = defineTexts({
  en: {
    title: 'Policy',
    what: 'The policy',
    loading: 'Loading the policy…',
    intro:
      'What patients can do by themselves once they have booked, also with appointments made before. Staff are held to none of it.',
    notice: 'Notice',
    noticeHint:
      'Until how long before it begins patients can reschedule an appointment online. They can cancel until it begins.',
    hours: 'Hours',
    minutes: 'Minutes',
    refunds: 'What a patient who cancels, or reschedules to a cheaper treatment, gets back',
    rules: {
      before_cutoff: 'All of it in time, nothing at shorter notice',
      always: 'Always all of it',
      never: 'Nothing',
    } as Rules,
    patientsRead: 'Patients read',
    reminders: 'Reminders',
    remindersHint: 'How long before an appointment its patient is reminded. Five at most.',
    none: 'No reminders are sent.',
    reminder: (number: number) => `Reminder ${number}`,
    unit: (number: number) => `Unit of reminder ${number}`,
    days: 'days before',
    hoursBefore: 'hours before',
    minutesBefore: 'minutes before',
    remove: (number: number) => `Remove reminder ${number}`,
    add: 'Add a reminder',
    offer: 'Earlier slots',
    offerHint: 'How long a slot that has become free is held for the person it is offered to.',
    late: 'Late patients',
    lateHint:
      'How long after the beginning a patient who has not arrived is shown as late on today’s schedule. Patients do not see it.',
    lateMinutes: 'Minutes after the beginning',
    discretion: 'Privacy of messages',
    named: 'Messages name the treatment',
    unnamed: 'Do not name treatments',
    unnamedHint:
      'E-mails, text messages and calendars then say “appointment” only. Who sees a phone or a shared calendar does not learn what it is for.',
    limits: 'Limits',
    limitsHint:
      'How much one account can do, with all its family members. You can lift them for an account on the page All Users.',
    patientsReadLimits: 'Patients read of the limits',
    limit: {
      unprovedAppointments: 'Unpaid appointments before the e-mail is confirmed',
      unprovedHours: 'Hours that such an appointment is held',
      unpaidAppointments: 'Unpaid appointments after that',
      bookingsPerHour: 'Bookings an hour',
      waitRequests: 'Requests on the waitlist',
      openOffers: 'Open offers of earlier slots',
    } as Named,
    limitSpan: ({ least, most }: { least: number; most: number }) =>
      `Write a whole number from ${least} to ${most}`,
    save: 'Save policy',
    saved: 'Policy saved',
    wholeHours: 'Write hours from 0 to 336, which are 14 days',
    wholeMinutes: 'Write minutes from 0 to 59',
    wholeNumber: 'Write a whole number',
    reminderSpan: 'Between 15 minutes and 30 days before',
    twice: 'There is a reminder at this time already',
    offerSpan: 'Between 5 minutes and 24 hours',
  },
  es: {
    title: 'Política de cambios',
    what: 'La política',
    loading: 'Cargando la política…',
    intro:
      'Lo que los pacientes pueden hacer por sí mismos después de reservar, también con las citas ya reservadas. Al personal no le afecta.',
    notice: 'Antelación',
    noticeHint:
      'Hasta cuánto tiempo antes de que comience pueden los pacientes reprogramar una cita en línea. Pueden cancelarla hasta que comience.',
    hours: 'Horas',
    minutes: 'Minutos',
    refunds: 'Qué recibe de vuelta un paciente que cancela o cambia a un tratamiento más barato',
    rules: {
      before_cutoff: 'Todo si avisa a tiempo, nada con menos antelación',
      always: 'Siempre todo',
      never: 'Nada',
    },
    patientsRead: 'Los pacientes leen',
    reminders: 'Recordatorios',
    remindersHint: 'Cuánto tiempo antes de la cita se le recuerda al paciente. Cinco como máximo.',
    none: 'No se envían recordatorios.',
    reminder: (number) => `Recordatorio ${number}`,
    unit: (number) => `Unidad del recordatorio ${number}`,
    days: 'días antes',
    hoursBefore: 'horas antes',
    minutesBefore: 'minutos antes',
    remove: (number) => `Quitar el recordatorio ${number}`,
    add: 'Añadir un recordatorio',
    offer: 'Horarios antes de lo previsto',
    offerHint: 'Cuánto tiempo se guarda un horario que quedó libre para quien recibe la oferta.',
    late: 'Pacientes con retraso',
    lateHint:
      'Cuánto después del comienzo aparece con retraso en la agenda de hoy quien no ha llegado. Los pacientes no lo ven.',
    lateMinutes: 'Minutos después del comienzo',
    discretion: 'Privacidad de los mensajes',
    named: 'Los mensajes nombran el tratamiento',
    unnamed: 'No nombrar los tratamientos',
    unnamedHint:
      'Los correos, los mensajes de texto y los calendarios dicen entonces solo «cita». Quien vea un teléfono o un calendario compartido no sabrá para qué es.',
    limits: 'Límites',
    limitsHint:
      'Cuánto puede hacer una cuenta, con toda su familia. En la página Todos los usuarios puede quitárselos a una cuenta.',
    patientsReadLimits: 'Los pacientes leen sobre los límites',
    limit: {
      unprovedAppointments: 'Citas sin pagar antes de confirmar el correo',
      unprovedHours: 'Horas que se guarda una cita así',
      unpaidAppointments: 'Citas sin pagar después',
      bookingsPerHour: 'Reservas por hora',
      waitRequests: 'Solicitudes en la lista de espera',
      openOffers: 'Ofertas abiertas de horarios antes de lo previsto',
    },
    limitSpan: ({ least, most }) => `Escriba un número entero de ${least} a ${most}`,
    save: 'Guardar la política',
    saved: 'Política guardada',
    wholeHours: 'Escriba horas de 0 a 336, que son 14 días',
    wholeMinutes: 'Escriba minutos de 0 a 59',
    wholeNumber: 'Escriba un número entero',
    reminderSpan: 'Entre 15 minutos y 30 días antes',
    twice: 'Ya hay un recordatorio a esa hora',
    offerSpan: 'Entre 5 minutos y 24 horas',
  },
})

export type PolicyPageTexts = (typeof policyPageTexts)['en']
