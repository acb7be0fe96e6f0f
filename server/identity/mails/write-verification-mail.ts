import { defineTexts } from '../../../contract/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'

const verificationTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Please confirm your e-mail address for ${clinic}`,
    welcome: 'Welcome. You have made an account with us.',
    why: 'Please confirm that this address is yours, so that what we send about your appointments reaches you. The link works for one day.',
    action: 'Confirm your address',
    closing:
      'If you did not make an account with us, you need not do anything. Or follow the link and choose "This was not me" there: the account is removed at once.',
  },
  es: {
    subject: (clinic: string) => `Confirme su correo electrónico para ${clinic}`,
    welcome: 'Le damos la bienvenida. Ha creado una cuenta con nosotros.',
    why: 'Confirme que esta dirección es suya, para que le llegue lo que le enviemos sobre sus citas. El enlace sirve durante un día.',
    action: 'Confirmar mi correo',
    closing:
      'Si usted no creó una cuenta con nosotros, no tiene que hacer nada. O abra el enlace y elija «No fui yo»: la cuenta se elimina de inmediato.',
  },
})

/**
 * Asks the owner of an address to confirm it. Nothing that the person signing up typed is quoted:
 * the address may be somebody else's. The link is valid for a day.
 */
export function writeVerificationMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = verificationTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.welcome, t.why],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'verification', recipient, subject, ...parts }
}
