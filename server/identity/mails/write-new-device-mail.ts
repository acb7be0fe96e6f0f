import { defineTexts } from '../../../contract/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'

const deviceTexts = defineTexts({
  en: {
    subject: (clinic: string) => `A new device logged in to your account with ${clinic}`,
    on: (browser: string, system: string) =>
      `Your account was logged in to just now with ${browser} on ${system}, which was not used for it before.`,
    somewhere:
      'Your account was logged in to just now with a browser that was not used for it before.',
    fine: 'If it was you, there is nothing to do: we know this browser from now on.',
    action: 'See where I am logged in',
    closing:
      'If it was not you, choose Forgot Password on the log-in page at once: a new password shuts everybody else out. Then please call us.',
  },
  es: {
    subject: (clinic) => `Un dispositivo nuevo inició sesión en su cuenta de ${clinic}`,
    on: (browser, system) =>
      `Se acaba de iniciar sesión en su cuenta con ${browser} en ${system}, que hasta ahora no se había usado para ella.`,
    somewhere:
      'Se acaba de iniciar sesión en su cuenta con un navegador que hasta ahora no se había usado para ella.',
    fine: 'Si fue usted, no tiene que hacer nada: desde ahora conocemos este navegador.',
    action: 'Ver dónde tengo sesiones',
    closing:
      'Si no fue usted, elija ahora mismo «¿Olvidó su contraseña?» en la página de inicio de sesión: una contraseña nueva deja fuera a cualquier otra persona. Después llámenos, por favor.',
  },
})

type About = { recipient: string; url: string; browser: string | null; system: string | null }

/** Notifies the holder of an account of a sign-in by an unknown browser. `url` is the account page. */
export function writeNewDeviceMail(
  sender: Sender,
  { recipient, url, browser, system }: About,
): Mail {
  const t = deviceTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [browser && system ? t.on(browser, system) : t.somewhere, t.fine],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'new-device', recipient, subject, ...parts }
}
