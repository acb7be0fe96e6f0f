import { statSync } from 'node:fs'
import { access, constants, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../server/config.ts'
import { sortBackups } from '../../../server/copies/backup-name.ts'
import { hasProxy } from '../../../server/http/client-address.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** As in scripts/node-version.js, which runs on what is older. */
const leastNode = 24

export function checkNode(version: string): Finding {
  if (Number(version.split('.')[0]) >= leastNode) return ok('node', version)
  return wrong(
    'node',
    `${version} is too old.`,
    `Molar needs ${leastNode}, which \`npm ci\` brings along.`,
  )
}

/** What is allowed and unwise. What is refused at the start comes as a wrong setting. */
export function checkSettings(config: Config): Finding[] {
  const isPublic = config.publicUrl.startsWith('https://')
  const found: (Finding | false)[] = [
    isPublic &&
      !config.production &&
      warning(
        'settings',
        'PUBLIC_URL is https, and NODE_ENV is not production.',
        'Set NODE_ENV=production: it refuses what is unsafe in front of patients.',
      ),
    isPublic &&
      !hasProxy(config.trustProxy) &&
      warning(
        'settings',
        'TRUST_PROXY is off behind a proxy that ends TLS: all callers count as one.',
        'Set TRUST_PROXY=on, or to the number of proxies or their networks.',
      ),
    config.production &&
      !isPublic &&
      warning('settings', 'PUBLIC_URL is not https.', 'Put a proxy with a certificate in front.'),
    config.production &&
      config.payments.provider === 'sandbox' &&
      warning(
        'settings',
        'PAYMENTS is the sandbox: nobody is charged.',
        'Set the keys of Stripe, or PAYMENTS=off.',
      ),
    config.production &&
      !config.smtpUrl &&
      warning('settings', 'Mails stay in DATA_DIR/outbox as files.', 'Set SMTP_URL.'),
    config.production &&
      !config.staffSecondFactor &&
      warning(
        'settings',
        'Staff sign in by a password alone.',
        'Take STAFF_SECOND_FACTOR=off out.',
      ),
    config.production &&
      !config.securityContact &&
      warning('settings', 'Nobody can report a hole.', 'Set SECURITY_CONTACT.'),
  ]
  const warnings = found.filter((one) => one !== false)
  return warnings.length > 0
    ? warnings
    : [ok('settings', 'nothing is missing, nothing contradicts')]
}

const [leastBytes, fewBytes] = [200 * 1024 ** 2, 2 * 1024 ** 3]

export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const about = 'data folder'
  const stat = statSync(dataDir, { throwIfNoEntry: false })
  if (!stat?.isDirectory())
    return [
      warning(about, `${dataDir} is not there.`, 'The first start makes it, or DATA_DIR is wrong.'),
    ]
  const findings: Finding[] = []
  if (!(await canWrite(dataDir)))
    findings.push(
      wrong(about, `${dataDir} cannot be written to.`, 'Give it to the user of the portal.'),
    )
  const open = ['molar.db', 'auth-secret', 'outbox'].filter(
    (name) => ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
  )
  if (open.length > 0)
    findings.push(
      wrong(
        about,
        `Other users can read ${open.join(', ')}.`,
        `chmod go= in ${dataDir}; a start does that, too.`,
      ),
    )
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const says = `${(free / 1024 ** 3).toFixed(1)} GB are free on its disk`
  const room = 'Make room: a full disk stops every change.'
  if (free < leastBytes) findings.push(wrong('disk', `${says}.`, room))
  else if (free < fewBytes) findings.push(warning('disk', `${says}.`, room))
  else findings.push(ok('disk', says))
  return findings
}

const hourMs = 3_600_000

export async function checkBackups({ dataDir, backups }: Config, now: Date): Promise<Finding[]> {
  const about = 'backups'
  const folder = backups.to ?? join(dataDir, 'backups')
  const findings: Finding[] = []
  if (!backups.key)
    findings.push(
      warning(about, 'They are not encrypted.', 'Set BACKUP_KEY, and write it down elsewhere.'),
    )
  const [here, there] = [dataDir, folder].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.dev,
  )
  if (here !== undefined && here === there)
    findings.push(
      warning(
        about,
        'They are on the disk of the data.',
        'Set BACKUP_TO to a folder on another one.',
      ),
    )
  const names = sortBackups(await readdir(folder).catch(() => []))
  const newest = names.at(-1)
  const timer = 'Run `molar backup` each night (docs/backup.md).'
  if (!newest) return [...findings, wrong(about, `There is none in ${folder}.`, timer)]
  const hours = Math.floor((now.getTime() - statSync(join(folder, newest)).mtimeMs) / hourMs)
  const says = `the newest is ${hours} hours old`
  if (hours > 7 * 24) return [...findings, wrong(about, `${says}.`, timer)]
  if (hours > 36) return [...findings, warning(about, `${says}.`, timer)]
  return [...findings, ok(about, says)]
}

async function canWrite(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
