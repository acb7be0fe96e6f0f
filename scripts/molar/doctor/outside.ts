import { connect } from 'node:tls'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Config } from '../../../server/config.ts'
import { readOnly } from '../../../server/db/read-only.ts'
import { readSender } from '../../../server/notifications/notification.ts'
import { openTransport } from '../../../server/notifications/smtp.ts'
import { compareClocks } from './data.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const patienceMs = 10_000
const dayMs = 86_400_000

/** Greets the server, encrypts and signs in; sends nothing unless an address is given. */
export async function checkMail(config: Config, to: string | undefined): Promise<Finding[]> {
  const { smtpUrl } = config
  if (!smtpUrl) {
    const stays = 'stays in DATA_DIR/outbox as files'
    if (!to) return [ok('mail', stays)]
    return [warning('mail', `${stays}; nothing was sent to ${to}`, 'Set SMTP_URL to send mail.')]
  }
  const encrypted = await tryMail({ smtpUrl, smtpNeedsTls: true })
  const plain = encrypted === null || config.smtpNeedsTls ? encrypted : await tryMail({ smtpUrl })
  if (plain !== null) {
    const mend = 'Compare SMTP_URL with what your provider says: host, port, user, password.'
    return [wrong('mail', `The server of SMTP_URL does not take us: ${plain}`, mend)]
  }
  const findings =
    encrypted === null
      ? [ok('mail', 'the server takes us, over an encrypted connection')]
      : [
          warning(
            'mail',
            `The server offers no encryption that holds: ${encrypted}`,
            'Use port 465 (smtps://) or a server with STARTTLS.',
          ),
        ]
  return to ? [...findings, await sendMail(config, smtpUrl, to)] : findings
}

/** The reason for a failure, or `null`. */
async function tryMail(parts: { smtpUrl: string; smtpNeedsTls?: boolean }): Promise<string | null> {
  const transport = openTransport(parts)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    transport.close()
  }
}

async function sendMail(
  { mailFrom, smtpNeedsTls }: Config,
  smtpUrl: string,
  to: string,
): Promise<Finding> {
  const transport = openTransport({ smtpUrl, smtpNeedsTls })
  try {
    const text = 'This is what `molar doctor` sent. Mail from your portal arrives.'
    const from = readSender(mailFrom)
    await transport.sendMail({ from, to, subject: 'A mail from your portal', text })
    return ok('mail', `a mail to ${to} was taken; look whether it arrives, and not as spam`)
  } catch (error) {
    return wrong(
      'mail',
      `A mail to ${to} was refused: ${messageOf(error)}`,
      'Let the provider allow MAIL_FROM as a sender.',
    )
  } finally {
    transport.close()
  }
}

const Alive = z.object({ version: z.string() })

/** Checks what a patient's browser sees: name, certificate, portal, headers. */
export async function checkPublicAddress({ publicUrl }: Config, now: Date): Promise<Finding[]> {
  const about = 'public address'
  const certificate = publicUrl.startsWith('https://')
    ? await checkCertificate(new URL(publicUrl), now)
    : []
  if (certificate.some(({ state }) => state === 'wrong')) return certificate
  const response = await ask(`${publicUrl}/healthz`)
  if (typeof response === 'string') {
    const mend =
      'Start the portal; else DNS, the firewall or the proxy is in the way. From here it may be another way than from outside.'
    return [...certificate, warning(about, `${publicUrl} does not answer: ${response}`, mend)]
  }
  const alive = Alive.safeParse(await response.json().catch(() => null))
  if (!alive.success)
    return [
      ...certificate,
      wrong(
        about,
        `${publicUrl} answers, and is no Molar.`,
        'Let the proxy pass everything on to the portal.',
      ),
    ]
  const findings = [...certificate, ok(about, `the portal answers there, ${alive.data.version}`)]
  if (alive.data.version !== packageJson.version)
    findings.push(
      warning(about, `This is ${packageJson.version}.`, 'Start the portal again after an upgrade.'),
    )
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isFinite(date)) findings.push(compareClocks(publicUrl, new Date(date), now))
  return [...findings, ...(await checkHeaders(publicUrl))]
}

async function checkHeaders(publicUrl: string): Promise<Finding[]> {
  const page = await ask(publicUrl)
  if (typeof page === 'string') return []
  const needed = ['content-security-policy', 'x-content-type-options']
  if (publicUrl.startsWith('https://')) needed.push('strict-transport-security')
  const missing = needed.filter((name) => !page.headers.has(name))
  if (missing.length === 0) return [ok('headers', 'those that protect patients arrive')]
  return [
    wrong(
      'headers',
      `${missing.join(', ')} do not arrive.`,
      'Let the proxy pass on the headers of the portal.',
    ),
  ]
}

type Certificate = { until: Date; trouble: string | null }

async function checkCertificate({ hostname, port }: URL, now: Date): Promise<Finding[]> {
  const found = await readCertificate(hostname, Number(port || 443)).catch(messageOf)
  const mend = 'Renew it; Caddy and certbot do so by themselves, look into their log.'
  if (typeof found === 'string')
    return [
      warning('certificate', `It cannot be read: ${found}`, 'Start the proxy, or open its port.'),
    ]
  const days = Math.trunc((found.until.getTime() - now.getTime()) / dayMs)
  if (found.until <= now) return [wrong('certificate', `It ended ${-days} days ago.`, mend)]
  if (found.trouble)
    return [
      wrong(
        'certificate',
        `Browsers do not trust it: ${found.trouble}.`,
        'Use one of a public authority for this name, with its chain.',
      ),
    ]
  if (days < 14) return [warning('certificate', `It ends in ${days} days.`, mend)]
  return [ok('certificate', `trusted for ${days} more days`)]
}

function readCertificate(host: string, port: number): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    // An expired certificate is read as well; no data is sent over this connection.
    const options = { host, port, servername: host, rejectUnauthorized: false, timeout: patienceMs }
    const socket = connect(options, () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      const trouble = socket.authorized ? null : String(socket.authorizationError)
      socket.destroy()
      resolve({ until, trouble })
    })
    socket.on('error', reject)
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')))
  })
}

/** Stripe's webhook: at the right address, our own code refuses an event without Stripe's signature. */
export async function checkWebhooks(config: Config): Promise<Finding[]> {
  if (config.payments.provider !== 'stripe') return []
  const url = `${config.publicUrl}/webhooks/stripe`
  const response = await ask(url, { method: 'POST', body: '{}' })
  if (typeof response === 'string') return []
  if (response.status !== 401)
    return [
      wrong(
        'webhooks',
        `${url} answers ${response.status} to an event without a signature.`,
        'Let the proxy pass it on as it came.',
      ),
    ]
  const last = await readOnly(config, async ({ query }) => {
    const { rows } = await sql<{
      at: string | null
    }>`select max("receivedAt") as "at" from "providerEvents"`.execute(query)
    return rows[0]?.at ?? null
  }).catch(() => null)
  if (last === null)
    return [
      warning(
        'webhooks',
        'No event of Stripe has ever come.',
        `Add ${url} in its dashboard; fine before the first payment.`,
      ),
    ]
  return [ok('webhooks', `the address answers, and the last event came at ${last}`)]
}

/** The answer, or why there is none. */
async function ask(url: string, init: RequestInit = {}): Promise<Response | string> {
  try {
    return await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch (error) {
    return messageOf(error instanceof Error && error.cause ? error.cause : error)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
