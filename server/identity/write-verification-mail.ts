import { frameMail } from '../notices/frame-mail.ts'
import type { Mail } from '../notices/queue-mail.ts'

/**
 * Asks the owner of an address to confirm it. Nothing that the person signing up typed is quoted:
 * the address may be somebody else's.
 */
export function writeVerificationMail(to: {
  clinicName: string
  recipient: string
  /** Valid for a day. */
  url: string
}): Mail {
  const subject = `Please confirm your e-mail address for ${to.clinicName}`
  const parts = frameMail(
    { clinicName: to.clinicName, language: 'en' },
    {
      subject,
      paragraphs: [
        'Welcome. You have made an account with us.',
        'Please confirm that this address is yours, so that what we send about your appointments reaches you. The link works for one day.',
      ],
      action: { label: 'Confirm your address', url: to.url },
      closing:
        'If you did not make an account with us, please do not follow the link. You need not do anything.',
    },
  )
  return { kind: 'verification', recipient: to.recipient, subject, ...parts }
}
