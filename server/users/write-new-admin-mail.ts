import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { type ClinicLanguage, listLanguages } from '../language/account-language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'
import { queueMails } from '../notifications/queue-mail.ts'

const newAdminTexts = defineTexts({
  en: {
    subject: (clinic: string) => `${clinic} has a new admin`,
    what: (email: string) =>
      `${email} is an admin of the clinic's portal from now on, and can see and change everything in it.`,
    action: 'See who works here',
    closing:
      'If you did not expect this, take the role away under All Users at once, sign them out there, and ask who gave it.',
  },
  es: {
    subject: (clinic) => `${clinic} tiene una nueva persona administradora`,
    what: (email) =>
      `${email} administra desde ahora el portal de la clínica, y puede ver y cambiar todo lo que hay en él.`,
    action: 'Ver quién trabaja aquí',
    closing:
      'Si no lo esperaba, quítele el rol ahora mismo en la lista de usuarios, cierre allí sus sesiones y pregunte quién se lo dio.',
  },
})

export type MailConfig = { publicUrl: string } & ClinicLanguage

/** Notifies those who were admins before of one who became one, in the transaction that made it so. */
export async function queueNewAdminMails(
  query: Queries,
  { admins, email, config }: { admins: readonly string[]; email: string; config: MailConfig },
  now: Date,
): Promise<void> {
  const others = admins.filter((admin) => admin !== email)
  if (others.length === 0) return
  const languageOf = await listLanguages(query, config, others)
  const url = config.publicUrl + paths.users
  const mails: Mail[] = []
  for (const recipient of others) {
    const sender = await readSender(query, languageOf(recipient))
    mails.push(writeNewAdminMail(sender, { recipient, email, url }))
  }
  await queueMails(query, mails, now)
}

function writeNewAdminMail(
  sender: Sender,
  { recipient, email, url }: Record<'recipient' | 'email' | 'url', string>,
): Mail {
  const t = newAdminTexts[sender.language]
  const subject = t.subject(sender.clinicName)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.what(email)],
    action: { label: t.action, url },
    closing: t.closing,
  })
  return { kind: 'new-admin', recipient, subject, ...parts }
}
