import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { deriveKey, type Secrets } from '../secrets.ts'
import { type Clinic, schemaOf } from './clinic.ts'
import { openSettings, type Settings } from './seal-settings.ts'

type Environment = Record<string, string | undefined>

/** Settings of the process, shared by all clinics. */
const ofProcess =
  /^(NODE_ENV|PORT|HOST|PUBLIC_URL|HSTS_SUBDOMAINS|DATA_DIR|DATABASE_\w+|AUTH_SECRET|LOG_LEVEL|TRUST_PROXY|RATE_LIMIT|PLAIN_\w+|BACKUP_\w+|METRICS)$/

/**
 * Settings of one clinic that never fall back to the process's: with another clinic's keys its money and mail
 * would go to strangers. Every other setting is the process's unless the clinic sets its own.
 */
const ofClinic =
  /^(CLINIC_\w+|ADMIN_\w+|AUTH_SECRET_PREVIOUS|PAYMENTS|STRIPE_\w+|GOOGLE_CLIENT_\w+|SMS_(ACCOUNT|TOKEN|FROM)|IMAGE_HOST_\w+|MAIL_FROM|SECURITY_CONTACT)$/

/**
 * The environment that a clinic's portal reads: that of `process`, the clinic's own settings, and values
 * derived from its id and host.
 */
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
  // If it comes from another installation, that one's former secrets follow.
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

/** The folder of a clinic's files, inside the portal's folder. */
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

/** A secret that only this clinic signs with, derived and stored nowhere. */
function secretOf(secret: string, id: string): string {
  return deriveKey(secret, `clinic ${id}`)
}

/** Throws `ConfigError`. */
export function readSettings({ id, settings }: Pick<Clinic, 'id' | 'settings'>, secrets: Secrets) {
  const opened = openSettings(secrets, id, settings)
  if (opened) return opened
  throw new ConfigError('AUTH_SECRET_PREVIOUS lacks the secret that sealed the settings of clinics')
}

/** The same database, with connections that begin in the clinic's own schema. */
function withPath(url: string, schema: string): string {
  // Not as a URL: `pg` also takes a user without a host.
  const [address = ''] = url.split('?', 1)
  const query = new URLSearchParams(url.slice(address.length))
  const options = query.get('options')
  query.set('options', `${options ? `${options} ` : ''}-c search_path=${schema}`)
  return `${address}?${query.toString().replaceAll('+', '%20')}`
}
