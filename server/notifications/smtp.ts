import { createTransport } from 'nodemailer'
import { composeMail, type Mailer, MailRefused } from './deliver-mail.ts'

/** As many mails as a worker sends at a time, each over a connection that is reused. */
export const atOnce = 4

/**
 * Delivers to a mail server, as `smtp://user:password@host:587`. Throws when the server does not accept the
 * mail. With `smtpNeedsTls` nothing is sent to a server that offers no encryption.
 */
export function createSmtpMailer(parts: {
  smtpUrl: string
  mailFrom: string
  smtpNeedsTls?: boolean
}): Mailer {
  const transport = openTransport(parts)
  return {
    async send(mail) {
      try {
        await transport.sendMail(composeMail(mail, parts.mailFrom))
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message) : error
      }
    },
    close: () => transport.close(),
  }
}

export function openTransport(parts: { smtpUrl: string; smtpNeedsTls?: boolean }) {
  return createTransport({
    url: parts.smtpUrl,
    pool: true,
    maxConnections: atOnce,
    // The outbox retries; nodemailer must not send a mail again by itself.
    maxRequeues: 0,
    // Milliseconds; a connection that was idle longer may be dead without notice.
    idleTimeout: 10_000,
    requireTLS: parts.smtpNeedsTls ?? false,
    // Milliseconds, well under the claim of `deliver-mail.ts`.
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  })
}

/** Whether the server refuses this mail permanently; errors of our own configuration can still be fixed. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  const aboutThisMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
  return aboutThisMail && Number(error.responseCode) >= 500
}
