import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'

/** Lets the owner of an account choose a new password. */
export function writeResetMail(to: {
  clinicName: string
  recipient: string
  /** Valid for an hour, and once. */
  url: string
}): Mail {
  const subject = `Choose a new password for ${to.clinicName}`
  const parts = frameMail(
    { clinicName: to.clinicName, language: 'en' },
    {
      subject,
      paragraphs: [
        'You asked us to help you with your password. Here you can choose a new one; the link works once, for one hour.',
        'Wherever you are still signed in, you will be asked for the new password.',
      ],
      action: { label: 'Choose a new password', url: to.url },
      closing:
        'If you did not ask for this, you can leave this mail alone. Your password stays as it is.',
    },
  )
  return { kind: 'password-reset', recipient: to.recipient, subject, ...parts }
}
