import { defineTexts } from '../../../contract/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'

const factorTexts = defineTexts({
  en: {
    subject: (clinic: string) => `How you log in to ${clinic} was changed`,
    added: 'A passkey or an authenticator app was added to your account just now.',
    removed: 'A passkey or an authenticator app was removed from your account just now.',
    reset:
      'Staff of the clinic have removed the passkeys and the authenticator app from your account, and signed you out. Log in with your password, and set up a new one.',
    action: 'See my account',
    closing: 'If this was not you, choose a new password at once, and call the clinic.',
  },
  es: {
    subject: (clinic) => `Cambió la forma de iniciar sesión en ${clinic}`,
    added: 'Se acaba de añadir a su cuenta una clave de acceso o una aplicación de autenticación.',
    removed:
      'Se acaba de quitar de su cuenta una clave de acceso o una aplicación de autenticación.',
    reset:
      'El personal de la clínica quitó de su cuenta las claves de acceso y la aplicación de autenticación, y cerró sus sesiones. Inicie sesión con su contraseña y configure una nueva.',
    action: 'Ver mi cuenta',
    closing: 'Si no fue usted, elija ahora mismo una contraseña nueva y llame a la clínica.',
  },
})

/** Notifies the holder of an account of a change of what protects it. `url` is the account page. */
export function writeFactorsMail(
  sender: Sender,
  to: { recipient: string; url: string; change: 'added' | 'removed' | 'reset' },
): Mail {
  const t = factorTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t[to.change]],
    action: { label: t.action, url: to.url },
    closing: t.closing,
  })
  return { kind: 'factors-changed', recipient: to.recipient, subject, ...parts }
}
