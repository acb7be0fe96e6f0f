import { type Kysely, type RawBuilder, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'
type Run = (statement: RawBuilder<unknown>) => Promise<void>

/**
 * What staff search by: of each patient and account, every end of the name, the phone's digits and the
 * e-mail, so that a B-tree finds any part of them. A patient is an e-mail or guest with a name and a
 * phone, stored once however many appointments they have.
 */
export async function up(query: Kysely<unknown>, engine: Engine): Promise<void> {
  const run: Run = async (statement) => void (await statement.execute(query))
  await partTables(run, engine)
  await (engine === 'sqlite' ? followOnSqlite(run) : followOnPostgres(run))
  // The triggers write the parts.
  await run(sql`insert into "searchPeople" ("patient", "nameKey", "phoneKey", "name", "phone")
    select "patient", "nameKey", "phoneKey", max("patientName"), max("phone") from "appointments"
    group by "patient", "nameKey", "phoneKey"`)
  await run(sql`update "users" set "name" = "name"`)
  for (const key of ['nameKey', 'familyKey', 'phoneKey']) {
    await run(sql`drop index ${sql.id(`appointments_by_${key}`)}`)
  }
  await run(sql`drop index "users_by_name"`)
  await run(sql`alter table "appointments" drop column "familyKey"`)
}

async function partTables(run: Run, engine: Engine): Promise<void> {
  const onSqlite = engine === 'sqlite'
  const key = sql.raw(onSqlite ? 'text' : 'text collate "C"')
  const id = sql.raw(
    onSqlite ? 'integer primary key' : 'bigint generated always as identity primary key',
  )
  const person = sql.raw(onSqlite ? 'integer' : 'bigint')
  const end = sql.raw(onSqlite ? 'without rowid' : '')
  await run(sql`create table "searchPeople" (
    "id" ${id}, "patient" ${key} not null, "nameKey" ${key} not null, "phoneKey" ${key} not null,
    "name" text not null, "phone" text not null,
    "plain" ${key} not null default '', "mail" ${key} not null default '')`)
  await run(sql`create unique index "searchPeople_once" on "searchPeople"
    ("patient", "nameKey", "phoneKey")`)
  await run(sql`create table "searchPeopleParts" ("part" ${key} not null,
    "person" ${person} not null references "searchPeople" ("id") on delete cascade,
    primary key ("part", "person")) ${end}`)
  await run(sql`create index "searchPeopleParts_by_person" on "searchPeopleParts" ("person")`)
  await run(sql`create table "searchUserParts" ("part" ${key} not null,
    "user" text not null references "users" ("id") on delete cascade,
    primary key ("part", "user")) ${end}`)
  await run(sql`create index "searchUserParts_by_user" on "searchUserParts" ("user")`)
}

/** Letters without accents that have one of their own in no decomposition. */
const single: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ' }
const double: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** Latin, combining marks, Greek and Cyrillic, and what stands between words: all but digits and @. */
const ranges = [
  ...[
    [0x09, 0x0d],
    [0x20, 0x2f],
    [0x3a, 0x3f],
    [0x41, 0x60],
    [0x7b, 0x7e],
    [0xa0, 0x24f],
  ],
  ...[
    [0x300, 0x36f],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
    [0x2000, 0x206f],
  ],
] as const

/** Each letter that is not searched for as it is, with what stands for it; '' for nothing. */
function lettersFolded(): Map<string, string> {
  const all = ranges.flatMap(([from = 0, to = 0]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )
  return new Map(
    all.map((letter) => [letter, foldLetter(letter)] as const).filter(([one, to]) => one !== to),
  )
}

function foldLetter(letter: string): string {
  const plain = letter
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const lower = plain.toLowerCase()
  if (/^[\s!-/:-?[-`{-~\u00a0-\u00bf\u2000-\u206f]$/.test(lower)) return ''
  return single[lower] ?? double[lower] ?? lower
}

const longest = 40

/** Nested calls are ten times as fast as a look-up of each letter, and most text is ASCII. */
export function foldOnSqlite(text: RawBuilder<unknown>) {
  const marks = [...lettersFolded()].filter(([one, to]) => to === '' && one >= ' ' && one < '~')
  const ascii = marks.reduce((all, [mark]) => sql`replace(${all}, ${sql.lit(mark)}, '')`, text)
  return sql`case when ${text} not glob '*[^ -~]*' then lower(${ascii}) else (
    select coalesce(group_concat(coalesce(l."plain", substr(${text}, n."place", 1)), ''
      order by n."place"), '')
    from "searchPlaces" as n left join "searchLetters" as l on l."letter" = substr(${text}, n."place", 1)
    where n."place" <= length(${text})) end`
}

/** Adds the ends of a text that begin before a place. */
export function addEnds(
  table: string,
  ends: { text: RawBuilder<unknown>; before: RawBuilder<unknown> },
) {
  return sql`insert into ${sql.id(table)} select substr(t."text", n."place", ${sql.lit(longest)}), new."id"
    from (select ${ends.text} as "text" limit 1) as t join "searchPlaces" as n
      on n."place" < ${ends.before}
    where true on conflict do nothing;`
}

export const whole = sql`length(t."text") + 1`
export const beforeAt = sql`instr(t."text", '@')`

async function followOnSqlite(run: Run): Promise<void> {
  await run(sql`create table "searchLetters" ("letter" text primary key, "plain" text not null)
    without rowid`)
  for (const [letter, plain] of lettersFolded()) {
    await run(sql`insert into "searchLetters" values (${sql.lit(letter)}, ${sql.lit(plain)})`)
  }
  await run(sql`create table "searchPlaces" ("place" integer primary key)`)
  await run(sql`insert into "searchPlaces" with recursive "counted" ("n") as
    (select 1 union all select "n" + 1 from "counted" where "n" < 100) select "n" from "counted"`)
  const stored = (column: string) =>
    sql`(select ${sql.id(column)} from "searchPeople" where "id" = new."id")`
  await run(sql`create trigger "searchPeople_parts" after insert on "searchPeople" begin
    update "searchPeople" set "plain" = ${foldOnSqlite(sql`new."name"`)},
      "mail" = case when new."patient" like 'guest:%' then '' else ${foldOnSqlite(sql`new."patient"`)} end
      where "id" = new."id";
    ${addEnds('searchPeopleParts', { text: stored('plain'), before: whole })}
    ${addEnds('searchPeopleParts', { text: sql`new."phoneKey"`, before: whole })}
    ${addEnds('searchPeopleParts', { text: stored('mail'), before: beforeAt })} end`)
  const partUser = sql`
    ${addEnds('searchUserParts', { text: foldOnSqlite(sql`new."name"`), before: whole })}
    ${addEnds('searchUserParts', { text: foldOnSqlite(sql`new."email"`), before: beforeAt })}`
  const person = sql`insert into "searchPeople" ("patient", "nameKey", "phoneKey", "name", "phone")
    values (new."patient", new."nameKey", new."phoneKey", new."patientName", new."phone")
    on conflict do nothing;`
  const forget = sql`delete from "searchPeople" where "patient" = old."patient"
    and "nameKey" = old."nameKey" and "phoneKey" = old."phoneKey" and not exists (
      select 1 from "appointments" where "patient" = old."patient"
        and "nameKey" = old."nameKey" and "phoneKey" = old."phoneKey");`
  await run(sql`create trigger "appointments_searched" after insert on "appointments" begin
    ${person} end`)
  await run(sql`create trigger "appointments_searched_again"
    after update of "patient", "nameKey", "phoneKey" on "appointments" begin
    ${person} ${forget} end`)
  await run(sql`create trigger "appointments_searched_no_more" after delete on "appointments" begin
    ${forget} end`)
  await run(sql`create trigger "users_searched" after insert on "users" begin ${partUser} end`)
  await run(sql`create trigger "users_searched_again" after update of "name", "email" on "users"
    begin delete from "searchUserParts" where "user" = new."id"; ${partUser} end`)
}

async function followOnPostgres(run: Run): Promise<void> {
  const letters = [...lettersFolded()].filter(([, plain]) => plain.length < 2)
  // Those without a counterpart come last: 'translate' takes them away.
  letters.sort(([, one], [, other]) => other.length - one.length)
  const from = letters.map(([letter]) => letter).join('')
  const to = letters.map(([, plain]) => plain).join('')
  const longer = [...lettersFolded()].filter(([, plain]) => plain.length > 1)
  const spelled = longer.reduce(
    (text, [letter, plain]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(plain)})`,
    sql`"text"`,
  )
  await run(sql`create function "fold_text"("text" text) returns text language sql immutable as $$
    select translate(${spelled}, ${sql.lit(from)}, ${sql.lit(to)}) $$`)
  await run(sql`create function "ends_of"("text" text, places integer) returns setof text
    language sql immutable as $$
    select distinct substr("text", n, ${sql.lit(longest)})
      from generate_series(1, least(places, 100)) as n $$`)
  await run(sql`create function "part_person"() returns trigger language plpgsql as $$
    declare
      address text :=
        case when new."patient" like 'guest:%' then '' else "fold_text"(new."patient") end;
      folded text := "fold_text"(new."name");
    begin
      update "searchPeople" set "plain" = folded, "mail" = address where "id" = new."id";
      insert into "searchPeopleParts" select part, new."id" from (
        select "ends_of"(folded, length(folded)) as part union
        select "ends_of"(new."phoneKey", length(new."phoneKey")) union
        select "ends_of"(address, strpos(address, '@') - 1)) as parts;
      return null;
    end $$`)
  await run(sql`create trigger "searchPeople_parts" after insert on "searchPeople"
    for each row execute function "part_person"()`)
  await run(sql`create function "part_user"() returns trigger language plpgsql as $$
    declare
      mail text := "fold_text"(new."email");
      plain text := "fold_text"(new."name");
    begin
      delete from "searchUserParts" where "user" = new."id";
      insert into "searchUserParts" select part, new."id" from (
        select "ends_of"(plain, length(plain)) as part union
        select "ends_of"(mail, strpos(mail, '@') - 1)) as parts;
      return null;
    end $$`)
  await run(sql`create trigger "users_searched" after insert or update of "name", "email" on "users"
    for each row execute function "part_user"()`)
  await run(sql`create function "search_person"() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' and not exists (select 1 from "searchPeople"
        where "patient" = new."patient" and "nameKey" = new."nameKey"
          and "phoneKey" = new."phoneKey") then
        insert into "searchPeople" ("patient", "nameKey", "phoneKey", "name", "phone")
          values (new."patient", new."nameKey", new."phoneKey", new."patientName", new."phone")
          on conflict do nothing;
      end if;
      if tg_op <> 'INSERT' then
        delete from "searchPeople" where "patient" = old."patient"
          and "nameKey" = old."nameKey" and "phoneKey" = old."phoneKey" and not exists (
            select 1 from "appointments" where "patient" = old."patient"
              and "nameKey" = old."nameKey" and "phoneKey" = old."phoneKey");
      end if;
      return null;
    end $$`)
  await run(sql`create trigger "appointments_searched" after insert or delete
    or update of "patient", "nameKey", "phoneKey" on "appointments"
    for each row execute function "search_person"()`)
}
