import { basename, dirname } from 'node:path/posix'
import { type Finding, isNode, type Rule, type Source } from './source.ts'

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
const vague = /(^|-)(utils?|helpers?|common|misc|service|managers?|types?)$/

/** File names are kebab-case and specific. */
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
  return []
}

function isReExport(statement: unknown): boolean {
  if (!isNode(statement) || !/^Export\w+Declaration$/.test(statement.type)) return false
  return isNode(statement.source)
}

export const isTest = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)

/** `client/site` of `client/site/hero.tsx`; '' for a file directly in its root. */
export function folderOf(path: string): string {
  const folder = dirname(path)
  return folder.includes('/') ? folder.split('/').slice(0, 2).join('/') : ''
}
