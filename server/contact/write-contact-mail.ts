import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'

/** What the contact form of the home page brings to the clinic's mailbox; answering it answers the sender. */
export function writeContactMail(about: {
  clinicName: string
  /** The clinic's own mailbox. */
  recipient: string
  sender: string
  subject: string
  message: string
}): Mail {
  const subject = `Message from your site: ${about.subject}`
  const parts = frameMail(
    { clinicName: about.clinicName, language: 'en' },
    {
      subject,
      paragraphs: [
        `${about.sender} wrote to you through the contact form of your site.`,
        about.message,
      ],
      closing:
        'Your answer to this mail goes to the address above. We have not checked that it is theirs.',
    },
  )
  return { kind: 'contact', recipient: about.recipient, replyTo: about.sender, subject, ...parts }
}
