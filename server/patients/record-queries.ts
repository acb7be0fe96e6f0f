import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { PatientRow } from '../../contract/patients/patient.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { isWithin, type Reach } from '../doctors/reach.ts'

export type PatientRecord = Selectable<Tables['patients']>

/** Patients with what a list shows of them. */
export function selectRows(query: Queries) {
  return query
    .selectFrom('patients as p')
    .leftJoin('users as u', 'u.id', 'p.accountId')
    .select(['p.id', 'p.name', 'p.nameKey', 'p.birthDate', 'p.phone', 'p.alert', 'p.archivedAt'])
    .select(['p.accountId', 'p.relation', 'p.mergedInto', 'p.erasedAt', 'u.name as holderName'])
    .select(sql<string>`coalesce("u"."claims", "u"."email", "p"."email")`.as('email'))
}

/** A doctor's patients are those who have or had an appointment with them that stands. */
export function isOwnPatient(reach: Reach): RawBuilder<SqlBool> {
  if (reach === 'all') return sql<boolean>`true`
  return sql<boolean>`exists (select 1 from "appointments" as o where o."patientId" = "p"."id"
    and o."cancelledAt" is null and ${isWithin(reach, 'o.doctorId')})`
}

export type ListedPatient = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]

export function showRow(row: ListedPatient): PatientRow {
  return {
    _id: row.id,
    name: row.name,
    birthDate: row.birthDate,
    phone: row.phone,
    email: row.email,
    alert: row.alert,
    holder: row.relation === null ? null : row.holderName,
    archived: row.archivedAt !== null,
  }
}

/** A patient that nobody else changes until the transaction is over. */
export async function lockPatient(
  { engine }: Pick<Database, 'engine'>,
  query: Queries,
  id: string,
): Promise<PatientRecord | undefined> {
  return query
    .selectFrom('patients')
    .selectAll()
    .where('id', '=', id)
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst()
}

/**
 * Writes the address of a patient onto their appointments, where it says to whom on the wire they
 * belong: the account's, their own e-mail, or the guest's key. What an unconfirmed account has booked
 * stays its own.
 */
export async function readdress(query: Queries, id: string): Promise<void> {
  const address = sql<string>`(select coalesce(u."claims", u."email", nullif(p."email", ''), p."guestKey")
    from "patients" as p left join "users" as u on u."id" = p."accountId" where p."id" = ${id})`
  await query
    .updateTable('appointments')
    .set({ patient: address })
    .where('patientId', '=', id)
    .where('unproved', '=', '')
    .where('patient', '<>', address)
    .execute()
}

/** Other patients who could be the same person: one name, or one birth date and phone or e-mail. */
export async function listSimilar(
  query: Queries,
  {
    id,
    nameKey,
    birthDate,
    phoneKey,
    email,
  }: Pick<PatientRecord, 'id' | 'nameKey' | 'birthDate' | 'phoneKey' | 'email'>,
) {
  const isReached = sql<boolean>`((${phoneKey} <> '' and "p"."phoneKey" = ${phoneKey})
    or (${email} <> '' and coalesce("u"."email", "p"."email") = ${email}))`
  return selectRows(query)
    .where('p.id', '<>', id)
    .where('p.mergedInto', 'is', null)
    .where('p.erasedAt', 'is', null)
    .where((row) =>
      birthDate === null
        ? row('p.nameKey', '=', nameKey)
        : row.or([
            row.and([
              row('p.nameKey', '=', nameKey),
              row.or([row('p.birthDate', 'is', null), row('p.birthDate', '=', birthDate)]),
            ]),
            row.and([row('p.birthDate', '=', birthDate), isReached]),
          ]),
    )
    .orderBy('p.id')
    .limit(10)
    .execute()
}

/** What was sent, or is to be, about a patient's appointments, the newest first. */
export async function listMessages(query: Queries, id: string) {
  return query
    .selectFrom('appointments as a')
    .innerJoin('outbox as o', 'o.appointmentId', 'a.id')
    .where('a.patientId', '=', id)
    .select(['o.id', 'o.subject', 'o.createdAt', 'o.sentAt', 'o.failedAt', 'o.channel'])
    .orderBy('o.id', 'desc')
    .limit(50)
    .execute()
}
