import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyEndpoint } from '../../contract/every-endpoint.ts'
import { settingNames } from '../../server/config.ts'
import { listCalls } from './calls.ts'
import { commandsIn } from './commands.ts'
import { fillPage } from './fill-page.ts'
import { listMenu } from './menu.ts'
import { listSettings } from './settings.ts'

const docs = join(import.meta.dirname, '../../docs')

test('the settings page lists each setting once, with its default and description', () => {
  const list = listSettings()
  const names = [...list.matchAll(/`([A-Z0-9_]+)(?:=[^`]*)?`(?=[^|]*\|[^|]+\|$)/gm)].map(
    ([, name]) => name,
  )
  expect(names.toSorted()).toEqual(settingNames.toSorted())
  expect(list).toContain('| `PORT=5000`<br>`HOST=127.0.0.1` | Where it listens')
})

test('the API page lists each call of the contract once', () => {
  const list = listCalls()
  const called = [...list.matchAll(/^### .+ \{#(\w+)\}$/gm)].map(([, name]) => name)
  expect(called.toSorted()).toEqual(Object.keys(everyEndpoint).toSorted())
  expect(list).not.toContain('undefined')
  // docs/api.md leads to both.
  expect(list).toContain('### ErrorBody\n')
  expect(list).toContain('\n| `slot_taken` | Somebody else has just taken this time. |\n')
})

test('every placeholder for generated content has a generator', () => {
  const pages = globSync('*.md', { cwd: docs })
  const places = pages.flatMap((page) => [
    ...readFileSync(join(docs, page), 'utf8').matchAll(/<!-- made: (\w+) -->/g),
  ])
  expect(places.map(([, name]) => name).toSorted()).toEqual([
    'calls',
    'commands',
    'roles',
    'settings',
  ])
  expect(fillPage('<!-- made: roles -->', 'roles.md')).toContain('| Read the audit | – | – | yes |')
})

test('a link out of the site is replaced by the file’s name, and other links remain', () => {
  expect(fillPage('[the app](../../server/app.ts), [limits](../limits.md)', 'security/a.md')).toBe(
    'the app (`server/app.ts`), [limits](../limits.md)',
  )
  expect(fillPage('[docs/app.ts](../docs/app.ts) [x](https://a.example)', 'a.md')).toBe(
    '[docs/app.ts](../docs/app.ts) [x](https://a.example)',
  )
  expect(fillPage('[SECURITY.md](../SECURITY.md)', 'a.md')).toBe('`SECURITY.md`')
})

test('the menu lists each page once', () => {
  const linked = listMenu().flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`))
  const pages = globSync('{,security/,decisions/}*.md', { cwd: docs }).filter(
    (page) => page !== 'index.md',
  )
  expect(linked.toSorted()).toEqual(pages.toSorted())
})

test('commands are read from help output, without the help command', () => {
  const help =
    'Usage: molar\n\nCommands:\n  start      begin\n  admin <x>  who\n             may\n  help [c]   help\n\nExit codes:\n  0  done\n'
  expect(commandsIn(help)).toEqual(['start', 'admin'])
})
