import { v7 as uuidv7 } from 'uuid'
import { formatSlot } from '../../contract/appointments/slot.ts'
import type { Database } from './database.ts'

const treatments = [
  {
    name: 'Teeth Orthodontics',
    description: 'Braces and aligners: a first look, or a visit to adjust yours.',
    priceCents: 99_00,
  },
  {
    name: 'Cosmetic Dentistry',
    description: 'Whitening, veneers and small repairs of shape and color.',
    priceCents: 79_00,
  },
  {
    name: 'Teeth Cleaning',
    description: 'Plaque and stains come off, teeth are polished, gums are checked.',
    priceCents: 59_00,
  },
  {
    name: 'Cavity Protection',
    description: 'Fluoride and sealants, and a filling where decay has begun.',
    priceCents: 99_00,
  },
  {
    name: 'Pediatric Dental',
    description: 'A check-up for children, with time to look at everything first.',
    priceCents: 89_00,
  },
  {
    name: 'Oral Surgery',
    description: 'Wisdom teeth and other teeth that have to come out.',
    priceCents: 109_00,
  },
]

const clinic = { id: 1, address: '48 Court Street, Brooklyn, NY 11201', phone: '(718) 555-0142' }
const halfHour = 30
const morning = { from: 8 * 60, to: 12 * 60 }
const afternoon = { from: 13 * 60, to: 17 * 60 }
const sunday = 0

/**
 * Fills an empty database with a demo clinic, once. The clinic's row marks it as done, so of several processes
 * that start together only one fills it, and later changes by staff stay.
 */
export async function seed(database: Database, clinicName: string): Promise<void> {
  await database.query.transaction().execute(async (query) => {
    const made = await query
      .insertInto('clinic')
      .values({ ...clinic, name: clinicName, horizonDays: 180 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    await query.insertInto('closedWeekdays').values({ weekday: sunday }).execute()
    const rows = treatments.map((treatment, position) => ({ id: uuidv7(), position, ...treatment }))
    await query.insertInto('treatments').values(rows).execute()
    const slots = [morning, afternoon].flatMap(({ from, to }) => slotsBetween(from, to))
    const offered = rows.flatMap(({ id }) => slots.map((slot) => ({ treatmentId: id, ...slot })))
    await query.insertInto('treatmentSlots').values(offered).execute()
  })
}

function slotsBetween(from: number, to: number) {
  const slots = []
  for (let start = from; start < to; start += halfHour) {
    const end = start + halfHour
    slots.push({
      slot: formatSlot({ start, end }),
      startMinute: start,
      endMinute: end,
    })
  }
  return slots
}
