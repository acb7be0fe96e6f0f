import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEndpoints } from '../../contract/audit/endpoints.ts'
import type { AuditEntry } from '../../contract/audit.ts'
import { actionText, describeEntry } from '../../contract/audit-texts.ts'
import { describeEvent, isAsWritten } from '../../contract/events.ts'
import { openOlder } from '../testing/database/older.ts'
import { details } from '../testing/desk.ts'
import { actionsInSpanish, entriesInSpanish, eventsInSpanish } from '../testing/old-spanish.ts'
import { openPortal, type Person, type Portal, request, signIn } from '../testing/portal.ts'

type OldEvent = { appointmentId: string; kind: string; detail: string }
type OldEntry = { id: string; action: string; detail: string }

const filled = readFileSync(new URL('../db/filled-0017.sql', import.meta.url), 'utf8')
const statements = filled.replace(/^--.*$/gm, '').split(';\n')

/** A filled clinic of before, with what it had stored, opened by the Molar of now. */
async function openUpgraded() {
  const { database, upgrade } = await openOlder('0017-search-order')
  for (const statement of statements) {
    if (statement.trim() !== '') await sql.raw(statement).execute(database.query)
  }
  const events = await sql<OldEvent>`select "appointmentId", "kind", "detail"
    from "appointmentEvents" order by "at", "id"`.execute(database.query)
  const entries = await sql<OldEntry>`select "id", "action", "detail"
    from "auditEntries"`.execute(database.query)
  await upgrade()
  const portal = await openPortal({ database })
  const staff = await signIn(portal, 'staff@clinic.example', 'admin')
  return { portal, staff, events: events.rows, entries: entries.rows }
}
type Upgraded = Awaited<ReturnType<typeof openUpgraded>>

/** Narrow spaces are for the eye. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')
/** Since then a reschedule has a real arrow, and whole dollars no cents; a reason stays as it was typed. */
const renewed = (kind: string, text: string) =>
  (kind === 'moved' ? text.replace(' -> ', ' → ') : text).replaceAll(/(\$\d+)\.00/g, '$1')

/** Kinds of events that have another code since. */
const kinds = new Map([
  ['done', 'completed'],
  ['mark_removed', 'status_undone'],
])

async function readAudit(portal: Portal, staff: Person): Promise<Map<string, AuditEntry>> {
  const all = new Map<string, AuditEntry>()
  let after: string | null = ''
  while (after !== null) {
    const query: string = after === '' ? '' : `&after=${after}`
    const response = await request(portal, 'GET', `/staff/audit?limit=50${query}`, staff)
    const page = auditEndpoints.listAudit.answer.parse(await response.json())
    for (const entry of page.rows) all.set(entry._id, entry)
    after = page.next
  }
  return all
}

test('history, audit and refunds from before the upgrade read the same, in both languages', async () => {
  const upgraded = await openUpgraded()
  await expectSameHistory(upgraded)
  await expectSameAudit(upgraded)
  await expectSameRefunds(upgraded)
  await expectClosedAudit(upgraded)
})

async function expectSameHistory({ portal, staff, events }: Upgraded): Promise<void> {
  const ids = [...new Set(events.map(({ appointmentId }) => appointmentId))]
  expect(ids.length).toBeGreaterThan(5)
  for (const _id of ids) {
    const old = events.filter(({ appointmentId }) => appointmentId === _id)
    const { history } = await details(portal, staff, { _id })
    const since = old.some(({ kind }) => kind === 'booked') ? history : history.slice(1)
    expect(since.map((entry) => [entry.kind, describeEvent('en', entry)])).toEqual(
      old.map(({ kind, detail }) => [
        kinds.get(kind) ?? kind,
        kind === 'mark_removed' ? 'booked again' : renewed(kind, detail),
      ]),
    )
    expect(since.map((entry) => plain(describeEvent('es', entry)))).toEqual(
      old.map(({ kind, detail }) =>
        kind === 'mark_removed'
          ? 'reservada de nuevo'
          : renewed(kind, eventsInSpanish.get(detail) ?? refusedInSpanish(detail)),
      ),
    )
    const asWritten = since.filter(({ data }) => isAsWritten(data))
    expect(asWritten.map(({ data }) => data)).toEqual(
      old
        .filter(({ detail }) => detail === 'to some other day')
        .map(() => ({ text: 'to some other day' })),
    )
  }
}

function refusedInSpanish(detail: string): string {
  return detail.replace('the provider refused it', 'el proveedor lo rechazó')
}

/** Actions whose English text has changed since. */
const reworded = new Map([
  ['Moved an appointment', 'Rescheduled an appointment'],
  ['Changed the opening days', 'Changed the business hours'],
  ['Looked at the waiting line', 'Looked at the waitlist'],
  ['Marked an appointment', 'Set the status of an appointment'],
])

/** And what stood beside them. */
const statuses = new Map([
  ['done', 'completed'],
  ['no_show', 'no-show'],
  ['mark removed', 'booked again'],
])

async function expectSameAudit({ portal, staff, entries }: Upgraded): Promise<void> {
  const found = await readAudit(portal, staff)
  expect(entries.length).toBeGreaterThan(60)
  for (const { id, action, detail } of entries) {
    const entry = found.get(id)
    if (!entry) throw new Error(`${id} is gone`)
    expect([actionText('en', entry), describeEntry('en', entry)]).toEqual([
      reworded.get(action) ?? action,
      action === 'Marked an appointment' ? (statuses.get(detail) ?? detail) : detail,
    ])
    expect([actionText('es', entry), plain(describeEntry('es', entry))]).toEqual([
      actionsInSpanish.get(action) ?? action,
      entriesInSpanish.get(detail) ?? detail,
    ])
  }
  const asWritten = [...found.values()].filter(({ data }) => data && isAsWritten(data))
  // Of another policy, and of a clinic whose name reads like two changes.
  expect(asWritten.map((entry) => describeEntry('es', entry))).toEqual([
    'whateverMinutes 1 -> 2',
    expect.stringMatching(/^name New name; phone 1 -> 2 -> Molar Dental; address /),
    expect.stringMatching(/^name Molar Dental -> New name; phone 1 -> 2; address /),
  ])
}

/** They have the code of their reason, or what staff typed. */
async function expectSameRefunds({ portal }: Upgraded): Promise<void> {
  const refunds = await portal.database.query
    .selectFrom('refunds')
    .select(['reasonCode', 'reason'])
    .orderBy('id')
    .execute()
  expect(refunds.map(({ reasonCode, reason }) => reasonCode ?? reason)).toEqual([
    'cheaper',
    'cancelled',
    'Moved away on Jun 5, 2022; 8:00 AM - 8:30 AM',
    'A gift.',
    'already_paid',
    'cancelled_before',
  ])
}

/** It is changed and deleted as little as it was. */
async function expectClosedAudit({ portal }: Upgraded): Promise<void> {
  const { query } = portal.database
  const change = query.updateTable('auditEntries').set({ actor: 'x' }).where('id', '=', 'b01')
  await expect(change.execute()).rejects.toThrow(/auditEntries/)
  const remove = query.deleteFrom('auditEntries').where('id', '=', 'b01')
  await expect(remove.execute()).rejects.toThrow(/auditEntries/)
}
