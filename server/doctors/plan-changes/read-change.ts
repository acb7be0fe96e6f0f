import { sql } from 'kysely'
import { parseSlot } from '../../../contract/appointments/slot.ts'
import { type Day, formatDay } from '../../../contract/date.ts'
import type {
  DisplacedAppointment,
  PlanChange,
  PlanChangeSummary,
  SettlementAnswer,
} from '../../../contract/doctors/plan-changes.ts'
import type { Proposal } from '../../../contract/errors.ts'
import type { ClinicTime, Instant } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { isUnfit } from '../schedule-queries.ts'
import { answerOf, hasMail, type PlanChangeRow } from './plan-change.ts'
import { propose } from './propose.ts'

type Parts = Pick<Database, 'engine' | 'query'>
type Asked = { id: string; after?: string | undefined; limit: number }

/** One page of a change, with what has become of each appointment; `undefined` where there is none of that id. */
export async function readPlanChange(
  database: Parts,
  { id, after = '', limit }: Asked,
  now: ClinicTime,
): Promise<PlanChange | undefined> {
  const { query } = database
  const change = await query
    .selectFrom('planChanges')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!change) return undefined
  const displaced = await selectDisplaced(database, [id], now).execute()
  const all = displaced
    .map((row) => {
      const answer = answerOfRow(row)
      return { row, answer, place: placeInList(row, answer) }
    })
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
  const rest = all.filter(({ place }) => place > after)
  const shown = rest.slice(0, limit)
  const left = shown.flatMap(({ row, answer }) => (answer === 'left' ? row : []))
  const proposals = await propose(query, left, now)
  return {
    ...show(change),
    counts: countAnswers(all.map(({ answer }) => answer)),
    days: [...new Set(displaced.flatMap(({ beforeDay, day }) => [beforeDay, day]))].sort(),
    rows: shown.map(({ row, answer }) => showDisplaced(row, answer, proposals.get(row.id))),
    next: rest.length > limit ? (shown.at(-1)?.place ?? null) : null,
  }
}

/** Texts that sort as the list does: those left to decide on first, then by the day and time that they had. */
function placeInList({ beforeDay, beforeSlot, id }: Displaced, answer: SettlementAnswer): string {
  const start = String(parseSlot(beforeSlot)?.start ?? 0).padStart(4, '0')
  return [answer === 'left' ? 0 : 1, beforeDay, start, id].join(' ')
}

function countAnswers(answers: readonly SettlementAnswer[]): PlanChange['counts'] {
  const counts: PlanChange['counts'] = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

function showDisplaced(
  row: Displaced,
  answer: SettlementAnswer,
  proposal: Proposal | undefined,
): DisplacedAppointment {
  const { id: _id, patientName, treatment, way, sentAt, revision, phone } = row
  const none = { revision, phone, hasMail: hasMail(row), same: null, times: [] }
  return {
    ...{ _id, patientName, treatment, way, answer, sentAt },
    before: placeOf({
      day: row.beforeDay,
      slot: row.beforeSlot,
      doctorId: row.beforeDoctor,
      doctorName: row.beforeName,
    }),
    now: placeOf(row),
    ...(proposal ?? none),
  }
}

/** Changes since an instant, the newest first. */
export async function listPlanChanges(
  database: Parts,
  since: Instant,
  now: ClinicTime,
): Promise<PlanChangeSummary[]> {
  const changes = await database.query
    .selectFrom('planChanges')
    .selectAll()
    .where('createdAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  if (changes.length === 0) return []
  const ids = changes.map(({ id }) => id)
  const rows = Map.groupBy(
    await selectDisplaced(database, ids, now).execute(),
    (row) => row.changeId,
  )
  return changes.map((change) => {
    const own = rows.get(change.id) ?? []
    const open = own.filter((row) => row.day >= now.today && isOpen(row))
    return { ...show(change), appointments: own.length, open: open.length }
  })
}

function show({ id, treatmentId, name, doctorId, fromDay, untilDay, ...row }: PlanChangeRow) {
  const kind = treatmentId === null ? row.kind : ('treatment' as const)
  return { _id: id, kind, name, doctor: doctorId, from: fromDay, to: untilDay, at: row.createdAt }
}

type Place = { day: Day; slot: string; doctorId: string | null; doctorName: string | null }

function placeOf({ day, slot, doctorId: doctor, doctorName }: Place) {
  return { date: formatDay(day), slot, doctor, doctorName }
}

/** The appointments of changes as they are and were. */
function selectDisplaced(
  { engine, query }: Parts,
  ids: readonly string[],
  { today }: Pick<ClinicTime, 'today'>,
) {
  // Until its day is over staff may find another time for a patient who waits.
  const isToDecide = sql<boolean>`("a"."status" = 'booked' and "a"."day" >= ${today})`
  // A treatment that takes longer leaves each its doctor and chair, but not the time.
  const fits = sql<boolean>`("s"."way" is null and "c"."treatmentId" is null
    and not ${isUnfit(engine)})`
  return query
    .selectFrom('settlements as s')
    .innerJoin('planChanges as c', 'c.id', 's.changeId')
    .innerJoin('appointments as a', 'a.id', 's.appointmentId')
    .innerJoin('treatments as t', 't.id', 'a.treatmentId')
    .where('s.changeId', 'in', ids)
    .select(['s.changeId', 's.way', 's.sentAt', 's.answeredAt', 's.timeRevision as settled'])
    .select(['s.day as beforeDay', 's.slot as beforeSlot'])
    .select(['s.doctorId as beforeDoctor', 's.doctorName as beforeName'])
    .select(['a.id', 'a.treatmentId', 'a.treatment', 'a.day', 'a.slot', 'a.startMinute'])
    .select(['a.endMinute', 'a.doctorId', 'a.doctorName', 'a.patientId', 'a.patientName'])
    .select(['a.patient', 'a.unproved', 'a.phone', 'a.revision', 'a.timeRevision'])
    .select(['a.cancelledAt', 'a.confirmedAt', 'a.status'])
    .select([isToDecide.as('isToDecide'), fits.as('fits')])
    .select(({ exists, selectFrom, fn }) =>
      exists(
        selectFrom('appointmentEvents as e')
          .select('e.id')
          .whereRef('e.appointmentId', '=', 'a.id')
          .whereRef('e.actor', '=', 'a.patient')
          .where('e.kind', 'in', ['moved', 'cancelled'])
          .where('e.at', '>=', fn.coalesce('s.settledAt', 'c.createdAt')),
      ).as('isByPatient'),
    )
}

type Displaced = Awaited<ReturnType<ReturnType<typeof selectDisplaced>['execute']>>[number]

function answerOfRow(row: Displaced): SettlementAnswer {
  const answer = answerOf({ ...row, timeRevision: row.settled }, row, Boolean(row.isByPatient))
  if (answer !== 'left') return answer
  if (!row.isToDecide) return 'over'
  return row.fits ? 'fits' : 'left'
}

function isOpen(row: Displaced): boolean {
  const answer = answerOfRow(row)
  return answer === 'left' || answer === 'waiting'
}
