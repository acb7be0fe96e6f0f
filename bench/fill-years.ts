import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { addDays } from '../contract/date.ts'
import { openDatabase } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { seed } from '../server/db/seed.ts'

export type Clinic = { patients: number; appointments: number; ahead: number }

/** Of a member of staff and of the patient with the most appointments. */
export const staffToken = 'bench-staff'
export const patientToken = 'bench-patient'
const staffEmail = 'staff@clinic.example'
export const patientEmail = 'anna.maas.0@patients.example'
export const feedToken = 'f'.repeat(43)

/**
 * A data folder of a big clinic that has been there for many years: nine treatments of sixteen slots,
 * each of them taken on every day around `today`, by patients whose names and numbers begin alike.
 */
export async function fillYears(dataDir: string, clinic: Clinic, today: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  await migrate(database)
  await seed(database, 'Molar Dental')
  await database.close()
  const file = new DatabaseSync(join(dataDir, 'molar.db'))
  file.exec('pragma synchronous = off; begin')
  addTreatments(file)
  addPeople(file, clinic.patients)
  addAppointments(file, clinic, today)
  addRecords(file)
  addRequests(file, today)
  file.exec('delete from "confirmationsDue"; commit')
  file.exec('analyze; pragma wal_checkpoint(truncate)')
  file.close()
}

function addTreatments(file: DatabaseSync): void {
  file.exec(`
    update clinic set "horizonDays" = 730;
    insert into treatments (id, name, "priceCents", position)
      select 'more-' || position, 'More ' || name, "priceCents", position + 6
      from treatments where position < 3;
    insert into "treatmentSlots"
      select 'more-' || t.position, s.slot, s."startMinute", s."endMinute"
      from treatments t join "treatmentSlots" s on s."treatmentId" = t.id where t.position < 3`)
}

/** Numbers from 0 on. */
const numbers = (count: number) => `with recursive numbers(n) as
  (select 0 union all select n + 1 from numbers where n < ${count - 1})`

const firstNames = 'Anna,Maria,Andrew,Mary,Angela,Mark,John,Olga,Peter,Ida,Zoe,Carl,Lee,Ben,Ruth'
const familyNames = 'Maas,Anders,Johnson,Lopez,Nguyen,Smith,Young,Evans,Ortiz,Quinn,Baker'
const nth = (names: string, n: string) => {
  const list = names.split(',')
  return `case ${n} % ${list.length} ${list.map((name, at) => `when ${at} then '${name}'`).join(' ')} end`
}

function addPeople(file: DatabaseSync, count: number): void {
  const at = '2020-01-01T00:00:00.000Z'
  file.exec(`create temp table people (n integer primary key, name, "nameKey", phone, email);
    ${numbers(count)} insert into people
    select n, first || ' ' || family as name, lower(first || ' ' || family) as "nameKey",
      case when n % 10 < 7 then '718' else '917' end
        || printf('%07d', n) as phone,
      lower(first) || '.' || lower(family) || '.' || n || '@patients.example' as email
    from (select n, ${nth(firstNames, 'n')} as first, ${nth(familyNames, 'n')} as family from numbers)`)
  file.exec(`insert into users
      (id, name, email, "emailVerified", role, "createdAt", "updatedAt", unbounded)
    select 'u' || n, name, email, 1, 'patient', '${at}', '${at}', 1 from people`)
  file.exec(`insert into users (id, name, email, "emailVerified", role, "createdAt", "updatedAt")
    values ('staff', 'Staff', '${staffEmail}', 1, 'admin', '${at}', '${at}')`)
  const later = '2999-01-01T00:00:00.000Z'
  for (const [token, user] of [
    [staffToken, 'staff'],
    [patientToken, 'u0'],
  ] as const) {
    file
      .prepare(`insert into sessions
        (id, token, "userId", "expiresAt", "createdAt", "updatedAt", "activeAt", "provedAt")
        values (?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(token, token, user, later, later, at, later, later)
    file
      .prepare(`insert into "accessTokens" (hash, "sessionId", "expiresAt") values (?, ?, ?)`)
      .run(hash(token), token, later)
  }
  file
    .prepare(`insert into "calendarFeeds" values (?, 'staff', 'clinic', ?)`)
    .run(hash(feedToken), at)
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex')

/** The newest `ahead` lie on the days from today on; one patient has five thousand of the oldest. */
function addAppointments(file: DatabaseSync, clinic: Clinic, today: string): void {
  const { appointments, ahead, patients } = clinic
  const [{ slots }] = file.prepare('select count(*) as slots from "treatmentSlots"').all() as [
    { slots: number },
  ]
  const first = addDays(today, -Math.ceil((appointments - ahead) / slots))
  file.exec(`${numbers(appointments)},
    places as (select s.*, t.name, t."priceCents",
        row_number() over (order by s."startMinute", t.id) - 1 as place
      from "treatmentSlots" s join treatments t on t.id = s."treatmentId"),
    made as (select n, place, "treatmentId", places.name, "priceCents", slot, "startMinute",
        "endMinute", date('${first}', '+' || (n / ${slots}) || ' days') as day,
        case when n < 720000 and n % 144 = 0 then 0 else n % ${patients} end as who
      from numbers join places on place = n % ${slots})
    insert into appointments (id, "treatmentId", treatment, "priceCents", day, slot,
      "startMinute", "endMinute", patient, "patientName", phone, "createdAt", "nameKey",
      "phoneKey", "bookedBy", status, "patientId", "completedAt")
    select printf('%08d', made.n * 7919 % ${appointments}), "treatmentId", made.name, "priceCents", day, slot,
      "startMinute", "endMinute", email, people.name, phone, '2020-01-01T00:00:00.000Z', "nameKey",
      phone, 'u' || people.n, case when day < '${today}' then 'completed' else 'booked' end,
      'u' || people.n, case when day < '${today}' then day || 'T22:00:00.000Z' end
    from made join people on people.n = made.who
    where not (made.who = 0 and made.n % 144 <> 0)`)
}

/** What staff did and what was sent. */
function addRecords(file: DatabaseSync): void {
  file.exec(`${numbers(500_000)}
    insert into "auditEntries" (id, at, actor, action, subject, data, address, status)
    select printf('%08x', numbers.n), '2025-01-01T00:00:00.000Z', 'staff' || (numbers.n % 5) || '@clinic.example',
      'appointment_read', case when numbers.n % 2 = 0 then email else printf('%08d', numbers.n) end, 'null', '127.0.0.1', 200
    from numbers join people on people.n = numbers.n % 50000`)
  file.exec(`${numbers(150_000)}
    insert into outbox (id, kind, recipient, subject, text, html, "createdAt", "dueAt", "sentAt")
    select 'm' || n, 'reminder', 'p' || (n % 50000) || '@patients.example', 'Reminder', '', '',
      at, at, at from (select n, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (n % 80) || ' days') as at
    from numbers)`)
}

function addRequests(file: DatabaseSync, today: string): void {
  file.exec(`insert into waits (id, "userId", patient, phone, "treatmentId", "fromDay", "untilDay",
      weekdays, "fromMinute", "untilMinute", "createdAt", "checkAt", "patientId")
    select 'w' || n, 'u' || n, email, phone, t.id, '${today}', '${addDays(today, 60)}', 127, 0, 1440,
      '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', 'u' || n
    from people join treatments t on t.position = people.n % 9 where n between 1 and 1500`)
}
