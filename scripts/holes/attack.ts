import { setTimeout as wait } from 'node:timers/promises'
import { type Portal, show } from './portal.ts'

/** One proof of concept from the security review, tried again. */
export type Attack = {
  finding: string
  what: string
  /** The portal's current answer, and whether it refuses the attack. */
  run(portal: Portal): Promise<{ answers: string; held: boolean }>
}

export const tally = (answers: { status: number; code: string }[]): string => {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(show(answer), (counts.get(show(answer)) ?? 0) + 1)
  return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ')
}

export const median = (values: number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** The newest mail of a kind to an address, once it is sent. */
export async function mailTo(portal: Portal, recipient: string, kind: RegExp): Promise<string[]> {
  for (let tries = 0; tries < 150; tries += 1) {
    const mails = (await portal.mails()).filter(
      ({ name, to }) => to.includes(recipient) && kind.test(name),
    )
    if (mails.length > 0) return mails.map(({ text }) => text)
    await wait(100)
  }
  return []
}

/** All mail to an address, once the outbox has had time to send it. */
export async function mailsTo(portal: Portal, recipient: string) {
  await wait(8_000)
  return (await portal.mails()).filter(({ to }) => to.includes(recipient))
}

export const tokenIn = (text = ''): string =>
  new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'http://none').hash.replace('#token=', '')
