import { type Kysely, sql } from 'kysely'

/**
 * Several schemas of one PostgreSQL database may each have these tables. Trigger functions use the tables of
 * their own schema, independent of the connection's search path. Changes are notified on a channel per
 * schema: `molar_days_public`. Names are concatenated, because `regprocedure` compares each with the
 * functions of that name in all schemas: with a thousand clinics this took a second for each of them.
 */
export async function up(query: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return
  const functions = await sql<{ name: string; text: string }>`
    select quote_ident(p.proname) || '(' || pg_get_function_identity_arguments(p.oid) || ')' as "name",
      pg_get_functiondef(p.oid) as "text"
    from pg_proc as p
    where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')`.execute(
    query,
  )
  const { rows } = await sql<{ name: string }>`
    select quote_ident(current_schema()) as "name"`.execute(query)
  const schema = rows[0]?.name ?? 'public'
  for (const { name, text } of functions.rows) {
    const told = text.replaceAll(`'molar_days'`, `'molar_days_' || tg_table_schema`)
    if (told !== text) await sql.raw(told).execute(query)
    await sql.raw(`alter function ${name} set search_path to ${schema}`).execute(query)
  }
}
