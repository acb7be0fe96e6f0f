import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkStructure } from './structure.ts'

/** The findings in a repository of only these files. */
function check(files: Record<string, string>): string[] {
  const repository = mkdtempSync(join(tmpdir(), 'molar-structure-'))
  onTestFinished(() => rmSync(repository, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true })
    writeFileSync(join(repository, path), text)
  }
  return checkStructure(repository)
}

/** The findings in one file. */
const checkOne = (path: string, text: string) => check({ [path]: text })

test('a repository that follows the rules has no findings', () => {
  const found = check({
    'contract/endpoints.ts': "export const endpoints = { book: '/booking' }\n",
    'client/data/api.ts': "import '../../contract/endpoints.ts'\n",
    'client/ui/button.tsx': "import './button.css'\nexport const Button = () => <button />\n",
    'client/site/top-bar.tsx':
      "import '../identity/session/session.tsx'\nimport '../ui/button.tsx'\nimport '../app/paths.ts'\n",
    'client/dashboard/routes.tsx':
      "export const load = () => import('../appointments/my-appointments-page.tsx')\n",
    'server/app.ts': "import './payments/routes.ts'\n",
    'server/config.ts': 'export const port = process.env.PORT\n',
    'server/payments/routes.ts':
      "import './queries.ts'\nimport '../appointments/slot-rules.ts'\nimport '../appointments/cancel.ts'\n",
    'server/payments/life.test.ts': "import '../appointments/queries.ts'\n",
    'server/payments/queries.ts': '',
    'server/payments/record-charge.ts': '',
    'server/payments/stripe.ts': '',
    'server/payments/sandbox/cards.ts': '',
    'server/payments/record-race.test.ts':
      "import '../testing/portal.ts'\nimport '../../scripts/free-port.ts'\n",
  })
  expect(found).toEqual([])
})

test.each([
  ['client/site/TopBar.tsx', 'TopBar.tsx is not kebab-case'],
  ['server/db/date-utils.ts', '"date-utils" says nothing'],
  ['client/helpers/date.ts', '"helpers" says nothing'],
  ['server/mail-service.ts', '"mail-service" says nothing'],
  ['contract/types.ts', '"types" says nothing'],
  ['client/ui/index.ts', 'a barrel'],
])('%s is not an allowed file name', (path, message) => {
  expect(checkOne(path, '')).toEqual([expect.stringContaining(`${path}:1 name: ${message}`)])
})

test('a file that only re-exports others is a barrel', () => {
  const message = 'client/ui/all.ts:1 name: only passes on what others export; import it from them'
  for (const text of ["export * from './button.tsx'", "export { Button } from './button.tsx'"]) {
    expect(checkOne('client/ui/all.ts', text)).toEqual([message])
    expect(checkOne('client/ui/all.ts', `${text}\nexport const size = 20\n`)).toEqual([])
  }
})

test.each([
  ['contract/users/user.ts', '../../server/app.ts', 'contract does not import server'],
  ['server/app.ts', '../client/routes.tsx', 'server does not import client'],
  ['server/app.test.ts', '../client/routes.tsx', 'server does not import client'],
  ['server/app.ts', '../scripts/postgres.ts', 'server does not import scripts'],
  ['client/data/api.ts', '../../server/http/errors.ts', 'client does not import server'],
  ['client/data/api.ts', '../../vite.config.ts', 'client does not import'],
  ['client/data/api.ts', 'node:fs', 'is not in a browser'],
  ['client/ui/modal.tsx', '../identity/session.tsx', 'ui knows no feature'],
  ['client/ui/modal.tsx', '../app/paths.ts', 'ui knows no feature'],
  ['client/data/api.ts', '../payments/pay-frame.tsx', 'does not know client/payments'],
  ['client/site/hero.tsx', '../identity/origin.ts', 'does not reach into client/identity'],
  ['client/site/hero.tsx', '../contact/contact-page.tsx', 'does not reach into client/contact'],
  ['server/users/routes.ts', '../doctors/routes.ts', "does not import another's routes"],
  ['server/users/routes.ts', '../doctors/queries.ts', "does not import another's queries"],
  ['server/http/pages.ts', '../payments/refund-queries.ts', "does not import another's queries"],
  ['server/users/queries.ts', '../testing/portal.ts', 'does not import what tests it'],
  ['server/users/queries.ts', './routes.test.ts', 'nobody imports a test'],
  ['server/db/migrations/0001-start.ts', '../schema.ts', 'imports no application code'],
])('in %s, an import of %s is reported', (path, target, message) => {
  const forms = [`import '${target}'`, `export * from '${target}'`, `void import('${target}')`]
  for (const form of forms) {
    expect(checkOne(path, `\n${form}\nexport {}\n`)).toEqual([
      expect.stringMatching(new RegExp(`^${path}:2 import: .*${message}`)),
    ])
  }
  const types = `export type X = import('${target}').X`
  expect(checkOne(path, types)).toEqual([expect.stringContaining(message)])
})

