import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const docs = join(import.meta.dirname, '../../docs')

const chapters = {
  Start: [
    'install',
    'deploy',
    'many-clinics',
    'scale',
    'settings',
    'mail',
    'payments',
    'command-line',
  ],
  'Running it': ['backup', 'upgrade', 'watching', 'troubleshooting'],
  'The clinic': ['practice', 'roles', 'privacy'],
  Security: [
    ...['security', 'security/controls', 'security/threat-model', 'security/database-roles'],
    ...['limits', 'security/dependencies', 'security/asvs', 'trust'],
  ],
  Developers: ['api', 'faults', 'long-tests', 'year', 'code-in-numbers'],
}

/** The menu of the site: every page once, by its own first heading. */
export function listMenu() {
  const named = new Set<string>([...Object.values(chapters).flat(), 'index'])
  const others = pagesAt('{,security/}*.md').filter((page) => !named.has(page))
  return [
    ...Object.entries(chapters).map(([text, pages]) => ({ text, items: pages.flatMap(entryOf) })),
    { text: 'Others', items: others.flatMap(entryOf) },
    { text: 'Decisions', collapsed: true, items: pagesAt('decisions/*.md').flatMap(entryOf) },
  ].filter(({ items }) => items.length > 0)
}

function pagesAt(pattern: string): string[] {
  return globSync(pattern, { cwd: docs })
    .map((file) => file.replaceAll('\\', '/').replace(/\.md$/, ''))
    .toSorted()
}

/** Undefined where there is no such page. */
function entryOf(page: string): { text: string; link: string }[] {
  const file = join(docs, `${page}.md`)
  if (!existsSync(file)) return []
  const [, text = page] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? []
  return [{ text, link: `/${page}` }]
}
