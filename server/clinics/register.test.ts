import { pino } from 'pino'
import { expect, test } from 'vitest'
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

test('a change during a clinic’s check is not lost', async () => {
  const { config } = await openTwoClinics()
  await withClinics(config, async ({ register }) => {
    const [clinic] = await listClinics(register)
    const id = clinic?.id ?? ''
    const dueAt = async () => (await listClinics(register))[0]?.dueAt
    const before = await readDueRevision(register, id)
    await setDue(register, { id, dueRevision: before, dueAt: at(50) })
    expect(await dueAt()).toBe(at(50))
    await markChanging(register, [id], at(5))
    await setDue(register, { id, dueRevision: before, dueAt: at(50) })
    expect(await dueAt()).toBe(at(5))
    // A later mark does not postpone it either.
    await markChanging(register, [id], at(9))
    expect(await dueAt()).toBe(at(5))
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
