import { resolve } from 'node:path'
import type { Config } from './config.ts'

const cards = {
  stripe: 'Stripe',
  sandbox: 'test mode, nobody is charged',
  off: 'not taken, patients pay at the clinic',
}

/** Tells whoever started the portal where it is, and the first admin's password, this once. */
export function announce(
  clinicName: string,
  config: Config,
  admin: { email: string; password: string } | null,
): void {
  const store = config.databaseUrl
    ? 'PostgreSQL (DATABASE_URL)'
    : resolve(config.dataDir, 'molar.db')
  const lines = [
    '',
    `  ${clinicName} is open at ${config.publicUrl}`,
    '',
    `  Data      ${store}`,
    `  Cards     ${cards[config.payments.provider]}`,
    `  Mail      ${config.smtpUrl ? 'by SMTP' : resolve(config.dataDir, 'outbox')}`,
    ...(config.sms ? ['  SMS       by Twilio'] : []),
  ]
  if (admin) {
    lines.push(
      `  Admin     ${admin.email}`,
      `  Password  ${admin.password}   (shown this once; keep it)`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
