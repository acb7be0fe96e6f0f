import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, settingNames } from './config.ts'

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
const shown = new Map(
  example
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

test('.env.example lists every setting and no other', () => {
  expect([...shown.keys()].sort()).toEqual([...settingNames].sort())
})

test('.env.example shows the defaults', () => {
  const { adminEmail: _, ...fromExample } = readConfig(Object.fromEntries(shown))
  const { adminEmail: __, ...fromNothing } = readConfig({})
  expect(fromExample).toEqual(fromNothing)
})

const unreadable = (name: string) =>
  `${name} must be an address such as postgres://user:password@host/database, with %23 for # in the password and so on`

test.each([
  ['PORT', '70000', 'PORT must be a port number from 0 to 65535'],
  ['PORT', 'web', 'PORT must be a port number from 0 to 65535'],
  ['PUBLIC_URL', 'clinic.example', 'PUBLIC_URL must be an address such as https://clinic.example'],
  ['PUBLIC_URL', 'https://a.example/b', 'PUBLIC_URL must have no path, as https://clinic.example'],
  [
    'PUBLIC_URL',
    'https://me:x@a.example',
    'PUBLIC_URL must have no path, as https://clinic.example',
  ],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must start with postgres://'],
  ['DATABASE_URL', 'postgres://molar:pa#ss@localhost/molar', unreadable('DATABASE_URL')],
  ['DATABASE_URL', 'postgres://localhost:99999/molar', unreadable('DATABASE_URL')],
  ['DATABASE_OWNER_URL', 'postgres://molar:p/w@localhost/molar', unreadable('DATABASE_OWNER_URL')],
  ['DATABASE_LOCK_TIMEOUT', '0', 'DATABASE_LOCK_TIMEOUT must be a number of seconds above 0'],
  ['CLINIC_TIME_ZONE', 'Brooklyn', 'CLINIC_TIME_ZONE must be a time zone such as America/New_York'],
  ['CLINIC_NAME', 'Molar\nDental', 'CLINIC_NAME must be one line'],
  ['CLINIC_NAME', 'Molar\u2028Dental', 'CLINIC_NAME must be one line'],
  ['CLINIC_LANGUAGE', 'fr', 'CLINIC_LANGUAGE must be one of en, es'],
  ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL must be an e-mail address'],
  ['ADMIN_PASSWORD', 'only eleven', 'ADMIN_PASSWORD must have at least 12 characters'],
  ['ADMIN_PASSWORD', 'Password123456', 'ADMIN_PASSWORD is easy to guess; a short sentence is not'],
  ['SIGN_UPS_PER_DAY', '0', 'SIGN_UPS_PER_DAY must be a whole number from 1'],
  ['BACKUP_TO', 's3://clinic', 'BACKUP_S3_KEY_ID is missing; BACKUP_TO is s3://'],
  ['BACKUP_AT', '3:15', 'BACKUP_AT must be a time of day such as 03:15'],
  ['BACKUP_AT', '24:00', 'BACKUP_AT must be a time of day such as 03:15'],
  ['AUTH_SECRET', 'short', 'AUTH_SECRET must have at least 32 characters'],
  ['SMTP_URL', 'mail.example', 'SMTP_URL must start with smtp:// or smtps://'],
  ['MAILS_PER_HOUR', '0', 'MAILS_PER_HOUR must be a whole number from 1'],
  ['RATE_LIMIT', 'no', 'RATE_LIMIT must be on or off'],
  ['NODE_ENV', 'prod', 'NODE_ENV must be one of development, production, test'],
  [
    'TRUST_PROXY',
    'yes',
    'TRUST_PROXY must be on, off, a number of proxies up to 10, or their networks such as 10.0.0.0/8, fd00::/8',
  ],
  ['GOOGLE_CLIENT_ID', 'id', 'GOOGLE_CLIENT_SECRET is missing; GOOGLE_CLIENT_ID is set'],
  ['IMAGE_HOST_URL', 'imgbb', 'IMAGE_HOST_URL must be an address such as https://clinic.example'],
  ['IMAGE_HOST_URL', 'https://x.example', 'IMAGE_HOST_KEY is missing; IMAGE_HOST_URL is set'],
  ['IMAGE_HOST_KEY', 'key', 'IMAGE_HOST_URL is missing; IMAGE_HOST_KEY is set'],
  ['MAIL', 'smtp', 'SMTP_URL is missing; MAIL=smtp needs it'],
  ['PAYMENTS', 'cash', 'PAYMENTS must be stripe, sandbox or off'],
  ['PAYMENTS', 'stripe', 'STRIPE_SECRET_KEY is missing; PAYMENTS=stripe is set'],
  ['STRIPE_SECRET_KEY', 'pk_1', 'STRIPE_SECRET_KEY must start with sk_ or rk_'],
  [
    'STRIPE_WEBHOOK_SECRET',
    'whsec_1',
    'STRIPE_SECRET_KEY is missing; STRIPE_WEBHOOK_SECRET is set',
  ],
])(
  '%s=%s stops the start with a message that names the setting and what is required',
  (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message))
  },
)

