import { dirname } from 'node:path/posix'
import { isTest } from './names.ts'
import type { Finding, Rule, Source } from './source.ts'

const mostLines = 400
/** Files side by side in a folder of the product; its tests do not count. */
const mostFiles = 25
/** Folders with a limit of their own. Migrations are a list that only grows. */
const mostFilesOf: Record<string, number> = {
  client: 6,
  'server/db/migrations': Number.POSITIVE_INFINITY,
}

/**
 * A file can be read to its end and a folder at a glance (design.md section 2); tests and style sheets
 * have a file's limit, too. Biome holds the length of functions.
 */
export const sizes: Rule = (sources) => [...sources.flatMap(longFile), ...crowdedFolders(sources)]

function longFile({ path, lines }: Source): Finding[] {
  if (lines <= mostLines) return []
  const message = `has ${lines} lines, more than ${mostLines}`
  return [{ file: path, line: mostLines + 1, rule: 'size', message }]
}

function crowdedFolders(sources: Source[]): Finding[] {
  const own = sources.filter(
    ({ path }) => /^(server|client|contract)\//.test(path) && !isTest(path),
  )
  const folders = Map.groupBy(own, ({ path }) => dirname(path))
  return [...folders].flatMap(([folder, { length }]) => {
    const most = mostFilesOf[folder] ?? mostFiles
    if (length <= most) return []
    const message = `has ${length} files side by side, more than ${most}`
    return [{ file: folder, line: 1, rule: 'size', message }]
  })
}