test('an import cycle is reported with its path, including type imports', () => {
  const circle = {
    'server/deps.ts': "\nimport type { Book } from './appointments/book.ts'\n",
    'server/appointments/book.ts': "export type Book = import('./slot.ts').Slot\n",
    'server/appointments/slot.ts': "void import('../deps.ts')\n",
    'server/app.ts': "import './deps.ts'\n",
  }
  expect(check(circle)).toEqual([
    'server/appointments/book.ts:1 circle: leads back to itself: server/appointments/book.ts' +
      ' -> server/appointments/slot.ts -> server/deps.ts -> server/appointments/book.ts',
  ])
  expect(check({ ...circle, 'server/appointments/slot.ts': '' })).toEqual([])
})

test('each import cycle is reported, including a file that imports itself', () => {
  const pair = (one: string, other: string) => ({
    [`${one}.ts`]: `import './${other.split('/').at(-1)}.ts'\n`,
    [`${other}.ts`]: `import './${one.split('/').at(-1)}.ts'\n`,
  })
  const found = check({
    ...pair('contract/date', 'contract/show'),
    ...pair('server/http/serve', 'server/http/access'),
    'server/app.ts': "import './app.ts'\n",
  })
  expect(found).toEqual([
    expect.stringContaining('contract/date.ts -> contract/show.ts -> contract/date.ts'),
    expect.stringContaining('server/app.ts:1 circle: leads back to itself: server/app.ts'),
    expect.stringContaining(
      'server/http/access.ts -> server/http/serve.ts -> server/http/access.ts',
    ),
  ])
})

test('the number of lines in a file is limited', () => {
  expect(checkOne('client/site/page.css', '\n'.repeat(400))).toEqual([])
  expect(checkOne('client/site/page.css', '\n'.repeat(401))).toEqual([
    'client/site/page.css:401 size: has 401 lines, more than 400',
  ])
})

/** This many empty files in a folder. */
const files = (count: number, nameOf: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [nameOf(index), '']))

test('the number of files in a folder is limited, not counting tests and migrations', () => {
  const part = (index: number) => `client/site/part-${index}.${index % 2 ? 'css' : 'tsx'}`
  const within = {
    ...files(25, part),
    ...files(30, (index) => `client/site/part-${index}.test.ts`),
    ...files(25, (index) => `client/site/sub/part-${index}.ts`),
    ...files(30, (index) => `server/db/migrations/00${index}-change.ts`),
    ...files(30, (index) => `e2e/page-${index}.ts`),
    ...files(6, (index) => `client/root-${index}.ts`),
  }
  expect(check(within)).toEqual([])
  expect(check(files(26, part))).toEqual([
    'client/site:1 size: has 26 files side by side, more than 25',
  ])
  expect(check(files(7, (index) => `client/root-${index}.ts`))).toEqual([
    'client:1 size: has 7 files side by side, more than 6',
  ])
})

