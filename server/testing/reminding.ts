import { onTestFinished } from 'vitest'
import { queueConfirmations } from '../calendar/queue-confirmations.ts'
import { queueClosureMails } from '../clinic/mails.ts'
import { createDeliverDueMail, type Texter } from '../notifications/deliver-mail.ts'
import { createSmtpMailer } from '../notifications/smtp.ts'
import { createQueueReminders } from '../reminders/queue-reminders.ts'
import { type ArrivedMail, startSmtpPeer } from './peers/smtp-peer.ts'
import { openPortal, type Portal } from './portal.ts'

/** A portal whose worker is run by hand: `remind` writes what is due, `deliver` sends it. */
export async function openReminding(
  options: Parameters<typeof openPortal>[0] & { texter?: Texter } = {},
) {
  const portal = await openPortal(options)
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.stop().catch(() => {}))
  const { mailFrom } = portal.config
  const mailer = createSmtpMailer({ smtpUrl: peer.url, mailFrom })
  const parts = { ...portal.deps, mailer, texter: options.texter }
  /** As a process does that has just started. */
  const remind = () => createQueueReminders(parts)()
  const deliverOne = createDeliverDueMail(parts)
  const deliver = async () => {
    await queueConfirmations(parts)
    await queueClosureMails(parts)
    while (await deliverOne());
  }
  const reminders = () => peer.arrived.filter(({ subject }) => subject?.startsWith('A reminder'))
  return { portal, peer, parts, remind, deliver, reminders }
}

/** Sets the clock. */
export function at({ time }: Pick<Portal, 'time'>, instant: string): void {
  time.now = new Date(instant)
}

/** The links of a mail by what they say: `I’ll be there`. */
export function linksIn({ text = '' }: Pick<ArrivedMail, 'text'>): Map<string, URL> {
  const links = text.matchAll(/^(.+):\n(https?:\/\/\S+)$/gm)
  return new Map([...links].map(([, label = '', url = '']) => [label, new URL(url)]))
}

/** The tokens of a reminder's links. */
export function tokensIn(mail: Pick<ArrivedMail, 'text'>) {
  const links = linksIn(mail)
  const token = (label: string) => links.get(label)?.hash.replace('#token=', '') ?? ''
  return {
    confirm: token('I’ll be there'),
    reschedule: token('Choose another time'),
    cancel: token('Cancel the appointment'),
    unsubscribe: token('No more reminders by e-mail'),
  }
}