test.each([
  ['whose last part has more than 20 letters', `admin@clinic.${'a'.repeat(21)}`],
  ['of more than 254 characters', `${'a'.repeat(240)}@clinic.example`],
  ['whose domain has an underscore', 'admin@my_clinic.example'],
])(
  'an ADMIN_EMAIL %s stops the start, since its account could not sign in',
  (_what, ADMIN_EMAIL) => {
    expect(() => readConfig({ ADMIN_EMAIL })).toThrow(
      new ConfigError('ADMIN_EMAIL must be an e-mail address'),
    )
  },
)

test('ADMIN_EMAIL is read without case', () => {
  expect(readConfig({ ADMIN_EMAIL: 'Owner@Clinic.example' }).adminEmail).toBe(
    'owner@clinic.example',
  )
})

test('PUBLIC_URL is taken with and without a slash at its end', () => {
  for (const PUBLIC_URL of ['https://clinic.example:8443', 'https://clinic.example:8443/']) {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe('https://clinic.example:8443')
  }
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '' })).toEqual(readConfig({}))
})

const sound = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://clinic.example',
  SMTP_URL: 'smtp://mail.example',
  PAYMENTS: 'off',
}

test.each([
  [{ RATE_LIMIT: 'off' }, 'RATE_LIMIT cannot be off in production'],
  [
    { PUBLIC_URL: 'http://clinic.example' },
    'PUBLIC_URL must start with https:// in production; PLAIN_HTTP=on allows http',
  ],
  [
    { PAYMENTS: '' },
    'STRIPE_SECRET_KEY is missing in production; PAYMENTS=off or PAYMENTS=sandbox does without',
  ],
  [
    { AUTH_SECRET: 'a'.repeat(40) },
    'AUTH_SECRET must be random; `openssl rand -base64 32` makes one',
  ],
  [
    { IMAGE_HOST_URL: 'http://images.example', IMAGE_HOST_KEY: 'key' },
    'IMAGE_HOST_URL must start with https:// in production; PLAIN_HTTP=on allows http',
  ],
  [
    { SMS_API_BASE: 'http://10.0.0.1' },
    'SMS_API_BASE must start with https:// in production; PLAIN_HTTP=on allows http',
  ],
  [
    { STRIPE_API_BASE: 'http://stripe.example' },
    'STRIPE_API_BASE must start with https:// in production; PLAIN_HTTP=on allows http',
  ],
  [
    { GOOGLE_ISSUER: 'http://localhost.example' },
    'GOOGLE_ISSUER must start with https:// in production; PLAIN_HTTP=on allows http',
  ],
  [{ SMTP_URL: '' }, 'SMTP_URL is missing in production; MAIL=eml keeps mail as files'],
  [
    { DATABASE_URL: 'postgres://molar@db.example/molar' },
    'DATABASE_URL must end in ?sslmode=verify-full in production; sslmode=disable allows a network of your own',
  ],
  [
    { DATABASE_URL: 'postgres://molar:hidden@/molar?host=db.example' },
    'DATABASE_URL must end in ?sslmode=verify-full in production; sslmode=disable allows a network of your own',
  ],
])('production refuses %j', (change, message) => {
  expect(readConfig(sound).production).toBe(true)
  expect(() => readConfig({ ...sound, ...change })).toThrow(new ConfigError(message))
})

test('production requires an encrypted connection to the mail server, unless PLAIN_SMTP is on', () => {
  expect(readConfig(sound).smtpNeedsTls).toBe(true)
  expect(readConfig({ ...sound, PLAIN_SMTP: 'on' }).smtpNeedsTls).toBe(false)
  expect(readConfig({}).smtpNeedsTls).toBe(false)
})

test('production accepts plain HTTP and mail as files when both are configured explicitly', () => {
  const asked = { PLAIN_HTTP: 'on', PUBLIC_URL: 'http://clinic.example', MAIL: 'eml', SMTP_URL: '' }
  expect(readConfig({ ...sound, ...asked }).smtpUrl).toBeUndefined()
})

test('production accepts plain HTTP to services on the same machine', () => {
  const peers = { SMS_API_BASE: 'http://127.0.0.1:4010', GOOGLE_ISSUER: 'http://localhost:4011' }
  expect(readConfig({ ...sound, ...peers }).production).toBe(true)
})

test.each([
  'postgres://molar@db.example/molar?sslmode=verify-full',
  'postgres://molar@10.0.0.7/molar?sslmode=disable',
  'postgres://molar@localhost/molar',
  'postgres://molar@127.0.0.1:5433/molar',
  'postgres://molar@[::1]/molar',
  'postgres:///molar?host=/var/run/postgresql',
  'postgres://%2Fvar%2Frun%2Fpostgresql/molar',
  'postgres://molar@/molar?host=/var/run/postgresql',
])('production accepts the database %s', (DATABASE_URL) => {
  expect(readConfig({ ...sound, DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})
