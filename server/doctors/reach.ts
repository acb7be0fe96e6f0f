import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../identity/caller.ts'

/** Whose appointments a call of staff may see or change: those of the doctor with this e-mail, or all. */
export type Reach = { ofDoctor: string } | 'all'

/**
 * A doctor's account is that of the doctor with its e-mail, which it has proved; without one it reaches
 * nothing. It is asked for in each statement, so that a change of either e-mail holds at once.
 */
export function reachOf({ role, email }: Pick<Caller, 'role' | 'email'>): Reach {
  return role === 'doctor' ? { ofDoctor: email } : 'all'
}

/** The condition on a column that names a doctor; of a row without a doctor it is false. */
export function isWithin(reach: Reach, column = 'doctorId'): RawBuilder<SqlBool> {
  if (reach === 'all') return sql<boolean>`true`
  return sql<boolean>`coalesce(${sql.ref(column)} = (select "id" from "doctors"
    where "email" = ${reach.ofDoctor}), false)`
}
