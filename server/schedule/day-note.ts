import type { Day } from '../../contract/date.ts'
import type { DayNote } from '../../contract/schedule/day-parts.ts'
import { type Refused, refused } from '../appointments/appointment.ts'
import type { Queries } from '../db/database.ts'
import type { Deps } from '../deps.ts'

export async function readDayNote(query: Queries, day: Day): Promise<DayNote> {
  const row = await query
    .selectFrom('dayNotes')
    .select(['text', 'revision'])
    .where('day', '=', day)
    .executeTakeFirst()
  return row ?? { text: '', revision: 0 }
}

/** Writes the note of a day, unless somebody has written it since it was read. */
export async function writeDayNote(
  { database: { query }, changes }: Pick<Deps, 'database' | 'changes'>,
  { day, text, revision }: { day: Day; text: string; revision: number },
): Promise<{ ok: true; note: DayNote } | Refused<'changed_meanwhile'>> {
  const note = await (revision === 0
    ? query
        .insertInto('dayNotes')
        .values({ day, text, revision: 1 })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .returning(['text', 'revision'])
        .executeTakeFirst()
    : query
        .updateTable('dayNotes')
        .set({ text, revision: revision + 1 })
        .where('day', '=', day)
        .where('revision', '=', revision)
        .returning(['text', 'revision'])
        .executeTakeFirst())
  if (!note) return refused('changed_meanwhile')
  changes.publish(day)
  return { ok: true, note }
}
