import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromiumArgs, chromiumPath } from '../chromium.ts'
import { freePort } from '../free-port.ts'

// `node scripts/docs/pictures.ts` makes the demo clinic, starts it and takes screenshots for docs/pictures/.

type Person = { email: string; password: string }
type People = Record<'staff' | 'patient', Person>

type Picture = {
  name: string
  as?: keyof People
  /** An address, or the text of a link in the list of own appointments. */
  at: { path: string } | { link: string }
  how: BrowserContextOptions
}

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/pictures')
const most = 100 * 1024

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 }
const dark = { ...phone, colorScheme: 'dark' } as const
const day = nextWeekday(new Date())

const pictures: Picture[] = [
  { name: 'home', at: { path: '/' }, how: desktop },
  { name: 'appointment', as: 'patient', at: { path: `/appointment?date=${day}` }, how: desktop },
  { name: 'phone', as: 'patient', at: { path: `/appointment?date=${day}` }, how: dark },
  { name: 'payment', as: 'patient', at: { link: 'Pay' }, how: phone },
  { name: 'own-appointments', as: 'patient', at: { path: '/dashboard' }, how: phone },
  { name: 'schedule', as: 'staff', at: { path: `/dashboard/schedule?date=${day}` }, how: desktop },
  { name: 'reports', as: 'staff', at: { path: '/dashboard/reports' }, how: desktop },
  { name: 'roles', as: 'staff', at: { path: '/dashboard/roles' }, how: desktop },
]

/** The first weekday from tomorrow on, on which the demo's clinic is open. */
function nextWeekday(now: Date): string {
  const date = new Date(now.getTime() + 86_400_000)
  while ([0, 6].includes(date.getUTCDay())) date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

/** Starts the demo clinic in a folder of its own; resolves once it has printed how to sign in. */
async function openDemo(dataDir: string) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['scripts/demo-clinic/run.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const found = [...said.matchAll(/^ +(Staff|Patient) +(\S+)\n +Password +(\S+)\n/gm)]
    const [staff, patient] = found.map(([, , email = '', password = '']) => ({ email, password }))
    if (staff && patient) return { child, origin, people: { staff, patient } }
  }
  throw new Error(`The demo clinic did not open: ${said}`)
}

async function take(browser: Browser, origin: string, people: People, picture: Picture) {
  const { name, as, at, how } = picture
  const options = { baseURL: origin, locale: 'en-US', reducedMotion: 'reduce', ...how } as const
  const context = await browser.newContext(options)
  if (as) {
    const sent = { data: people[as], headers: { origin } }
    const answer = await context.request.post('/api/auth/sign-in/email', sent)
    if (!answer.ok()) throw new Error(`${as} could not sign in: ${answer.status()}`)
  }
  const page = await context.newPage()
  await page.goto('path' in at ? at.path : await addressOf(page, at.link))
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton'))
  const webp = await sharp(await page.screenshot())
    .webp({ quality: 78, effort: 6 })
    .toBuffer()
  if (webp.length > most) throw new Error(`${name} has ${webp.length} bytes, more than ${most}`)
  writeFileSync(join(folder, `${name}.webp`), webp)
  console.log(`${name}.webp  ${Math.round(webp.length / 1024)} KB`)
  await context.close()
}

async function addressOf(page: Page, link: string): Promise<string> {
  await page.goto('/dashboard')
  const found = page.getByRole('link', { name: link, exact: true }).first()
  return (await found.getAttribute('href')) ?? ''
}

mkdirSync(folder, { recursive: true })
const dataDir = mkdtempSync(join(tmpdir(), 'molar-pictures-'))
const { child, origin, people } = await openDemo(dataDir)
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs })
try {
  for (const picture of pictures) await take(browser, origin, people, picture)
} finally {
  await browser.close()
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}
