import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openServed } from '../start-portal.ts'
import { openTwoClinics } from '../testing/database/clinics.ts'
import { lookAfterClinics } from './look-after.ts'
import { withClinics } from './operate-clinics.ts'
import {
  insertClinic,
  listClinics,
  markChanging,
  readDueRevision,
  setDue,
  takeDue,
} from './register.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 5, 5, 12, minute)).toISOString()

test('a due clinic is claimed by one process, and by another if the first does not finish in time', async () => {
  const { config } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    await register
      .updateTable('clinics')
      .set({ dueAt: at(0) })
      .execute()
    const take = (now: number) => takeDue(register, { now: at(now), until: at(now + 5), limit: 2 })
    const taken = await Promise.all([take(1), take(1), take(1)])
    expect(taken.flat()).toHaveLength(2)
    expect(new Set(taken.flat()).size).toBe(2)
    expect(await take(5)).toEqual([])
    expect(await take(6)).toHaveLength(2)
  })
})

test('a register of an earlier version gets what it lacks when a portal starts', async () => {
  const { config, north } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    await sql`alter table "clinics" drop column "changing"`.execute(register)
  })
  expect(await openServed(config)).toEqual({ databaseUrl: config.databaseUrl })
  await withClinics(config, async ({ register }) => {
    await markChanging(register, [north.id], { until: at(5), process: 'a' })
    const clinics = await listClinics(register)
    expect(clinics.find(({ id }) => id === north.id)?.changing).toEqual({ a: at(5) })
  })
})

test('a change during a clinic’s check is not lost', async () => {
  const { config } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    const [clinic] = await listClinics(register)
    const id = clinic?.id ?? ''
    const dueAt = async () => (await listClinics(register))[0]?.dueAt
    const before = await readDueRevision(register, id)
    const look = { process: 'a', lookedAt: at(0) }
    await setDue(register, { id, dueRevision: before, dueAt: at(50) }, look)
    expect(await dueAt()).toBe(at(50))
    await markChanging(register, [id], { until: at(5) })
    await setDue(register, { id, dueRevision: before, dueAt: at(50) }, look)
    expect(await dueAt()).toBe(at(5))
    // A later mark does not postpone it either.
    await markChanging(register, [id], { until: at(9) })
    expect(await dueAt()).toBe(at(5))
  })
})

test('a process that dies after a change of which it had marked the beginning leaves the clinic due', async () => {
  const { config, north } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    const { id } = north
    const due = (dueAt: string) =>
      register.updateTable('clinics').set({ dueAt }).where('id', '=', id).execute()
    const stored = async () => (await listClinics(register)).find((clinic) => clinic.id === id)
    /** A process at a minute; its checks find nothing to do. */
    const open = {
      look: async () => ({ dueAt: at(50) }),
      sendMail: async () => true,
      backUp: async () => ({ backedUpAt: null }),
    }
    const careAt = (minute: () => number) =>
      lookAfterClinics(
        { register, clock: () => new Date(at(minute())), log: pino({ level: 'silent' }) },
        {
          clinics: { ofId: (asked) => (asked === id ? north : undefined) },
          held: { use: async () => ({ open, release: () => {} }) },
        },
      )
    let minute = -1
    const dying = careAt(() => minute)
    await dying.begin(id)
    // Its checks do not come for a while: a later change is marked again.
    minute = 2
    await dying.begin(id)
    // Another process checks the clinic between the beginning of the change and its commit.
    await due(at(1))
    const other = careAt(() => 3)
    await expect.poll(async () => (await stored())?.dueAt).toBe(at(7))
    // No second mark follows; the next check is bound by no mark.
    const next = careAt(() => 7)
    await expect.poll(async () => (await stored())?.dueAt).toBe(at(50))
    expect((await stored())?.changing).toEqual({})
    for (const caretaker of [dying, other, next]) await caretaker.stop()
  })
})

