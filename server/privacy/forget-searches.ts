import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { foldText, isPhone, phoneKey, readSearch } from '../appointments/search-keys.ts'
import type { Queries } from '../db/database.ts'
import { readBirthDates } from '../patients/find-patients.ts'

/** The facts by which a person may have been searched for. */
type Traits = { name: string; email: string; phone: string; birthDate: string | null }

/** Shorter searches say nothing about a person. */
const shortest = 3
const batch = 1000
/** As the index of migration 54 has it. */
const isSearch = sql<boolean>`substr("data", 1, 10) = '{"search":'`
const forgotten = JSON.stringify({ search: '—' })

/**
 * Takes searches for a person out of the audit, some entries at a time; who searched, and when, stays.
 * It comes before the person is removed, so that a crash leaves something to begin with again.
 */
export async function forgetSearches(query: Queries, who: Traits): Promise<void> {
  const texts = [who.name, who.email, who.birthDate ?? ''].map(foldText)
  const traits = [...texts, phoneKey(who.phone)]
  const known = traits.filter((trait) => trait.length >= shortest)
  for (let after = ''; ; ) {
    const rows = await query
      .selectFrom('auditEntries')
      .select(['id', 'data'])
      .where(isSearch)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    const found = rows.filter(({ data }) => isAbout(data, known)).map(({ id }) => id)
    if (found.length > 0) {
      await query
        .updateTable('auditEntries')
        .set({ data: forgotten })
        .where('id', 'in', found)
        .where('status', 'is not', null)
        .execute()
    }
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last.id
    await nextTurn()
  }
}

/** Whether a search has what identifies a person, or each of its words is a part of that: it finds them. */
function isAbout(data: string, known: readonly string[]): boolean {
  if (data === forgotten) return false
  const { search }: { search: string } = JSON.parse(data)
  const sought = isPhone(search) ? phoneKey(search) : foldText(search)
  if (sought.length < shortest) return false
  const isPart = (word: string) => known.some((trait) => trait.includes(word))
  return (
    known.some((trait) => sought.includes(trait)) ||
    readSearch(search).words.every(isPart) ||
    readBirthDates(search).some((day) => known.includes(foldText(day)))
  )
}
