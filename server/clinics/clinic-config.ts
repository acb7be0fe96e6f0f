import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { deriveKey, type Secrets } from '../secrets.ts'
import { type Clinic, schemaOf } from './clinic.ts'
import { openSettings, type Settings } from './seal-settings.ts'

type Environment = Record<string, string | undefined>

/** Of the process, which serves all clinics alike. */
const ofProcess =
  /^(NODE_ENV|PORT|HOST|PUBLIC_URL|HSTS_SUBDOMAINS|DATA_DIR|DATABASE_\w+|AUTH_SECRET|LOG_LEVEL|TRUST_PROXY|RATE_LIMIT|PLAIN_\w+|BACKUP_\w+|METRICS)$/

/**
 * Of a clinic alone, and never those of the process: with another's keys its money and its mail would go
 * to strangers. Every other setting is the process's unless the clinic has its own.
 */
const ofClinic =
  /^(CLINIC_\w+|ADMIN_\w+|AUTH_SECRET_PREVIOUS|PAYMENTS|STRIPE_\w+|GOOGLE_CLIENT_\w+|SMS_(ACCOUNT|TOKEN|FROM)|IMAGE_HOST_\w+|MAIL_FROM|SECURITY_CONTACT)$/

/** What a clinic's portal reads as its environment: of `process`, its own settings, and what follows from its id and host. */
export function clinicEnvironment(
  { id, host }: Pick<Clinic, 'id' | 'host'>,
  settings: Settings,
  { environment, config }: { environment: Environment; config: Config & Secrets },
): Environment {
  const foreign = Object.keys(settings).find((name) => ofProcess.test(name))
  if (foreign) throw new ConfigError(`${foreign} is a setting of the portal, not of a clinic`)
  const shared = Object.entries(environment).filter(([name]) => !ofClinic.test(name))
  const { backups, databaseUrl, databaseOwnerUrl, dataDir, publicUrl } = config
  const derive = (secret: string) => secretOf(secret, id)
  // Where it comes from another installation, that one's follow.
  const former = [...config.formerSecrets.map(derive), settings.AUTH_SECRET_PREVIOUS ?? []].flat()
  return {
    ...Object.fromEntries(shared),
    ...settings,
    PUBLIC_URL: Object.assign(new URL(publicUrl), { hostname: host }).origin,
    DATA_DIR: clinicFolder(dataDir, id),
    DATABASE_URL: databaseUrl && withPath(databaseUrl, schemaOf(id)),
    DATABASE_OWNER_URL: databaseOwnerUrl && withPath(databaseOwnerUrl, schemaOf(id)),
    AUTH_SECRET: derive(config.authSecret),
    AUTH_SECRET_PREVIOUS: former.join(','),
    BACKUP_TO: backups.to && `${backups.to.replace(/\/+$/, '')}/${id}`,
  }
}

/** Where a clinic's files are, in that of the portal. */
export function clinicFolder(dataDir: string, id: string): string {
  return join(dataDir, 'clinics', id)
}

/** Throws `ConfigError`. */
export function readClinicConfig(
  clinic: Pick<Clinic, 'id' | 'host' | 'settings'>,
  parts: { environment: Environment; config: Config & Secrets },
): Config & Secrets {
  const settings = readSettings(clinic, parts.config)
  const read = readConfig(clinicEnvironment(clinic, settings, parts))
  return { ...read, authSecret: secretOf(parts.config.authSecret, clinic.id) }
}

/** What a clinic signs with proves nothing to another one, and is stored nowhere. */
function secretOf(secret: string, id: string): string {
  return deriveKey(secret, `clinic ${id}`)
}

/** Throws `ConfigError`. */
export function readSettings({ id, settings }: Pick<Clinic, 'id' | 'settings'>, secrets: Secrets) {
  const opened = openSettings(secrets, id, settings)
  if (opened) return opened
  throw new ConfigError('AUTH_SECRET_PREVIOUS lacks the secret that sealed the settings of clinics')
}

/** The same database, where connections begin in a schema of it alone. */
function withPath(url: string, schema: string): string {
  const at = new URL(url)
  const options = at.searchParams.get('options')
  at.searchParams.set('options', `${options ? `${options} ` : ''}-c search_path=${schema}`)
  return at.href.replaceAll('+', '%20')
}
