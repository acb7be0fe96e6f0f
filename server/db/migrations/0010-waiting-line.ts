import type { Kysely } from 'kysely'

type Engine = 'sqlite' | 'postgres'

export async function up(_query: Kysely<unknown>, _engine: Engine): Promise<void> {}
