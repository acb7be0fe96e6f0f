import { defineTexts, plural } from '../../contract/language.ts'

/** Of the booking form, and of what became of it. */
export const bookingTexts = defineTexts({
  en: {
    submit: 'Submit',
    sendAgain: 'Send the mail again',
    chooseFirst: 'Please choose a time first.',
    noneLeft: (date: string) => `Nothing else is free on ${date} just now.`,
    signedOut: 'Nothing has been booked: you have been signed out. Please sign in again.',
    notBooked: (why: string) => `Nothing has been booked. ${why}`,
    tooMuch: 'Nothing has been booked yet: that was a lot at once.',
    waitAWhile: 'Please wait a little and try again.',
    wait: (seconds: number) =>
      `Please wait ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })} and try again.`,
    unknownBefore:
      'We could not reach the clinic. Your appointment may or may not have been made; look at ',
    myAppointments: 'My Appointments',
    unknownAfter: ' before trying again.',
  },
  es: {
    submit: 'Reservar',
    sendAgain: 'Enviar el correo de nuevo',
    chooseFirst: 'Elija primero un horario, por favor.',
    noneLeft: (date) => `Por ahora no queda nada más libre el ${date}.`,
    signedOut: 'No se reservó nada: su sesión se cerró. Inicie sesión de nuevo, por favor.',
    notBooked: (why) => `No se reservó nada. ${why}`,
    tooMuch: 'Todavía no se reservó nada: fueron muchos intentos seguidos.',
    waitAWhile: 'Espere un poco e inténtelo de nuevo, por favor.',
    wait: (seconds) =>
      `Espere ${seconds} ${plural('es', seconds, { one: 'segundo', other: 'segundos' })} e inténtelo de nuevo, por favor.`,
    unknownBefore:
      'No pudimos comunicarnos con la clínica. Puede que su cita se haya reservado o no; revise ',
    myAppointments: 'Mis citas',
    unknownAfter: ' antes de intentarlo de nuevo.',
  },
})
