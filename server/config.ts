import * as z from 'zod'
import { languages } from '../contract/language.ts'
import { AccountEmail } from '../contract/text.ts'
import { addressForm, canParseAddress, readAddress } from './db/address.ts'
import { readTrust } from './http/client-address.ts'
import { isGuessable, staffPasswordLength } from './identity/passwords/check-password.ts'
import { noMailbox } from './notifications/notification.ts'
import { StartError } from './start-error.ts'

/** A setting that is wrong; its message names the setting and how to mend it. */
export class ConfigError extends StartError {}

const onlyIf = (allowed: RegExp, hint: string) => z.string().regex(allowed, hint)
const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}, 'must be a time zone such as America/New_York')
const web = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://clinic.example' })
  .transform((address) => address.replace(/\/+$/, ''))
const postgres = onlyIf(/^postgres(ql)?:\/\//, 'must start with postgres://').refine(
  canParseAddress,
  addressForm,
)
const port = z.coerce
  .number('must be a port number from 0 to 65535')
  .int('must be a port number from 0 to 65535')
  .min(0, 'must be a port number from 0 to 65535')
  .max(65535, 'must be a port number from 0 to 65535')
const modes = ['development', 'production', 'test'] as const
const adminEmail = z
  .string()
  .refine((text) => AccountEmail.safeParse(text).success, 'must be an e-mail address')
  .transform((text) => AccountEmail.parse(text))
const adminPassword = z
  .string()
  .min(staffPasswordLength, `must have at least ${staffPasswordLength} characters`)
  .max(128, 'must have at most 128 characters')
  .refine((password) => !isGuessable(password), 'is easy to guess; a short sentence is not')
const count = z.coerce
  .number('must be a whole number from 1')
  .int('must be a whole number from 1')
  .min(1, 'must be a whole number from 1')
const passwordLength = z.coerce
  .number('must be a number from 6 to 64')
  .int('must be a whole number from 6 to 64')
  .min(6, 'must be a number from 6 to 64')
  .max(64, 'must be a number from 6 to 64')
const keptDays = z.coerce
  .number('must be a number of days, or 0 for ever')
  .int('must be a whole number of days, or 0 for ever')
  .min(0, 'must be a number of days, or 0 for ever')
