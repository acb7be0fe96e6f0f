import { defineTexts } from '../language.ts'

/** Why reminder settings were not changed: stable codes with the sentence shown. */
export const reminderRefusals = {
  email_unproved:
    'Please confirm your e-mail address first, by the link in our mail to you. Until then it could be somebody else’s.',
  phone_missing: 'Text messages need a number to go to.',
  sms_unavailable: 'The clinic sends no text messages just now.',
} as const
type ReminderRefusal = keyof typeof reminderRefusals

export const reminderRefusalTexts = defineTexts<Record<ReminderRefusal, string>>({
  en: reminderRefusals,
  es: {
    email_unproved:
      'Confirme primero su correo electrónico con el enlace que le enviamos por correo. Hasta entonces podría ser de otra persona.',
    phone_missing: 'Para recibir mensajes de texto hace falta un número.',
    sms_unavailable: 'La clínica no envía mensajes de texto por ahora.',
  },
})
