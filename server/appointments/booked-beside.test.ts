import { expect, test } from 'vitest'
import { beginBeforeNextCommit } from '../testing/database/database.ts'
import { accepted, bookFor, openDesk } from '../testing/desk.ts'
import { recordsOf } from '../testing/patients.ts'
import { refusal, signIn } from '../testing/portal.ts'
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
