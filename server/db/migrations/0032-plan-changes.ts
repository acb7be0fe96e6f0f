import { type Kysely, sql } from 'kysely'

/**
 * Changes of doctors and chairs that left appointments without their place, and what has become of each:
 * `settlements`. The answer of a patient is not stored: it is read from the appointment.
 */
export async function up(query: Kysely<unknown>, _engine: 'sqlite' | 'postgres'): Promise<void> {
  await sql`create table "planChanges" (
    "id" text primary key not null,
    "kind" text not null check ("kind" in ('absence', 'hours', 'removal', 'chair')),
    "name" text not null,
    "doctorId" text references "doctors" ("id"),
    "fromDay" text,
    "untilDay" text check ("untilDay" >= "fromDay"),
    "createdAt" text not null)`.execute(query)
  await sql`create index "planChanges_by_time" on "planChanges" ("createdAt")`.execute(query)
  // `way` is null until staff decide; `timeRevision` is then the revision of the time that was decided on.
  await sql`create table "settlements" (
    "changeId" text not null references "planChanges" ("id"),
    "appointmentId" text not null references "appointments" ("id") on delete cascade,
    "way" text check ("way" in ('move', 'ask', 'cancel')),
    "timeRevision" integer not null,
    "day" text not null, "slot" text not null, "doctorId" text, "doctorName" text,
    "settledAt" text constraint "settlements_settled" check (("way" is null) = ("settledAt" is null)),
    "sentAt" text,
    "answeredAt" text check ("answeredAt" is null or "way" is not null),
    primary key ("changeId", "appointmentId"))`.execute(query)
  await sql`create index "settlements_by_appointment" on "settlements" ("appointmentId")`.execute(
    query,
  )
}
