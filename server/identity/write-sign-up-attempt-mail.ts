import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'

/** Tells the owner of an account that somebody tried to sign up with their address. */
export function writeSignUpAttemptMail(to: {
  clinicName: string
  recipient: string
  /** The log-in page, which also helps with a forgotten password. */
  url: string
}): Mail {
  const subject = `You already have an account with ${to.clinicName}`
  const parts = frameMail(
    { clinicName: to.clinicName, language: 'en' },
    {
      subject,
      paragraphs: [
        'Somebody has just tried to sign up with your address. You already have an account with us, so nothing was changed.',
        'If it was you, please log in instead. If you do not remember your password, choose Forgot Password there and we will send you a link.',
      ],
      action: { label: 'Log in', url: to.url },
      closing: 'If it was not you, you need not do anything. Your account is safe.',
    },
  )
  return { kind: 'sign-up-attempt', recipient: to.recipient, subject, ...parts }
}
