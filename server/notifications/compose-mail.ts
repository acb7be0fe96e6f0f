import type { SendMailOptions } from 'nodemailer'
import type { ClaimedMail } from './claim-mail.ts'
import { dressMail } from './frame-mail.ts'

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
    html: dressMail(mail.html),
    // Beside text and HTML, and once more as a file for programs that only know attachments.
    ...(mail.calendar !== null && {
      icalEvent: { method: mail.calendarMethod ?? 'PUBLISH', content: mail.calendar },
    }),
    // The same at every try, so that mailboxes can drop a mail that came twice.
    messageId: `<${mail.id}@${domain}>`,
    headers: {
      // RFC 3834: out-of-office replies are not for us.
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe !== null && endedBy(mail.unsubscribe)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058: a mail program ends such mails with one press, by a POST to this address. */
function endedBy(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
