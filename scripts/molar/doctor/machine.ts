import { statSync } from 'node:fs'
import { access, constants, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { longestAgeMs } from '../../../server/backups/backup.ts'
import type { Config } from '../../../server/config.ts'
import { backupTime, sortBackups } from '../../../server/copies/archive.ts'
import { CopyRefused } from '../../../server/copies/entries.ts'
import { isS3, listS3, type S3Settings } from '../../../server/copies/s3-store.ts'
import { hasProxy } from '../../../server/http/client-address.ts'
import { lacksSender, noMailbox } from '../../../server/notifications/notification.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** As in scripts/node-version.js, which runs on older versions. */
const leastNode = 24

export function checkNode(version: string): Finding {
  if (Number(version.split('.')[0]) >= leastNode) return ok('node', version)
  return wrong(
    'node',
    `${version} is too old.`,
    `Molar needs ${leastNode}, which \`npm ci\` brings along.`,
  )
}

/** Reports settings that the start allows and that are unwise, or wrong in front of patients. */
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
    lacksSender(config) &&
      wrong(
        'settings',
        `MAIL_FROM is no address of the clinic: mails to patients, and messages to the clinic, name ${noMailbox}, which nobody reads.`,
        'Set MAIL_FROM to an address of the clinic that your mail server may send from.',
      ),
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
  const troubles = found.filter((one) => one !== false)
  return troubles.length > 0
    ? troubles
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

export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  const about = 'backups'
  const { dataDir, backups } = config
  const place = backups.to ?? join(dataDir, 'backups')
  const findings: Finding[] = []
  if (!backups.key)
    findings.push(
      warning(about, 'They are not encrypted.', 'Set BACKUP_KEY, and write it down elsewhere.'),
    )
  if (!isS3(place) && isOnDiskOf(dataDir, place))
    findings.push(
      warning(
        about,
        'They are on the disk of the data.',
        'Set BACKUP_TO to a folder on another one.',
      ),
    )
  try {
    const newest = isS3(place) ? await newestInStore(place, backups.s3) : await newestIn(place)
    return [...findings, judgeAge(about, place, newest === null ? null : now.getTime() - newest)]
  } catch (error) {
    if (!(error instanceof CopyRefused)) throw error
    const mend = 'Compare BACKUP_TO and BACKUP_S3_… with what the provider says.'
    return [...findings, wrong(about, `${place} cannot be read: ${error.message}.`, mend)]
  }
}

function isOnDiskOf(dataDir: string, folder: string): boolean {
  const [here, there] = [dataDir, folder].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.dev,
  )
  return here !== undefined && here === there
}

/** In epoch milliseconds. */
async function newestIn(folder: string): Promise<number | null> {
  const newest = sortBackups(await readdir(folder).catch(() => [])).at(-1)
  return newest === undefined ? null : statSync(join(folder, newest)).mtimeMs
}

async function newestInStore(place: string, settings: S3Settings | undefined) {
  const newest = (await listS3(place, settings)).at(-1)
  return newest === undefined ? null : backupTime(newest)
}

function judgeAge(about: string, place: string, ageMs: number | null): Finding {
  const mend = 'Set BACKUP_AT, or run `molar backup` each night (docs/backup.md).'
  if (ageMs === null) return wrong(about, `There is none in ${place}.`, mend)
  const hours = Math.floor(ageMs / hourMs)
  const says = `the newest is ${hours === 1 ? '1 hour' : `${hours} hours`} old`
  if (hours > 7 * 24) return wrong(about, `${says}.`, mend)
  return ageMs > longestAgeMs ? warning(about, `${says}.`, mend) : ok(about, says)
}

async function canWrite(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
