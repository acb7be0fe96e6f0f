import { basename, dirname } from 'node:path/posix'
import { type Finding, isNode, type Rule, type Source } from './source.ts'

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
const vague = /(^|-)(utils?|helpers?|common|misc|service|managers?|types?)$/

/** Folders under `server/` that hold the app's ground and not a feature. */
const ground = new Set(['db', 'http', 'testing'])

/** What an operation of the business may be called. A new verb is a word here. */
const verbs = new Set(
  `accept add admit answer ask book cancel change check choose claim clean close compose confirm
  count create decline delete deliver end expire explain find follow frame give guard hash hear
  hold issue keep leave limit list look mail make mark move note offer open pass promote queue
  reach read receive record refund refuse release remind remove renew request reset retry revoke
  run save search seed send settle show sign start store sweep take tell update upload verify
  watch write`.split(/\s+/),
)

/** Outside systems and the ports to them, by their names. */
const systems = new Set(
  'better-auth disk eml google image-host provider sandbox smtp stripe twilio'.split(' '),
)

/** Names say what a file is: kebab-case, nothing vague, and a closed vocabulary on the server. */
export const names: Rule = (sources) => sources.flatMap(misnamed)

function misnamed({ path, nodes }: Source): Finding[] {
  const finding = (message: string) => [{ file: path, line: 1, rule: 'name', message }]
  const stem = basename(path).replace(/\..*$/, '')
  const parts = path.split('/')
  const odd = parts.find((part) => !kebab.test(part))
  if (odd) return finding(`${odd} is not kebab-case`)
  const nothing = [...parts.slice(0, -1), stem].find((part) => vague.test(part))
  if (nothing) return finding(`"${nothing}" says nothing about what is inside`)
  if (stem === 'index') return finding('a barrel or an unnamed file; name it and import it')
  const body = nodes[0]?.node.body
  if (Array.isArray(body) && body.length > 0 && body.every(isReExport)) {
    return finding('only passes on what others export; import it from them')
  }
  if (isFeatureFile(path) && !isInVocabulary(basename(path))) {
    return finding('is neither routes.ts, queries.ts, verb-noun.ts, an outside system nor a test')
  }
  return []
}

function isReExport(statement: unknown): boolean {
  if (!isNode(statement) || !/^Export\w+Declaration$/.test(statement.type)) return false
  return isNode(statement.source)
}

/** An outside system that fills a folder of its own has its own words in there. */
function isFeatureFile(path: string): boolean {
  const [root, feature = '', ...rest] = path.split('/')
  return root === 'server' && rest.length > 0 && !ground.has(feature) && !systems.has(rest[0] ?? '')
}

function isInVocabulary(name: string): boolean {
  if (name.endsWith('.test.ts') || name === 'routes.ts' || name === 'queries.ts') return true
  const stem = name.replace(/\.ts$/, '')
  const [verb = '', ...noun] = stem.split('-')
  return systems.has(stem) || (verbs.has(verb) && noun.length > 0)
}

export const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)

/** `client/site` of `client/site/hero.tsx`; '' for a file that lies in its root itself. */
export function folderOf(path: string): string {
  const folder = dirname(path)
  return folder.includes('/') ? folder.split('/').slice(0, 2).join('/') : ''
}
