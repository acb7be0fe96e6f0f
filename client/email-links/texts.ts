import { defineTexts } from '../../contract/language.ts'

export const emailLinkTexts = defineTexts({
  en: {
    confirmTitle: 'Will you be there?',
    confirm: 'I’ll be there',
    confirmText: 'One press lets the clinic know that you are coming. You need not sign in.',
    confirmed: 'Thank you, we look forward to seeing you',
    confirmedText: 'The clinic knows that you will be there. There is nothing else to do.',
    suits: 'This suits me',
    suitsText:
      'One press tells the clinic that the new appointment suits you. You need not sign in.',
    suited: 'Thank you, it is settled',
    displaced: (before: string) =>
      `We are sorry that we had to change your appointment. It was: ${before}.`,
    with: (doctor: string) => `with ${doctor}`,
    /** Before the clinic's number. */
    otherTime:
      'If you need another time, use the links in our mail, look under My Appointments, or call',
    myAppointments: 'My Appointments',
    unsubscribeTitle: 'Reminders by e-mail',
    isOn: (email: string) => `We remind ${email} of appointments by e-mail.`,
    turnOff: 'Send no more reminders',
    isOff: (email: string) => `We send no more reminders to ${email}.`,
    offText:
      'Mails that change something, such as a rescheduled or cancelled appointment, still come. Your appointments stay as they are.',
    turnOn: 'Turn reminders on again',
    onAgain: 'Reminders are on again',
    off: 'Reminders are off',
  },
  es: {
    confirmTitle: '¿Asistirá a su cita?',
    confirm: 'Confirmo que asistiré',
    confirmText: 'Con un toque le avisa a la clínica que viene. No hace falta iniciar sesión.',
    confirmed: 'Gracias, le esperamos con gusto',
    confirmedText: 'La clínica ya sabe que usted asistirá. No tiene que hacer nada más.',
    suits: 'Me conviene',
    suitsText:
      'Con un toque le dice a la clínica que la nueva cita le conviene. No hace falta iniciar sesión.',
    suited: 'Gracias, queda acordado',
    displaced: (before) => `Lamentamos haber tenido que cambiar su cita (${before}).`,
    with: (doctor) => `con ${doctor}`,
    otherTime:
      'Si necesita otro horario, use los enlaces de nuestro correo, entre en Mis citas o llame al',
    myAppointments: 'Mis citas',
    unsubscribeTitle: 'Recordatorios por correo',
    isOn: (email) => `Enviamos recordatorios de las citas a ${email}.`,
    turnOff: 'No enviar más recordatorios',
    isOff: (email) => `Ya no enviamos recordatorios a ${email}.`,
    offText:
      'Le seguiremos escribiendo cuando algo cambie, por ejemplo si una cita se cambia o se cancela. Sus citas siguen como estaban.',
    turnOn: 'Activar de nuevo los recordatorios',
    onAgain: 'Los recordatorios están activados de nuevo',
    off: 'Los recordatorios están desactivados',
  },
})
