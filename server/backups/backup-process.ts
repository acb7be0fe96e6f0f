import packageJson from '../../package.json' with { type: 'json' }
import { backUp } from '../copies/back-up.ts'
import { CopyRefused } from '../copies/entries.ts'
import { type BackupAnswer, BackupAsked } from './backup-messages.ts'

// A process of its own: reading, packing and encrypting everything would hold the portal's calls up.

process.once('message', async (message) => {
  process.umask(0o077)
  const answer = await act(message).catch(explain)
  process.send?.(answer, () => process.exit())
})
// The portal that asked has gone.
process.once('disconnect', () => process.exit(1))

async function act(message: unknown): Promise<BackupAnswer> {
  const { at, place, keptDays, key, ...asked } = BackupAsked.parse(message)
  const kept = keptDays === undefined ? undefined : { days: keptDays }
  const { version } = packageJson
  const options = { ...asked, key, kept, version, clock: () => at }
  const { file, bytes, removed, leftOut, links } = await backUp(place, options)
  return { file, bytes, removed, leftOut, links }
}

function explain(error: unknown): BackupAnswer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
  const isAboutName = error instanceof CopyRefused && error.code === 'file-name'
  return { failure: code, message: String(error), ...(isAboutName && { path: error.detail }) }
}
