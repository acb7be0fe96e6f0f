import type { SendMailOptions } from 'nodemailer'
import type { ClaimedMail } from './queries.ts'

/**
 * A mail as nodemailer takes it. Addresses go in as objects: as text, a comma in one would make it
 * two.
 */
export function composeMail(mail: ClaimedMail, from: string): SendMailOptions {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Beside text and HTML, and once more as a file for programs that only know attachments.
    ...(mail.calendar !== null && {
      icalEvent: { method: mail.calendarMethod ?? 'PUBLISH', content: mail.calendar },
    }),
    // The same at every try, so that mailboxes can drop a mail that came twice.
    messageId: `<${mail.id}@${domain}>`,
    // RFC 3834: out-of-office replies are not for us.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
