import { defineTexts } from '../../../contract/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'

const resetTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Choose a new password for ${clinic}`,
    how: 'You asked us to help you with your password. Here you can choose a new one; the link works once, for one hour.',
    elsewhere: 'Wherever you are still signed in, you will be asked for the new password.',
    action: 'Choose a new password',
    closing:
      'If you did not ask for this, you can leave this mail alone. Your password stays as it is.',
  },
  es: {
    subject: (clinic: string) => `Elija una contraseña nueva para ${clinic}`,
    how: 'Nos pidió ayuda con su contraseña. Aquí puede elegir una nueva; el enlace sirve una sola vez, durante una hora.',
    elsewhere: 'Donde todavía tenga la sesión iniciada, se le pedirá la contraseña nueva.',
    action: 'Elegir una contraseña nueva',
    closing:
      'Si usted no lo pidió, no haga caso de este correo. Su contraseña sigue siendo la misma.',
  },
})

/** Lets the owner of an account choose a new password. The link is valid for an hour, and once. */
export function writeResetMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = resetTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.how, t.elsewhere],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'password-reset', recipient, subject, ...parts }
}
