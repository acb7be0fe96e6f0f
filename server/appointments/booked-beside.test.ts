import { expect, test } from 'vitest'
import type { ChangeTerms } from '../../contract/appointments/change-endpoints.ts'
import { cancelBy, moveBy, readTerms } from '../testing/changing.ts'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, bookFor, openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { recordsOf } from '../testing/patients.ts'
import { booked, type Person, type Portal, refusal, signIn } from '../testing/portal.ts'
import { askForAddress } from '../testing/proving.ts'
import { removeUser } from '../users/remove-user.ts'

const former = 'jane@patients.example'
const next = 'jane.roe@patients.example'

async function openAccount() {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, former)
  const book = () => bookFor(portal, staff, { email: former, name: jane.name })
  const stored = () =>
    portal.database.query.selectFrom('appointments').select(['patient', 'patientName']).execute()
  return { portal, jane, book, stored }
}

// On PostgreSQL only: on SQLite a transaction holds the one connection, so nothing happens beside it.

test('an appointment that staff are booking while its patient’s address changes gets the new one', async () => {
  const { portal, jane, book, stored } = await openAccount()
  const change = await askForAddress(portal, jane, next)
  const changing = beginBeforeNextCommit(portal.database, change)
  await accepted(await book())
  expect((await changing).status).toBe(200)
  expect(await stored()).toMatchObject([{ patient: next }])
})

test('an appointment that staff book for a dependent while the account’s address changes gets the new one', async () => {
  const { portal, staff } = await openDesk()
  const jane = await signIn(portal, former)
  await addDependent(portal, jane)
  const timmy = { email: former, name: 'Timmy Doe', relation: 'child' }
  const change = await askForAddress(portal, jane, next)
  const booking = beginBeforeNextCommit(portal.database, () => bookFor(portal, staff, timmy))
  expect((await change()).status).toBe(200)
  expect(await accepted(await booking)).toMatchObject({ patient: next, patientName: 'Timmy Doe' })
})

const ways = [
  ['cancels', (portal: Portal, jane: Person, terms: ChangeTerms) => cancelBy(portal, jane, terms)],
  [
    'reschedules',
    (portal: Portal, jane: Person, terms: ChangeTerms) =>
      moveBy(portal, jane, terms, { date: '2026-06-09', slot: '9:00 AM - 9:30 AM' }),
  ],
] as const

test.each(ways)(
  'a patient who %s while their account is removed is refused, and leaves no address',
  async (_, act) => {
    const { portal, jane } = await openAccount()
    const terms = await readTerms(portal, jane, await booked(portal, jane))
    const acting = beginBeforeNextCommit(portal.database, () => act(portal, jane, terms))
    const asked = { whose: { email: former }, by: null, appointments: 'keep' } as const
    expect(await removeUser(portal.deps, asked)).toMatchObject({ ok: true })
    expect((await refusal(await acting)).code).toBe('appointment_changed')
    expect(
      await portal.database.query.selectFrom('appointmentEvents').selectAll().execute(),
    ).toEqual([])
  },
)

test.each(ways)(
  'who %s while their address changes does so once they look again',
  async (_, act) => {
    const { portal, jane } = await openAccount()
    const visit = await booked(portal, jane)
    const terms = await readTerms(portal, jane, visit)
    const change = await askForAddress(portal, jane, next)
    const acting = beginBeforeNextCommit(portal.database, () => act(portal, jane, terms))
    expect((await change()).status).toBe(200)
    expect((await refusal(await acting)).code).toBe('appointment_changed')
    expect((await act(portal, jane, await readTerms(portal, jane, visit))).status).toBe(200)
    const events = portal.database.query.selectFrom('appointmentEvents').select('actor')
    expect(await events.execute()).toEqual([{ actor: next }])
  },
)

test('an appointment that staff are booking while its patient’s account is removed does not keep the address', async () => {
  const { portal, book, stored } = await openAccount()
  const asked = { whose: { email: former }, by: null, appointments: 'cancel' } as const
  const removing = beginBeforeNextCommit(portal.database, () => removeUser(portal.deps, asked))
  await accepted(await book())
  expect(await removing).toMatchObject({ ok: true })
  expect(JSON.stringify(await stored())).not.toContain('jane')
})

test('an appointment that staff are booking while they correct its patient’s e-mail gets the new one', async () => {
  const { portal, staff } = await openDesk()
  const records = recordsOf(portal, staff)
  const guest = { email: former, name: 'Jane Doe' }
  const { patientId } = await accepted(await bookFor(portal, staff, guest))
  const correcting = beginBeforeNextCommit(portal.database, () =>
    records.change(patientId, { email: next }),
  )
  await accepted(await bookFor(portal, staff, guest, { treatment: 1, slot: '9:00 AM - 9:30 AM' }))
  expect((await correcting).status).toBe(200)
  const stored = portal.database.query.selectFrom('appointments').select('patient')
  expect(await stored.execute()).toEqual([{ patient: next }, { patient: next }])
})

test('a patient for whom staff are booking cannot be erased', async () => {
  const { portal, staff } = await openDesk()
  const records = recordsOf(portal, staff)
  const id = await records.added({ name: 'Karl Poe', email: former })
  const erasing = beginBeforeNextCommit(portal.database, () => records.ask('DELETE', `/${id}`))
  await accepted(await bookFor(portal, staff, { email: former, name: 'Karl Poe' }))
  expect((await refusal(await erasing)).code).toBe('appointments_to_come')
})
