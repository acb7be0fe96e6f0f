import { resolve } from 'node:path'
import type { Config } from './config.ts'
import type { FirstAdmin } from './identity/make-first-admin.ts'

const cards = {
  stripe: 'Stripe',
  sandbox: 'test mode, nobody is charged',
  off: 'not taken, patients pay at the clinic',
}

/** Tells the operator where the portal is, and the first admin's password, this once. */
export function announce(clinicName: string, config: Config, admin: FirstAdmin | null): void {
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
    const use = config.production ? 'choose another when you log in' : 'keep it'
    const password = admin.password
      ? `${admin.password}   (shown this once; ${use})`
      : 'as set in ADMIN_PASSWORD'
    lines.push(`  Admin     ${admin.email}`, `  Password  ${password}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

/** The same for an installation with many clinics, whose addresses and admins `molar clinic` shows. */
export function announceMany(count: number, { host, port }: Config): void {
  const clinics = count === 1 ? '1 clinic' : `${count} clinics`
  process.stdout.write(
    `\n  ${clinics} at ${host}:${port}; \`molar clinic\` lists and adds them\n\n`,
  )
}
