import { defineTexts } from '../language.ts'

/** Why a waitlist request or the acceptance of an offer was refused: stable codes with the sentence shown. */
export const waitlistRefusals = {
  already_waiting: 'You are on the waitlist for this already. You can change what you asked for.',
  confirm_for_more:
    'Until your e-mail is confirmed you can have one request. Please follow the link that we mailed you, then ask again.',
  too_many_requests:
    'You have as many requests as an account can have. Please leave the waitlist for one that you no longer need, or ask the clinic to allow more.',
  appointment_cancelled: 'This appointment is cancelled.',
  appointment_begun: 'This appointment has already begun.',
  appointment_changed: 'This appointment has changed meanwhile. Please look again.',
  days_over: 'These days are over. Please choose others.',
  days_backwards: 'The last day lies before the first.',
  days_too_many: 'Please choose at most 180 days.',
  no_weekday: 'Please choose at least one weekday.',
  no_such_weekday: 'None of these weekdays is among the days you chose.',
  times_backwards: 'The latest time lies before the earliest.',
  nothing_possible:
    'No time can come free then any more: these days or times are over, closed or too far ahead. Please choose others.',
  unknown_treatment: 'This treatment is not offered.',
  doctor_not_for_treatment: 'This doctor does not do this treatment. Please choose another doctor.',
  doctor_not_then:
    'This doctor does not work on these days and times. Please choose others, or another doctor.',
  left_line: 'You are no longer on the waitlist.',
  offer_expired: 'This offer is over: its time has run out.',
  offer_withdrawn: 'The clinic has given this time to another patient. You stay in line.',
  offer_declined: 'You have declined this offer.',
  offer_accepted: 'You have accepted this offer already.',
} as const
export type WaitlistRefusal = keyof typeof waitlistRefusals

export const waitlistRefusalTexts = defineTexts<Record<WaitlistRefusal, string>>({
  en: waitlistRefusals,
  es: {
    already_waiting: 'Ya está en la lista de espera para esto. Puede cambiar lo que pidió.',
    confirm_for_more:
      'Hasta que confirme su correo puede tener una sola solicitud. Siga el enlace que le enviamos y vuelva a pedirlo, por favor.',
    too_many_requests:
      'Usted ya tiene todas las solicitudes que puede tener una cuenta. Salga de la lista en una que ya no necesite, o pida a la clínica que le permita más.',
    appointment_cancelled: 'Esta cita está cancelada.',
    appointment_begun: 'Esta cita ya comenzó.',
    appointment_changed: 'Esta cita cambió mientras tanto. Vuelva a revisarla, por favor.',
    days_over: 'Esos días ya pasaron. Elija otros, por favor.',
    days_backwards: 'El último día es anterior al primero.',
    days_too_many: 'Elija 180 días como máximo, por favor.',
    no_weekday: 'Elija al menos un día de la semana, por favor.',
    no_such_weekday: 'Ninguno de esos días de la semana cae entre las fechas que eligió.',
    times_backwards: 'La hora más tarde es anterior a la más temprana.',
    nothing_possible:
      'Ya no puede liberarse ningún horario entonces: esos días u horas ya pasaron, están cerrados o demasiado lejos. Elija otros, por favor.',
    unknown_treatment: 'Este tratamiento no se ofrece.',
    doctor_not_for_treatment: 'Este doctor no hace este tratamiento. Elija otro doctor, por favor.',
    doctor_not_then:
      'Este doctor no trabaja en esos días y horas. Elija otros, u otro doctor, por favor.',
    left_line: 'Ya no está en la lista de espera.',
    offer_expired: 'Esta oferta terminó: se acabó el tiempo para responder.',
    offer_withdrawn: 'La clínica dio este horario a otro paciente. Usted sigue en la lista.',
    offer_declined: 'Usted rechazó esta oferta.',
    offer_accepted: 'Usted ya aceptó esta oferta.',
  },
})
