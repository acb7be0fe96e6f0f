import { readClinicName } from '../clinic/queries.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { countMails } from '../notices/queries.ts'
import { type Mail, queueMail } from '../notices/queue-mail.ts'
import { writeResetMail } from './write-reset-mail.ts'
import { writeSignUpAttemptMail } from './write-sign-up-attempt-mail.ts'
import { writeVerificationMail } from './write-verification-mail.ts'

export type OwnerMail = ReturnType<typeof createOwnerMail>

const hourMs = 3_600_000
/** Of one kind, to one address, in an hour: beyond it we would be the tool of a nuisance. */
const mostMails = 5

/**
 * The mails about an account, queued and never sent inline, so that how long an answer takes says
 * nothing. Links lead to our own pages, which hand the token to better-auth.
 */
export function createOwnerMail(parts: { config: Config; database: Database; clock: Clock }) {
  const { publicUrl } = parts.config
  const { query } = parts.database

  const queue = async (write: (clinicName: string) => Mail) => {
    const now = parts.clock()
    const since = new Date(now.getTime() - hourMs).toISOString()
    const mail = write(await readClinicName(query))
    const { kind, recipient } = mail
    if ((await countMails(query, { kind, recipient, since })) >= mostMails) return
    await queueMail(query, mail, now)
  }

  return {
    sendVerification(recipient: string, token: string) {
      const url = `${publicUrl}/verify-email?token=${encodeURIComponent(token)}`
      return queue((clinicName) => writeVerificationMail({ clinicName, recipient, url }))
    },
    sendReset(recipient: string, token: string) {
      const url = `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`
      return queue((clinicName) => writeResetMail({ clinicName, recipient, url }))
    },
    sendSignUpAttempt(recipient: string) {
      const to = { recipient: recipient.toLowerCase(), url: `${publicUrl}/login` }
      return queue((clinicName) => writeSignUpAttemptMail({ clinicName, ...to }))
    },
  }
}
