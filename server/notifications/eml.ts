import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../http/log.ts'
import { composeMail, type Mailer } from './deliver-mail.ts'

/**
 * Writes mails as `.eml` files to `outbox` under `dataDir`, readable only by our user, where there is no mail
 * server. With `logsLinks` the link in a mail is logged, so that a developer can follow it. In production a log
 * has other readers than the mail's recipient.
 */
export function createEmlMailer(parts: {
  dataDir: string
  mailFrom: string
  log: Log
  logsLinks: boolean
}): Mailer {
  const folder = join(parts.dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(composeMail(mail, parts.mailFrom))
      const file = join(folder, `${mail.id}-${mail.kind}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await chmod(`${file}.part`, 0o600)
      await rename(`${file}.part`, file)
      const link = parts.logsLinks ? /https?:\/\/\S+/.exec(mail.text)?.[0] : undefined
      parts.log.info({ kind: mail.kind, file, link }, 'mail kept as a file')
    },
  }
}
