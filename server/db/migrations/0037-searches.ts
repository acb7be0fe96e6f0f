import { type Kysely, sql } from 'kysely'

/**
 * In the audit, who was searched for can be taken out of an entry once, as the person can from what it was
 * about: the entry itself, who searched and when stay.
 */
export async function up(query: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') {
    await sql`drop trigger "auditEntries_closed"`.execute(query)
    await sql`create trigger "auditEntries_closed" before update on "auditEntries"
      when new."status" is null or new."id" <> old."id" or new."at" <> old."at"
        or new."actor" <> old."actor" or new."action" <> old."action"
        or new."address" <> old."address"
        or (old."status" is not null and not (new."status" = old."status" and (
          (new."data" is old."data" and new."subject" like 'guest:removed:%'
            and old."subject" not like 'guest:removed:%')
          or (new."subject" = old."subject" and new."data" = '{"search":"—"}'
            and old."data" like '{"search":%')))) begin
      select raise(abort, 'auditEntries_closed'); end`.execute(query)
    return
  }
  await sql`create or replace function "refuse_audit_change"() returns trigger
    language plpgsql as $$
    begin
      if tg_op <> 'UPDATE' or new."status" is null
        or (new."id", new."at", new."actor", new."action", new."address")
          is distinct from (old."id", old."at", old."actor", old."action", old."address")
        or (old."status" is not null and not (new."status" = old."status" and (
          (new."data" is not distinct from old."data" and new."subject" like 'guest:removed:%'
            and old."subject" not like 'guest:removed:%')
          or (new."subject" = old."subject" and new."data" = '{"search":"—"}'
            and old."data" like '{"search":%')))) then
        raise exception 'auditEntries are kept as they are';
      end if;
      return new;
    end $$`.execute(query)
}
