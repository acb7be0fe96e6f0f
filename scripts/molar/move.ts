import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../../server/config.ts'
import { describePlace, MoveRefused, moveData, undoMove } from '../../server/copies/move.ts'
import type { Place } from '../../server/copies/session.ts'
import { refuseAsRoot } from '../../server/data-folder.ts'
import { type AddressName, addressForm, canParseAddress } from '../../server/db/address.ts'
import { refuseOtherShape } from '../../server/db/migrate.ts'
import { readOnly } from '../../server/db/read-only.ts'
import { orRefuse, tellLeftOut, tellLinks } from './copies.ts'
import { abortOnSignal, answer, CommandFailed, startProgress } from './terminal.ts'

type Options = Partial<Record<'to' | 'owner' | 'files', string | undefined>> & { undo?: true }

/** `molar move`: from SQLite to PostgreSQL, or back, while the portal keeps serving reads. */
export async function move({ to, owner, files, undo }: Options): Promise<void> {
  process.umask(0o077)
  const config = readConfig()
  refuseAsRoot(config.dataDir)
  if (undo) return stay(config)
  if (!to?.trim())
    throw new CommandFailed('no_target', '--to says where the data goes: a folder or postgres://…')
  await readOnly(config, ({ query }) => refuseOtherShape(query))
  const target = readTarget(config, to, { owner, files })
  const progress = startProgress('moving')
  const ended = abortOnSignal(`Ended; the portal goes on at ${describePlace(config)}.`)
  const links: string[] = []
  const {
    from,
    to: place,
    loaded,
  } = await orExplain(() =>
    moveData(config, target, {
      clock: () => new Date(),
      version: packageJson.version,
      without: [join(config.dataDir, 'backups'), target.dataDir],
      onLink: (path) => void links.push(path),
      onRows(done, total) {
        ended.throwIfAborted()
        progress.at(done, total)
      },
    }),
  )
  progress.end()
  const counted = loaded
    ? `${loaded.rows} rows and ${loaded.files} files, compared with what was there`
    : 'everything had arrived before'
  const leftOut = loaded?.leftOut ?? []
  const result = { from, to: place, rows: loaded?.rows ?? null, files: loaded?.files ?? null }
  answer({ ...result, leftOut, links }, [
    `Moved to ${place}: ${counted}.`,
    ...tellLeftOut(leftOut),
    ...tellLinks(links),
    `Set ${target.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR, without DATABASE_URL,'} to it and start the portal again; what is at ${from} stays, and is not served any more.`,
  ])
}

async function stay(config: Config): Promise<void> {
  const undone = await orExplain(() => undoMove(config))
  const here = describePlace(config)
  if (!undone) throw new CommandFailed('not_moved', `${here} is not being moved, and was not.`)
  const lines = {
    leaving: `The move to ${undone.place} is given up; ${here} takes changes again.`,
    left: `${here} is served again as it was when it was left. What was written at ${undone.place} since is not here: serve one of them alone.`,
    arriving: `The move to here is given up; ${here} is empty.`,
    arrived: '',
  }
  answer({ place: here, state: undone.state, other: undone.place }, [lines[undone.state]])
}

const isPostgres = /^postgres(ql)?:\/\//

/** Without the address, which may hold a password. */
function refuseUnparsed(option: AddressName, address: string): void {
  if (isPostgres.test(address) && canParseAddress(address)) return
  throw new CommandFailed('not_a_place', `${option} ${addressForm}.`)
}

function readTarget(config: Config, to: string, { owner, files }: Options): Place {
  const isDatabase = isPostgres.test(to)
  if (!isDatabase && /^[a-z0-9+]+:\/\//i.test(to))
    throw new CommandFailed('not_a_place', `${to} is neither a folder nor postgres://…`)
  if (!isDatabase) return { dataDir: to }
  refuseUnparsed('--to', to)
  if (owner !== undefined) refuseUnparsed('--owner', owner)
  return {
    ...{ dataDir: files ?? config.dataDir, databaseUrl: to, databaseOwnerUrl: owner },
    addressNames: { url: '--to', ownerUrl: '--owner' },
  }
}

async function orExplain<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await orRefuse(act)
  } catch (error) {
    if (error instanceof MoveRefused) throw new CommandFailed(error.code, `${error.message}.`)
    throw error
  }
}
