import { defineTexts } from '../../../contract/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'

const changedTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Your password for ${clinic} was changed`,
    what: 'The password of your account was changed just now. Wherever you were signed in, the new one is asked for.',
    action: 'Log in',
    closing:
      'If it was not you, choose Forgot Password on the log-in page at once: a new password shuts everybody else out. Then please call us.',
  },
  es: {
    subject: (clinic: string) => `Se cambió su contraseña de ${clinic}`,
    what: 'La contraseña de su cuenta se acaba de cambiar. Donde tenía la sesión iniciada, se le pedirá la nueva.',
    action: 'Iniciar sesión',
    closing:
      'Si no fue usted, elija ahora mismo «¿Olvidó su contraseña?» en la página de inicio de sesión: una contraseña nueva deja fuera a cualquier otra persona. Después llámenos, por favor.',
  },
})

/** Tells the owner of an account that its password was changed. `url` is the log-in page. */
export function writePasswordChangedMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = changedTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'password-changed', recipient, subject, ...parts }
}
