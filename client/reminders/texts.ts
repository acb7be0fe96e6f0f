import { defineTexts } from '../../contract/language.ts'

export const reminderTexts = defineTexts({
  en: {
    title: 'Reminders',
    what: 'Your reminder settings',
    when: (spans: string) => `We remind you ${spans} before each of your appointments begins.`,
    never: 'The clinic sends no reminders just now. What you choose here counts once it does.',
    always: 'You are always notified of a change, such as a rescheduled or cancelled appointment.',
    byMail: 'Remind me by e-mail',
    toAddress: (email: string) => `To ${email}`,
    bySms: 'Remind me by text message',
    smsHint:
      'Message and data rates may apply. Reply STOP to one of our texts and there are no more.',
    phone: 'Mobile number',
    save: 'Save',
    saved: 'Your reminder settings are saved',
    unproved:
      'Please confirm your e-mail address first, by the link in our mail to you. Then you choose here how we remind you.',
  },
  es: {
    title: 'Recordatorios',
    what: 'sus recordatorios',
    when: (spans) => `Le recordamos cada cita ${spans} antes de que comience.`,
    never: 'La clínica no envía recordatorios por ahora. Lo que elija aquí valdrá cuando lo haga.',
    always:
      'Siempre le escribimos cuando algo cambia, por ejemplo si una cita se reprograma o se cancela.',
    byMail: 'Recordarme por correo electrónico',
    toAddress: (email) => `A ${email}`,
    bySms: 'Recordarme por mensaje de texto',
    smsHint:
      'Su operador puede cobrar los mensajes. Responda STOP a uno de nuestros mensajes y no le enviaremos más.',
    phone: 'Número de celular',
    save: 'Guardar',
    saved: 'Sus recordatorios quedaron guardados',
    unproved:
      'Confirme primero su correo electrónico con el enlace que le enviamos por correo. Después podrá elegir aquí cómo le recordamos sus citas.',
  },
})
