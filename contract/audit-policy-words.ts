import { defineTexts } from './language.ts'

/** What the parts of the policy are called in the audit. */
export const policyWords = defineTexts({
  en: {
    cutoffMinutes: 'cutoffMinutes',
    refundRule: 'refundRule',
    reminderMinutes: 'reminderMinutes',
    offerMinutes: 'offerMinutes',
    lateMinutes: 'lateMinutes',
    unprovedAppointments: 'unprovedAppointments',
    unprovedHours: 'unprovedHours',
    unpaidAppointments: 'unpaidAppointments',
    bookingsPerHour: 'bookingsPerHour',
    waitRequests: 'waitRequests',
    openOffers: 'openOffers',
    namesTreatments: 'namesTreatments',
  },
  es: {
    cutoffMinutes: 'plazo en minutos',
    refundRule: 'reembolso',
    reminderMinutes: 'recordatorios en minutos',
    offerMinutes: 'oferta en minutos',
    lateMinutes: 'retraso en minutos',
    unprovedAppointments: 'citas sin confirmar el correo',
    unprovedHours: 'horas sin confirmar el correo',
    unpaidAppointments: 'citas sin pagar',
    bookingsPerHour: 'reservas por hora',
    waitRequests: 'solicitudes en lista de espera',
    openOffers: 'ofertas abiertas',
    namesTreatments: 'nombrar los tratamientos',
  },
})
