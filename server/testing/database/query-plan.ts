import {
  type CompiledQuery,
  createQueryId,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from 'kysely'
import { expect } from 'vitest'
import type { Database, Queries } from '../../db/database.ts'
import { keptName } from './database.ts'

/**
 * How the engine means to run a query: the lines of SQLite's EXPLAIN QUERY PLAN or of PostgreSQL's
 * EXPLAIN. Nothing is run. PostgreSQL plans by its statistics: fill the table and `analyze` first. There it
 * needs an `openUnusedDatabase`.
 */
export async function explain(database: Database, query: CompiledQuery<unknown>): Promise<string> {
  if (database.engine === 'postgres') await expectUnused(database)
  const words = database.engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)'
  const asked = { ...query, sql: `${words} ${query.sql}` }
  const { rows } = await database.query.executeQuery<Record<string, unknown>>(asked)
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
}

/** The plans of all queries that some work runs. */
export async function plansOf(
  database: Database,
  work: (query: Queries) => Promise<unknown>,
): Promise<string[]> {
  const nodes: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(database.query.withPlugin(plugin))
  const executor = database.query.getExecutor()
  const compiled = nodes.map((node) => executor.compileQuery(node, createQueryId()))
  return Promise.all(compiled.map((one) => explain(database, one)))
}

async function expectUnused({ query }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select current_setting('application_name') as name`.execute(query)
  expect(rows[0]?.name, 'a database with pages of earlier tests').not.toBe(keptName)
}

/**
 * Whether a plan goes through a table from one end to the other, be it along an index: one that does
 * not enters an index at a place it knows. `table` is what the query calls it, so an alias where it
 * has one.
 */
export function readsWholeTable(plan: string, table: string): boolean {
  const lines = plan.split('\n')
  const named = new RegExp(`\\bon (\\S+ )?"?${table}"?( |$)`)
  return lines.some((line, place) => {
    if (new RegExp(`^SCAN ${table}( |$)`).test(line)) return true
    if (!named.test(line)) return false
    if (/Seq Scan/.test(line)) return true
    return /Index (Only )?Scan/.test(line) && !below(lines, place).includes('Index Cond')
  })
}

/** What stands under a line of PostgreSQL's plan: the lines that are further in. */
function below(lines: string[], place: number): string {
  const depth = (line = '') => line.search(/\S/)
  const own = depth(lines[place])
  const rest = lines.slice(place + 1)
  const end = rest.findIndex((line) => depth(line) <= own)
  return rest.slice(0, end < 0 ? undefined : end).join('\n')
}