test('a clinic whose check is interrupted by the end of its process is due at once', async () => {
  const { config, north } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    await register
      .updateTable('clinics')
      .set({ dueAt: at(1) })
      .where('id', '=', north.id)
      .execute()
    const begun = Promise.withResolvers<void>()
    const open = {
      look: async (stopping: AbortSignal) => {
        begun.resolve()
        await once(stopping, 'abort')
        return { dueAt: at(50) }
      },
      sendMail: async () => true,
      backUp: async () => ({ backedUpAt: null }),
    }
    const caretaker = lookAfterClinics(
      { register, clock: () => new Date(at(2)), log: pino({ level: 'silent' }) },
      {
        clinics: { ofId: (id) => (id === north.id ? north : undefined) },
        held: { use: async () => ({ open, release: () => {} }) },
      },
    )
    await begun.promise
    await caretaker.stop()
    const all = await listClinics(register)
    expect(all.find(({ id }) => id === north.id)?.dueAt).toBe(at(2))
  })
})

test('backups under way hold up neither the checks of other clinics nor those of their own', async () => {
  const { config, north } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    const known = (await listClinics(register)).find(({ id }) => id === north.id)
    if (!known) throw new Error('It is registered')
    await register.deleteFrom('clinics').execute()
    const names = Array.from({ length: 12 }, (_, place) => `clinic${place}`)
    for (const [place, name] of names.entries()) {
      const as = { id: name, name, host: name, dueAt: at(place) }
      await insertClinic(register, { ...known, ...as })
    }
    const clinics = new Map((await listClinics(register)).map((clinic) => [clinic.id, clinic]))
    let minute = 20
    const looked: string[] = []
    const begun: string[] = []
    const over = Promise.withResolvers<void>()
    const caretaker = lookAfterClinics(
      { register, clock: () => new Date(at(minute)), log: pino({ level: 'silent' }) },
      {
        clinics: { ofId: (id) => clinics.get(id) },
        held: {
          use: async ({ name }) => ({
            open: {
              look: async () => {
                looked.push(name)
                return { dueAt: at(minute + 5) }
              },
              sendMail: async () => true,
              backUp: async () => {
                begun.push(name)
                await over.promise
                return { backedUpAt: at(40) }
              },
            },
            release: () => {},
          }),
        },
      },
    )
    await expect.poll(() => looked.toSorted()).toEqual(names.toSorted())
    await expect.poll(() => begun.length).toBe(4)
    minute = 30
    await expect.poll(() => looked.length, { timeout: 20_000 }).toBe(2 * names.length)
    expect(begun).toHaveLength(4)
    over.resolve()
    const dates = async () => (await listClinics(register)).map(({ backedUpAt }) => backedUpAt)
    await expect.poll(dates).toEqual(names.map(() => at(40)))
    await caretaker.stop()
  })
})

test('due clinics that a process does not know yet hold up neither the others nor its end', async () => {
  const { config, north } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    const known = (await listClinics(register)).find(({ id }) => id === north.id)
    if (!known) throw new Error('It is registered')
    await register
      .updateTable('clinics')
      .set({ dueAt: at(1) })
      .execute()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      await insertClinic(register, { ...known, id: name, name, host: name, dueAt: at(0) })
    }
    const used: string[] = []
    const caretaker = lookAfterClinics(
      { register, clock: () => new Date(at(2)), log: pino({ level: 'silent' }) },
      {
        clinics: { ofId: (id) => (id === north.id ? north : undefined) },
        held: {
          use: async ({ name }) => {
            used.push(name)
            throw new Error('Opened only to be counted')
          },
        },
      },
    )
    await expect.poll(() => used).toEqual(['north'])
    await caretaker.stop()
  })
})

test('mail that is queued while the sending of earlier mail ends is sent, at whichever moment', async () => {
  const { config, north } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    for (let moments = 0; moments < 12; moments += 1) {
      let sent = 0
      const open = {
        look: async () => ({ dueAt: at(50) }),
        sendMail: async () => {
          sent += 1
          return true
        },
        backUp: async () => ({ backedUpAt: null }),
      }
      /** That many microtasks after the first mail. */
      const release = async () => {
        if (sent > 1) return
        for (let moment = 0; moment < moments; moment += 1) await null
        caretaker.wake(north.id)
      }
      const caretaker = lookAfterClinics(
        { register, clock: () => new Date(at(2)), log: pino({ level: 'silent' }) },
        {
          clinics: { ofId: (id) => (id === north.id ? north : undefined) },
          held: { use: async () => ({ open, release: () => void release() }) },
        },
      )
      caretaker.wake(north.id)
      await expect.poll(() => ({ moments, sent })).toEqual({ moments, sent: 2 })
      await caretaker.stop()
    }
  })
})
