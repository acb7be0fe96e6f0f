import { defineTexts } from '../../contract/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'

const attemptTexts = defineTexts({
  en: {
    subject: (clinic: string) => `You already have an account with ${clinic}`,
    what: 'Somebody has just tried to sign up with your address. You already have an account with us, so nothing was changed.',
    ifYou:
      'If it was you, please log in instead. If you do not remember your password, choose Forgot Password there and we will send you a link.',
    action: 'Log in',
    closing: 'If it was not you, you need not do anything. Your account is safe.',
  },
  es: {
    subject: (clinic: string) => `Usted ya tiene una cuenta con ${clinic}`,
    what: 'Alguien acaba de intentar crear una cuenta con su correo. Usted ya tiene una con nosotros, así que no cambió nada.',
    ifYou:
      'Si fue usted, inicie sesión, por favor. Si no recuerda su contraseña, elija allí «¿Olvidó su contraseña?» y le enviaremos un enlace.',
    action: 'Iniciar sesión',
    closing: 'Si no fue usted, no tiene que hacer nada. Su cuenta está a salvo.',
  },
})

/**
 * Tells the owner of an account that somebody tried to sign up with their address. `url` is the log-in
 * page, which also helps with a forgotten password.
 */
export function writeSignUpAttemptMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = attemptTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what, t.ifYou],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'sign-up-attempt', recipient, subject, ...parts }
}
