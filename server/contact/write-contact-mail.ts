import { defineTexts } from '../../contract/language.ts'
import { frameMail } from '../notifications/frame-mail.ts'
import type { Mail, Sender } from '../notifications/notification.ts'

const contactTexts = defineTexts({
  en: {
    subject: (subject: string) => `Message from your site: ${subject}`,
    from: (writer: string) => `${writer} wrote to you through the contact form of your site.`,
    closing:
      'Your answer to this mail goes to the address above. We have not checked that it is theirs.',
  },
  es: {
    subject: (subject: string) => `Mensaje desde su sitio: ${subject}`,
    from: (writer: string) => `${writer} le escribió por el formulario de contacto de su sitio.`,
    closing:
      'Su respuesta a este correo irá a la dirección de arriba. No hemos comprobado que sea de esa persona.',
  },
})

/** What the contact form of the home page brings to the clinic's mailbox; answering it answers the writer. */
export function writeContactMail(
  sender: Sender,
  about: {
    /** The clinic's own mailbox. */
    recipient: string
    writer: string
    subject: string
    message: string
  },
): Mail {
  const { recipient, writer } = about
  const t = contactTexts[sender.language]
  const subject = t.subject(about.subject)
  const parts = frameMail(sender, {
    subject,
    paragraphs: [t.from(writer), about.message],
    closing: t.closing,
  })
  return { kind: 'contact', recipient, replyTo: writer, subject, ...parts }
}
