import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/**
 * When an account meets the clinic's record of its holder (migration 26), the holder's alert and note get what
 * the record has beside their own, as in a merge by staff. They took it over only where they had none, and an
 * allergy was on no screen any more.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const joins = [
    { was: filled('note'), is: joined(engine, 'note', { between: '\n', most: 5000 }) },
    { was: filled('alert'), is: joined(engine, 'alert', { between: '; ', most: 200 }) },
  ]
  const { rows } = await (engine === 'sqlite' ? triggers : functions).execute(query)
  for (const { text, drop } of rows) {
    const mended = joins.reduce((all, { was, is }) => all.replaceAll(was, is), text)
    if (mended === text) continue
    if (drop) await sql.raw(drop).execute(query)
    await sql.raw(mended).execute(query)
  }
}

/** Definitions; on SQLite one is dropped before it is made again. */
type Definitions = RawBuilder<{ text: string; drop: string | null }>

const triggers: Definitions = sql`select "sql" as "text", 'drop trigger "' || "name" || '"' as "drop"
  from "sqlite_master" where "type" = 'trigger'`

/** With the search path that migration 48 has set. */
const functions: Definitions = sql`select pg_get_functiondef(p.oid) as "text", null as "drop"
  from pg_proc as p
  where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
    and p.proname in ('make_holder', 'meet_record', 'own_what_was_booked')`

/** As it stands in migration 26. */
function filled(column: string): string {
  return `case when "patients"."${column}" = '' then met."${column}" else "patients"."${column}" end`
}

function joined(
  engine: Engine,
  column: string,
  { between, most }: { between: string; most: number },
): string {
  const [own, other] = [`"patients"."${column}"`, `met."${column}"`]
  const place = engine === 'sqlite' ? 'instr' : 'strpos'
  return `case when ${place}(${own}, ${other}) > 0 then ${own} when ${own} = '' then ${other}
    else substr(${own} || '${between}' || ${other}, 1, ${most}) end`
}
