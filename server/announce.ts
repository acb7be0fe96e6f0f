import { resolve } from 'node:path'
import type { Config } from './config.ts'

/** Tells whoever started the portal where it is, and the first admin's password, this once. */
export function announce(config: Config, admin: { email: string; password: string } | null): void {
  const store = config.databaseUrl
    ? 'PostgreSQL (DATABASE_URL)'
    : resolve(config.dataDir, 'molar.db')
  const lines = [
    '',
    `  ${config.clinicName} is open at ${config.publicUrl}`,
    '',
    `  Data      ${store}`,
    `  Mail      ${config.smtpUrl ? 'by SMTP' : resolve(config.dataDir, 'outbox')}`,
  ]
  if (admin) {
    lines.push(
      `  Admin     ${admin.email}`,
      `  Password  ${admin.password}   (shown this once; keep it)`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
