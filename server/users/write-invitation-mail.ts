import { defineTexts } from '../../contract/language.ts'
import { roleTexts } from '../../contract/role-texts.ts'
import type { StaffRole } from '../../contract/users/invitations.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'

const texts = defineTexts({
  en: {
    subject: (clinic: string) => `You are invited to the team of ${clinic}`,
    lead: (clinic: string, role: string) =>
      `${clinic} invites you to work with its portal. Your role: ${role}.`,
    how: 'Follow the link, and sign up or sign in with this address. The link works once, for seven days.',
    action: 'Accept the invitation',
    closing: 'If you do not expect this, you need not do anything: nothing happens without you.',
  },
  es: {
    subject: (clinic) => `Le invitan al equipo de ${clinic}`,
    lead: (clinic, role) => `${clinic} le invita a trabajar con su portal. Su rol: ${role}.`,
    how: 'Abra el enlace y cree una cuenta o inicie sesión con esta dirección. El enlace sirve una vez, durante siete días.',
    action: 'Aceptar la invitación',
    closing: 'Si no lo esperaba, no tiene que hacer nada: sin usted no pasa nada.',
  },
})

/** Asks somebody to join the staff. */
export function writeInvitationMail(
  sender: Sender,
  { recipient, role, url }: { recipient: string; role: StaffRole; url: string },
): Mail {
  const { clinicName, language } = sender
  const t = texts[language]
  const subject = t.subject(clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.lead(clinicName, roleTexts[language][role]), t.how],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'staff-invitation', recipient, subject, ...parts }
}
