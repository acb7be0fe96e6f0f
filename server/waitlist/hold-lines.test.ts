import { expect, test } from 'vitest'
import { holdBookings } from '../appointments/find-appointment.ts'
import type { Database } from '../db/database.ts'
import { erasePatient } from '../patients/erase.ts'
import { mergePatients } from '../patients/merge.ts'
import { cancelBy, readTerms } from '../testing/changing.ts'
import { untilBlocked } from '../testing/database/database.ts'
import { openDesk } from '../testing/desk.ts'
import { addDependent } from '../testing/family.ts'
import { recordsOf } from '../testing/patients.ts'
import { booked, request, signIn } from '../testing/portal.ts'
import { accept, answered, asked, offerOf } from '../testing/waitlist.ts'
import { removeUser } from '../users/remove-user.ts'
import { holdLines } from './hold-lines.ts'
import { passExpired } from './pass-expired.ts'

async function openRecords() {
  const { portal, staff } = await openDesk()
  const records = recordsOf(portal, staff)
  const jane = await signIn(portal, 'jane@x.example')
  return { portal, records, jane }
}
type Records = Awaited<ReturnType<typeof openRecords>>

const endings: [string, (records: Records) => Promise<() => Promise<unknown>>][] = [
  [
    'a dependent is taken out of a list',
    async ({ portal, jane }) => {
      const { _id } = await addDependent(portal, jane)
      return async () => request(portal, 'DELETE', `/family/${_id}`, jane)
    },
  ],
  [
    'an account is removed',
    async ({ portal, jane }) => {
      const whose = { email: jane.email }
      return () => removeUser(portal.deps, { whose, by: null, appointments: 'cancel' })
    },
  ],
  [
    'a patient is erased',
    async ({ portal, records }) => {
      const id = await records.added()
      return () => erasePatient(portal.deps, id)
    },
  ],
  [
    'two patients are merged',
    async ({ portal, records }) => {
      const [kept, gone] = [await records.added(), await records.added()]
      return () => mergePatients(portal.deps, { kept, gone })
    },
  ],
  [
    'a request is made',
    async ({ portal, jane }) => {
      const { _id: dependent } = await addDependent(portal, jane)
      return () => asked(portal, jane, { dependent })
    },
  ],
  [
    'an appointment is cancelled by its patient',
    async ({ portal, jane }) => {
      const terms = await readTerms(portal, jane, await booked(portal, jane))
      return async () => cancelBy(portal, jane, terms)
    },
  ],
  [
    'an offer is accepted',
    async ({ portal, jane }) => {
      await asked(portal, jane)
      const { token = '', price = 0 } = (await offerOf(portal, jane)) ?? {}
      return async () => answered(await accept(portal, { token, price }))
    },
  ],
]

/** The number of unlocked rows, and of all rows. */
async function countFree({ query }: Pick<Database, 'query'>) {
  const count = async (from: 'users' | 'patients' | 'offers' | 'waits') => {
    const all = await query.selectFrom(from).select('id').execute()
    const free = await query.selectFrom(from).select('id').forUpdate().skipLocked().execute()
    return { free: free.length, all: all.length }
  }
  return Promise.all((['users', 'patients', 'offers', 'waits'] as const).map(count))
}

// A booking locks rows of these after the table of bookings; the other order would deadlock.
test.each(endings)(
  '%s: no row of accounts, patients, offers or requests is locked while waiting for a lock on all bookings',
  async (_, prepare) => {
    const records = await openRecords()
    const { database } = records.portal
    const act = await prepare(records)
    let acting: Promise<unknown> | undefined
    await database.query.transaction().execute(async (query) => {
      await holdBookings(database, query)
      acting = act()
      await untilBlocked(database, acting)
      const counts = await countFree({ query })
      expect(counts.map(({ free }) => free)).toEqual(counts.map(({ all }) => all))
    })
    await acting
  },
)

// An offer locks the account that it is made to after the line; the other order would deadlock.
test('an account is removed: no account or patient row is locked while waiting for the lines in which it waits', async () => {
  const { portal, jane } = await openRecords()
  const { database, deps } = portal
  const { treatmentId } = await asked(portal, jane)
  const whose = { email: jane.email }
  let removing: ReturnType<typeof removeUser> | undefined
  await database.query.transaction().execute(async (query) => {
    await holdLines(database, query, [treatmentId])
    removing = removeUser(deps, { whose, by: null, appointments: 'cancel' })
    await untilBlocked(database, removing)
    const counts = await countFree({ query })
    expect(counts.map(({ free }) => free)).toEqual(counts.map(({ all }) => all))
  })
  expect(await removing).toMatchObject({ ok: true, deletedCount: 1 })
})

// Its request may be offered another slot from then on, and who is first is decided while the line is held.
test('an expired offer ends once nobody else holds its line', async () => {
  const { portal, jane } = await openRecords()
  const { database, deps, time } = portal
  const { treatmentId } = await asked(portal, jane)
  time.now = new Date(time.now.getTime() + 86_400_000)
  let passing: Promise<void> | undefined
  await database.query.transaction().execute(async (query) => {
    await holdLines(database, query, [treatmentId])
    passing = passExpired(deps)
    await untilBlocked(database, passing)
    const states = await database.query.selectFrom('offers').select('state').execute()
    expect(states).toEqual([{ state: 'open' }])
  })
  await passing
})
