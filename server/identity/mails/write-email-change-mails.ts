import { defineTexts } from '../../../contract/language.ts'
import { frameMail } from '../../notifications/frame-mail.ts'
import type { Mail, Sender } from '../../notifications/notification.ts'

const changeTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Please confirm your new e-mail address for ${clinic}`,
    what: 'Somebody who is signed in with us wants to use this address for their account.',
    how: 'If it was you, follow the link and confirm it. From then on you log in with this address, and what we send about your appointments comes here. The link works for one day.',
    action: 'Confirm the new address',
    closing: 'If it was not you, you need not do anything: without the link, nothing happens.',
  },
  es: {
    subject: (clinic: string) => `Confirme su nuevo correo electrónico para ${clinic}`,
    what: 'Alguien que tiene una sesión iniciada con nosotros quiere usar esta dirección para su cuenta.',
    how: 'Si fue usted, abra el enlace y confírmela. Desde entonces iniciará sesión con esta dirección y aquí le llegará lo que le enviemos sobre sus citas. El enlace sirve durante un día.',
    action: 'Confirmar la nueva dirección',
    closing: 'Si no fue usted, no tiene que hacer nada: sin el enlace no cambia nada.',
  },
})

/**
 * Asks the reader of an address whether it is to be an account's. It is the same whether the address has
 * an account or not, and nothing of whose it would be is quoted.
 */
export function writeEmailChangeMail(
  sender: Sender,
  { recipient, url }: { recipient: string; url: string },
): Mail {
  const t = changeTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what, t.how],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'email-change', recipient, subject, ...parts }
}

const noticeTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Your e-mail address for ${clinic} is being changed`,
    what: (email: string) =>
      `You asked us to use ${email} for your account. It counts once it is confirmed there; until then this address stays.`,
    stop: 'If it was not you, stop it. That works for seven days, also once the new address is confirmed: your account gets this address back, and anyone who is signed in is signed out.',
    action: 'Stop the change',
    closing: 'If it was you, there is nothing to do here.',
  },
  es: {
    subject: (clinic: string) => `Se está cambiando su correo electrónico de ${clinic}`,
    what: (email) =>
      `Usted nos pidió usar ${email} para su cuenta. Valdrá cuando se confirme allí; hasta entonces se queda esta dirección.`,
    stop: 'Si no fue usted, deténgalo. Puede hacerlo durante siete días, también después de confirmarse la nueva dirección: su cuenta recupera esta dirección y se cierran todas las sesiones.',
    action: 'Detener el cambio',
    closing: 'Si fue usted, aquí no tiene que hacer nada.',
  },
})

/** Tells the present address of an account that another is to take its place, and how to stop that. */
export function writeEmailChangeNotice(
  sender: Sender,
  { recipient, newEmail, url }: { recipient: string; newEmail: string; url: string },
): Mail {
  const t = noticeTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what(newEmail), t.stop],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'email-change-notice', recipient, subject, ...parts }
}