const seconds = z.coerce
  .number('must be a number of seconds')
  .positive('must be a number of seconds above 0')
  .max(3600, 'must be at most 3600 seconds')
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting, by the name it has in the environment (design.md section 9). */
const Environment = z.object({
  NODE_ENV: z.enum(modes, `must be one of ${modes.join(', ')}`).default('development'),
  PORT: port.default(5000),
  HOST: z.string().default('127.0.0.1'),
  // Pages, calls and links in mails are at its root.
  PUBLIC_URL: web
    .pipe(onlyIf(/^https?:\/\/[^/?#@]+$/, 'must have no path, as https://clinic.example'))
    .optional(),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgres.optional(),
  DATABASE_OWNER_URL: postgres.optional(),
  DATABASE_CONNECT_TIMEOUT: seconds.default(5),
  DATABASE_STATEMENT_TIMEOUT: seconds.default(15),
  DATABASE_LOCK_TIMEOUT: seconds.default(5),
  DATABASE_ASK_EVERY: seconds.optional(),
  CLINIC_NAME: onlyIf(/^[^\n\r\u2028\u2029]*$/, 'must be one line').default('Molar Dental'),
  CLINIC_TIME_ZONE: timeZone.default('America/New_York'),
  CLINIC_LANGUAGE: z
    .enum(languages, `must be one of ${languages.join(', ')}`)
    .default(languages[0]),
  ADMIN_EMAIL: adminEmail.optional(),
  ADMIN_PASSWORD: adminPassword.optional(),
  PATIENT_PASSWORD_LENGTH: passwordLength.default(6),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  AUTH_SECRET_PREVIOUS: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .refine((list) => list.every((secret) => secret.length >= 32), {
      error: 'must be former values of AUTH_SECRET, with a comma between them',
    })
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: web.default('https://accounts.google.com'),
  SMTP_URL: onlyIf(/^smtps?:\/\//, 'must start with smtp:// or smtps://').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be like Molar Dental <desk@clinic.example>, without quotes',
    })
    .optional(),
  MAIL: z.enum(['smtp', 'eml'], 'must be smtp or eml').optional(),
  PLAIN_SMTP: z.enum(['on', 'off'], 'must be on or off').default('off'),
  MAILS_PER_HOUR: count.default(20),
  SMS_ACCOUNT: onlyIf(/^AC\w+$/, 'must be an account SID, which starts with AC').optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: onlyIf(
    /^(\+\d{8,15}|MG\w+)$/,
    'must be a number like +17185550100, or the SID of a messaging service',
  ).optional(),
  SMS_API_BASE: web.default('https://api.twilio.com'),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform(readTrust)
    .refine((trust) => trust !== undefined, {
      error:
        'must be on, off, a number of proxies up to 10, or their networks such as 10.0.0.0/8, fd00::/8',
    }),
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  STAFF_SECOND_FACTOR: z.enum(['on', 'off'], 'must be on or off').optional(),
  STAFF_IDLE_MINUTES: count.default(30),
  STAFF_SESSION_HOURS: count.default(12),
  PATIENT_SESSION_DAYS: count.default(30),
  SIGN_UPS_PER_HOUR: count.default(10),
  SIGN_UPS_PER_DAY: count.default(30),
  PLAIN_HTTP: z.enum(['on', 'off'], 'must be on or off').default('off'),
  PAYMENTS: z.enum(['stripe', 'sandbox', 'off'], 'must be stripe, sandbox or off').optional(),
  STRIPE_SECRET_KEY: onlyIf(/^[sr]k_/, 'must start with sk_ or rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: onlyIf(/^pk_/, 'must start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: onlyIf(/^whsec_/, 'must start with whsec_').optional(),
  STRIPE_API_BASE: web.optional(),
  IMAGE_HOST_URL: web.optional(),
  IMAGE_HOST_KEY: z.string().optional(),
  SECURITY_CONTACT: onlyIf(
    /^(mailto:|https:\/\/)\S+$/,
    'must be like mailto:security@clinic.example, or start with https://',
  ).optional(),
  KEEP_MESSAGES_DAYS: keptDays.default(730),
  KEEP_MAILS_DAYS: keptDays.default(90),
  KEEP_AUDIT_DAYS: keptDays
    .default(2190)
    .refine((days) => days === 0 || days >= 90, 'must be at least 90 days, or 0 for ever'),
  KEEP_PATIENTS_DAYS: keptDays
    .default(0)
    .refine((days) => days === 0 || days >= 365, 'must be at least 365 days, or 0 for ever'),
  BACKUP_TO: z.string().optional(),
  BACKUP_S3_ENDPOINT: web.optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
  BACKUP_AT: onlyIf(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:15').optional(),
  BACKUP_KEEP: count.default(30),
  BACKUP_KEY: z.string().min(12, 'must have at least 12 characters').optional(),
  METRICS: z.enum(['loopback', 'open'], 'must be loopback or open').default('loopback'),
})
type Environment = z.infer<typeof Environment>

export const settingNames = Object.keys(Environment.shape)

export type Config = ReturnType<typeof readConfig>

/** For what reads parts of it again: each clinic's own configuration. */
export const ownEnvironment = process.env

/** Reads and checks the environment; an empty value counts as absent. Throws `ConfigError`. */
export function readConfig(environment: Record<string, string | undefined> = ownEnvironment) {
  const given = Object.fromEntries(
    [...Object.entries(fromAws(environment)), ...Object.entries(environment)].filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const settings = parsed.data
  if (settings.NODE_ENV === 'production') refuseInProduction(settings)
  return {
    production: settings.NODE_ENV === 'production',
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    hstsSubdomains: settings.HSTS_SUBDOMAINS === 'on',
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: readOwner(settings),
    timeouts: {
      connectMs: settings.DATABASE_CONNECT_TIMEOUT * 1000,
      statementMs: settings.DATABASE_STATEMENT_TIMEOUT * 1000,
      lockMs: settings.DATABASE_LOCK_TIMEOUT * 1000,
    },
    databaseAskMs: settings.DATABASE_ASK_EVERY && settings.DATABASE_ASK_EVERY * 1000,
    clinicName: settings.CLINIC_NAME,
    clinicTimeZone: settings.CLINIC_TIME_ZONE,
    clinicLanguage: settings.CLINIC_LANGUAGE,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    passwordLength: settings.PATIENT_PASSWORD_LENGTH,
    authSecret: settings.AUTH_SECRET,
    formerSecrets: settings.AUTH_SECRET_PREVIOUS ?? [],
    google: readGoogle(settings),
    payments: readPayments(settings),
    imageHost: readImageHost(settings),
    smtpUrl: readSmtp(settings),
    smtpNeedsTls: settings.NODE_ENV === 'production' && settings.PLAIN_SMTP === 'off',
    mailsPerHour: settings.MAILS_PER_HOUR,
    sms: readSms(settings),
    mailFrom: settings.MAIL_FROM ?? `${settings.CLINIC_NAME} <${noMailbox}>`,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY ?? { hops: 0 },
    rateLimit: settings.RATE_LIMIT === 'on',
    securityContact: settings.SECURITY_CONTACT,
    staffSecondFactor: isStaffProtected(settings),
    sessions: {
      staffIdleMinutes: settings.STAFF_IDLE_MINUTES,
      staffHours: settings.STAFF_SESSION_HOURS,
      patientDays: settings.PATIENT_SESSION_DAYS,
    },
    signUps: { perHour: settings.SIGN_UPS_PER_HOUR, perDay: settings.SIGN_UPS_PER_DAY },
    keepDays: {
      messages: settings.KEEP_MESSAGES_DAYS,
      mails: settings.KEEP_MAILS_DAYS,
      audit: settings.KEEP_AUDIT_DAYS,
      patients: settings.KEEP_PATIENTS_DAYS,
    },
    backups: readBackups(settings),
    openMetrics: settings.METRICS === 'open',
  }
}

/** Under which names other programs of the machine know such stores. */
function fromAws(environment: Record<string, string | undefined>) {
  return {
    BACKUP_S3_ENDPOINT: environment.AWS_ENDPOINT_URL_S3,
    BACKUP_S3_REGION: environment.AWS_REGION,
    BACKUP_S3_KEY_ID: environment.AWS_ACCESS_KEY_ID,
    BACKUP_S3_SECRET: environment.AWS_SECRET_ACCESS_KEY,
  }
}

function readBackups({ BACKUP_AT: at, ...settings }: Environment) {
  const [hour, minute] = at?.split(':').map(Number) ?? []
  const { BACKUP_S3_REGION: region, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings
  const isS3 = settings.BACKUP_TO?.startsWith('s3://')
  if (isS3 && !keyId) throw new ConfigError('BACKUP_S3_KEY_ID is missing; BACKUP_TO is s3://')
  if (isS3 && !secret) throw new ConfigError('BACKUP_S3_SECRET is missing; BACKUP_TO is s3://')
  const endpoint = settings.BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return {
    to: settings.BACKUP_TO,
    s3: keyId && secret ? { endpoint, region, keyId, secret } : undefined,
    key: settings.BACKUP_KEY,
    keptDays: settings.BACKUP_KEEP,
    /** Of the clinic's day; absent where there is no schedule. */
    minute: hour === undefined || minute === undefined ? undefined : hour * 60 + minute,
  }
}

/** Who owns the tables, where it is another role than the one that serves. */
function readOwner({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }: Environment) {
  if (owner && !url) {
    throw new ConfigError('DATABASE_URL is missing; DATABASE_OWNER_URL is set')
  }
  return owner
}

/** A demo stays one press away. */
function isStaffProtected({ STAFF_SECOND_FACTOR: wanted, NODE_ENV }: Environment): boolean {
  return wanted === undefined ? NODE_ENV === 'production' : wanted === 'on'
}

function readGoogle(settings: Environment) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings
  if (!clientId && !clientSecret) return undefined
  if (!clientId) throw new ConfigError('GOOGLE_CLIENT_ID is missing; GOOGLE_CLIENT_SECRET is set')
  if (!clientSecret) {
    throw new ConfigError('GOOGLE_CLIENT_SECRET is missing; GOOGLE_CLIENT_ID is set')
  }
  return { clientId, clientSecret, issuer: settings.GOOGLE_ISSUER }
}

const stripeSettings = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

/** Who collects: Stripe as soon as one of its keys is set, else the sandbox, unless named. */
function readPayments(settings: Environment) {
  const set = stripeSettings.find((name) => settings[name])
  const provider = settings.PAYMENTS ?? (set ? 'stripe' : 'sandbox')
  if (provider !== 'stripe') return { provider }
  const missing = stripeSettings.find((name) => !settings[name])
  if (missing) throw new ConfigError(`${missing} is missing; ${set ?? 'PAYMENTS=stripe'} is set`)
  return {
    provider,
    secretKey: settings.STRIPE_SECRET_KEY ?? '',
    publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
    apiBase: settings.STRIPE_API_BASE,
  }
}

/** Where photos are sent; without it they stay in our own database. */
function readImageHost({ IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key }: Environment) {
  if (!url && !key) return undefined
  if (!url) throw new ConfigError('IMAGE_HOST_URL is missing; IMAGE_HOST_KEY is set')
  if (!key) throw new ConfigError('IMAGE_HOST_KEY is missing; IMAGE_HOST_URL is set')
  return { url, key }
}

function readSmtp(settings: Environment) {
  if (settings.MAIL === 'smtp' && !settings.SMTP_URL) {
    throw new ConfigError('SMTP_URL is missing; MAIL=smtp needs it')
  }
  return settings.MAIL === 'eml' ? undefined : settings.SMTP_URL
}

const smsSettings = ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'] as const

/** Who sends text messages; without it none are offered. */
function readSms(settings: Environment) {
  const set = smsSettings.find((name) => settings[name])
  if (!set) return undefined
  const missing = smsSettings.find((name) => !settings[name])
  if (missing) throw new ConfigError(`${missing} is missing; ${set} is set`)
  return {
    account: settings.SMS_ACCOUNT ?? '',
    token: settings.SMS_TOKEN ?? '',
    from: settings.SMS_FROM ?? '',
    apiBase: settings.SMS_API_BASE,
  }
}

/** Different characters; `openssl rand -hex 32` has never had as few. */
const leastVariety = 8
/** Settings with addresses to which keys are sent, or whose answers sign accounts in. */
const outside = [
  'GOOGLE_ISSUER',
  'STRIPE_API_BASE',
  'SMS_API_BASE',
  'IMAGE_HOST_URL',
  'BACKUP_S3_ENDPOINT',
] as const

function isPlainHttp(address: string | undefined): boolean {
  if (!address?.startsWith('http://')) return false
  return !/^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname)
}

/** Hosts of `pg` that no network lies between: this machine's, and sockets. */
const ownHost = /^(|localhost|127(\.\d+){3}|\[::1\]|\/.*)$/i

/** A connection that says nothing of TLS goes over a network in the clear. */
function refusePlainDatabase(settings: Environment): void {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const) {
    const address = readAddress(settings[name] ?? '')
    if (!address) continue
    const { host, searchParams } = address
    const isSaid = /^(disable|prefer|require|verify-ca|verify-full|no-verify)$/
    if (isSaid.test(searchParams.get('sslmode') ?? '')) continue
    if (ownHost.test(host)) continue
    throw new ConfigError(
      `${name} must end in ?sslmode=verify-full in production; sslmode=disable allows a network of your own`,
    )
  }
}

/** What is fine on a desk and wrong in front of patients must be asked for by name. */
function refuseInProduction(settings: Environment): void {
  if (settings.AUTH_SECRET && new Set(settings.AUTH_SECRET).size < leastVariety) {
    throw new ConfigError('AUTH_SECRET must be random; `openssl rand -base64 32` makes one')
  }
  const plain = outside.find((name) => isPlainHttp(settings[name]))
  if (plain && settings.PLAIN_HTTP === 'off') {
    throw new ConfigError(
      `${plain} must start with https:// in production; PLAIN_HTTP=on allows http`,
    )
  }
  if (settings.RATE_LIMIT === 'off') throw new ConfigError('RATE_LIMIT cannot be off in production')
  refusePlainDatabase(settings)
  if (!settings.PUBLIC_URL?.startsWith('https://') && settings.PLAIN_HTTP === 'off') {
    throw new ConfigError(
      'PUBLIC_URL must start with https:// in production; PLAIN_HTTP=on allows http',
    )
  }
  if (!settings.PAYMENTS && readPayments(settings).provider === 'sandbox') {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is missing in production; PAYMENTS=off or PAYMENTS=sandbox does without',
    )
  }
  if (!settings.SMTP_URL && settings.MAIL !== 'eml') {
    throw new ConfigError('SMTP_URL is missing in production; MAIL=eml keeps mail as files')
  }
}