test.each([
  ['// TODO: later', 'TODO: finish it'],
  ['/* FIXME */', 'FIXME: finish it'],
  ['// @ts-ignore: it works', 'use @ts-expect-error'],
  ['// @ts-expect-error', 'say why an error is expected'],
  ['// biome-ignore lint/style/noDefaultExport: <explanation>', 'say why Biome is silenced'],
  ["test.only('a', () => {})", 'test.only leaves tests out'],
  ["describe.skip('a', () => {})", 'describe.skip leaves tests out'],
  ["test.each([1]).skip('a', () => {})", 'test.skip leaves tests out'],
  ['await page.waitForTimeout(500)', 'wait for what is to happen'],
  ["void fetch('/booking?email=')", "'/booking?email=' is a name of the wire"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
  ['void fetch(`/users/${1}`)', "'/users/' is a name of the wire"],
])('%s is found', (text, message) => {
  expect(checkOne('server/app.ts', `\n${text}\n`)).toEqual([
    expect.stringMatching(/^server\/app\.ts:2 (mark|wire): /),
  ])
  expect(checkOne('server/app.ts', text)[0]).toContain(message)
})

test('suppressions with a reason, and API paths in tests, are allowed', () => {
  const text = `// biome-ignore lint/style/useThis: the library wants it so
// @ts-expect-error the type is wrong in 1.7
test.runIf(true)('books', () => call('/booking'))
`
  expect(checkOne('server/app.test.ts', text)).toEqual([])
})

test.each([
  ['<p>Loading the day…</p>', 'Loading the day…'],
  ['<p>{count} <b>spaces</b></p>', 'spaces'],
  ["<p>{isOpen ? 'Close' : 'Open'}</p>", 'Close', 'Open'],
  ["<p>{note && 'late'}</p>", 'late'],
  [`<p>{\`\${count} spaces\`}</p>`, 'spaces'],
  ['<img alt="A cat sleeps." />', 'A cat sleeps.'],
  ["<button aria-label={isOn ? 'off' : 'on'} />", 'off', 'on'],
  ['<Field label="Email" />', 'Email'],
  ['<Modal confirmLabel="remove" />', 'remove'],
  ['<LoadFailure of="The users" />', 'The users'],
  ["toast.success('saved')", 'saved'],
  ["const why = 'Please choose a time'", 'Please choose a time'],
  ["const why = 'no more than five.'", 'no more than five.'],
  ["const states = { new: 'New', read: 'Read' }", 'New', 'Read'],
  ["const columns = ['Name', 'Price']", 'Name', 'Price'],
  ["const weekday = () => 'Sunday'", 'Sunday'],
  [`const wait = \`in \${minutes} minutes\``, 'in', 'minutes'],
  ["const entry = { title: 'history' }", 'history'],
  ["const t = plural('en', 2, { one: 'Entry', other: 'Entries' })", 'Entry', 'Entries'],
])('%s is a text outside the catalogue', (code, ...said) => {
  const found = said.map(
    (text) => `client/site/hero.tsx:2 text: ${JSON.stringify(text)} stands outside`,
  )
  expect(checkOne('client/site/hero.tsx', `export {}\n${code}\n`)).toEqual(
    found.map((start) => expect.stringContaining(start)),
  )
})

test('texts in the catalogue and texts that are never displayed are allowed', () => {
  const text = `import './hero.css'
type Kind = 'Open now' | 'Closed'
export const heroTexts = defineTexts({
  en: { title: 'Good morning', left: (count: number) => \`\${count} places are left\` },
  es: { title: 'Buenos días', left: (count: number) => \`Quedan \${count} lugares\` },
})
const friend = { name: properName('Marta Oliveira') }
const style = { gridTemplateRows: \`auto \${rows.join(' ')}\`, height: \`\${height}px\` }
if (event.key === 'Escape') throw new Error('There is no menu here')
headers.set('authorization', \`Bearer \${token}\`)
export const Hero = () => (
  <p className={\`hero hero-\${kind}\`} key={\`hero \${kind}\`} data-kind="Open now">
    {t.title} · {count} <path d="M20 9c-3 3 Z" />
    <Icon of={kind === 'Closed' ? X : Menu} variant="quiet" /> <img alt="" />
    <a href={\`mailto:\${address}\`}>{address}</a>
  </p>
)
`
  expect(checkOne('client/site/hero.tsx', text)).toEqual([])
})

test('mail and calendar texts also belong in the catalogue, and log and test texts do not', () => {
  const code = `const subject = \`Your appointment at \${clinic}\`\nlog.info('Mail is on its way')\n`
  expect(checkOne('server/identity/write-reset-mail.ts', code)).toHaveLength(2)
  expect(checkOne('server/appointments/mails.ts', code)).toHaveLength(2)
  expect(checkOne('server/calendar/compose-entry.ts', code)).toHaveLength(2)
  expect(checkOne('server/notifications/deliver-mail.ts', code)).toEqual([])
  expect(checkOne('server/identity/write-reset-mail.test.ts', code)).toEqual([])
  expect(checkOne('client/site/hero.test.tsx', '<p>Good morning</p>')).toEqual([])
})
