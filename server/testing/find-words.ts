import type { Portal } from './portal.ts'

/** The names of a portal's tables. */
export async function tablesOf({ database: { query } }: Portal): Promise<string[]> {
  const tables = await query.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => !/^(kysely|sqlite)_/.test(name))
}

/** Which words stand in which tables. */
export async function findWords(portal: Portal, words: readonly string[]): Promise<string[]> {
  const tables = await tablesOf(portal)
  const loose = portal.database.query.withTables<Record<string, Record<string, unknown>>>()
  const rows = await Promise.all(
    tables.map(async (name) => [name, await loose.selectFrom(name).selectAll().execute()] as const),
  )
  return rows.flatMap(([name, all]) => {
    const text = JSON.stringify(all).toLowerCase()
    return words
      .filter((word) => text.includes(word.toLowerCase()))
      .map((word) => `${name}: ${word}`)
  })
}
