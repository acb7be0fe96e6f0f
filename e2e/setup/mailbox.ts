import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

/** The newest mail of a kind to a recipient, from the files that the server writes without a mail server. */
export async function readMail(dataDir: string, recipient: string, kind: string): Promise<Email> {
  let found: Email | undefined
  await expect
    .poll(
      async () => {
        found = await newestMail(join(dataDir, 'outbox'), recipient, kind)
        return found !== undefined
      },
      { message: `a mail '${kind}' to ${recipient}` },
    )
    .toBe(true)
  if (!found) throw new Error('Unreachable: the poll found it')
  return found
}

/** Names begin with a UUIDv7, so they sort by age. */
async function newestMail(folder: string, recipient: string, kind: string) {
  const names = await readdir(folder).catch(() => [])
  const fitting = names.filter((name) => name.endsWith(`-${kind}.eml`)).sort()
  for (const name of fitting.reverse()) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)))
    if (mail.to?.some(({ address }) => address === recipient)) return mail
  }
  return undefined
}

/** The main link of a mail. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0]
  if (!link) throw new Error(`No link in: ${mail.text}`)
  return link
}
