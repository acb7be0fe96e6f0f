import { dirname } from 'node:path/posix'
import { isTest } from './names.ts'
import type { Finding, Rule, Source } from './source.ts'

const mostLines = 400
/** The most files directly in a folder of the product; its tests do not count. */
const mostFiles = 25
/** Folders with a limit of their own. Migrations only accumulate. */
const mostFilesOf: Record<string, number> = {
  client: 6,
  'server/db/migrations': Number.POSITIVE_INFINITY,
}

/**
 * Limits the length of files and the number of files in a folder (design.md section 2), for tests and style
 * sheets too. Biome limits the length of functions.
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
