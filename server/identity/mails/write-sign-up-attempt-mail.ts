import { defineTexts } from '../../../contract/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'

const attemptTexts = defineTexts({
  en: {
    subject: (clinic: string) => `You already have an account with ${clinic}`,
    what: 'Somebody has just signed up with your address. You already have an account with us, which was not changed and cannot be seen from there.',
    ifYou:
      'If it was you, follow the link and add what you book there to your account; until then it is separate. The link works for one day. Or just log in with your old password; if you do not remember it, choose Forgot Password there.',
    action: 'Was it you?',
    closing:
      'If it was not you, you need not do anything. Or follow the link and choose "This was not me" there: the second sign-up is removed at once.',
  },
  es: {
    subject: (clinic: string) => `Usted ya tiene una cuenta con ${clinic}`,
    what: 'Alguien acaba de registrarse con su correo. Usted ya tiene una cuenta con nosotros; no cambió nada en ella y desde allí no se puede ver.',
    ifYou:
      'Si fue usted, abra el enlace y añada a su cuenta lo que reserve allí; hasta entonces queda aparte. El enlace sirve durante un día. O inicie sesión con su contraseña anterior; si no la recuerda, elija allí «¿Olvidó su contraseña?».',
    action: '¿Fue usted?',
    closing:
      'Si no fue usted, no tiene que hacer nada. O abra el enlace y elija «No fui yo»: el segundo registro se elimina de inmediato.',
  },
})

/**
 * Notifies the owner of an account of a second sign-up with its address. Nothing that was typed there is
 * quoted. `url` leads to where the owner joins the two, or ends the second, for a day.
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
