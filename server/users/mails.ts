import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { showDay, showDollars, showSlot } from '../../contract/show.ts'
import type { Appointment, MoneyBack } from '../appointments/appointment.ts'
import { readSender } from '../clinic/read-clinic.ts'
import type { Queries } from '../db/database.ts'
import { type ClinicLanguage, listLanguages, readLanguage } from '../language/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import { farewell, type Mail, type Sender, showTreatment } from '../notifications/notification.ts'
import { queueMail, queueMails } from '../notifications/queue-mail.ts'
import { testPaymentTexts } from '../payments/test-payments.ts'

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

const farewellTexts = defineTexts({
  en: {
    subject: (clinic: string) => `Your account with ${clinic} is deleted`,
    own: 'Your account is deleted, as you asked. We keep no address of yours, and this is the last mail from us.',
    byClinic:
      'The clinic has removed your account. We keep no address of yours, and this is the last mail from us.',
    cancelled: 'These appointments are cancelled with it:',
    toCard: (amount: string) =>
      `${amount} goes back to your card. Banks usually take 5 to 10 days to show it.`,
    atDesk: (amount: string) =>
      `You paid ${amount} at our desk. Please come by or call us to have it back.`,
    kept: (amount: string) =>
      `Under our cancellation policy, the ${amount} you paid is not given back.`,
    closing: 'If you did not ask for this, please call us.',
    closingByClinic: 'If you have a question about this, please call us.',
  },
  es: {
    subject: (clinic) => `Su cuenta de ${clinic} se eliminó`,
    own: 'Su cuenta se eliminó, como usted lo pidió. No conservamos su dirección, y este es el último correo que le enviamos.',
    byClinic:
      'La clínica eliminó su cuenta. No conservamos su dirección, y este es el último correo que le enviamos.',
    cancelled: 'Con ella se cancelaron estas citas:',
    toCard: (amount) =>
      `Le devolvemos ${amount} a su tarjeta. Los bancos suelen tardar de 5 a 10 días en mostrarlo.`,
    atDesk: (amount) =>
      `Usted pagó ${amount} en recepción. Venga o llámenos para recibir su dinero.`,
    kept: (amount) =>
      `Según nuestra política de cancelación, los ${amount} que pagó no se devuelven.`,
    closing: 'Si usted no lo pidió, llámenos, por favor.',
    closingByClinic: 'Si tiene alguna pregunta, llámenos, por favor.',
  },
})

/** Integer cents of all that is cancelled; `test`: paid in test mode, and in none of the others. */
export type FarewellMoney = MoneyBack & { test: number }

type About = {
  address: string
  cancelled: readonly Appointment[]
  money: FarewellMoney
  /** The account's holder deleted it. */
  isOwn: boolean
}

/**
 * Writes the last mail to an account while its language is still stored. Returns a function that queues the
 * mail once everything else about the account is deleted; the outbox erases the address when the mail is
 * sent.
 */
export async function queueFarewell(query: Queries, config: ClinicLanguage, about: About) {
  const { address: recipient } = about
  const sender = await readSender(query, await readLanguage(query, config, recipient))
  const mail = { ...writeFarewellMail(sender, about), kind: farewell, recipient }
  return (now: Date) => queueMail(query, mail, now)
}

function writeFarewellMail(sender: Sender, { cancelled, money, isOwn }: About) {
  const { clinicName, language } = sender
  const t = farewellTexts[language]
  const subject = t.subject(clinicName)
  const lines = cancelled.map(
    ({ treatment, day, slot }) =>
      `${showTreatment(sender, treatment)}: ${showDay(language, day)}, ${showSlot(language, slot)}`,
  )
  const line = (cents: number, text: (amount: string) => string) =>
    cents > 0 ? [text(showDollars(language, cents / 100))] : []
  const parts = frameMail(sender, {
    subject,
    paragraphs: [
      isOwn ? t.own : t.byClinic,
      ...(lines.length > 0 ? [[t.cancelled, ...lines].join('\n')] : []),
      ...line(money.toCard, t.toCard),
      ...line(money.test, testPaymentTexts[language].noneBack),
      ...line(money.atDesk, t.atDesk),
      ...line(money.kept, t.kept),
    ],
    closing: isOwn ? t.closing : t.closingByClinic,
  })
  return { subject, ...parts }
}
