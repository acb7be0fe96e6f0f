import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { pageOf } from '../../contract/page.ts'
import { StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { accepted, actsOf, bookFor, openDesk } from '../testing/desk.ts'
import { type Person, type Portal, request } from '../testing/portal.ts'

const Page = pageOf(StaffAppointment)

async function search(portal: Portal, { token }: Person, query: Record<string, string>) {
  const path = `/staff/appointments?${new URLSearchParams(query)}`
  const response = await request(portal, 'GET', path, { token })
  return Page.parse(await response.json())
}

const lorca = 'María José García-Lorca Fernández de la Vega'
const obrien = 'Siobhán Mc Allister-O’Brien'

async function openWithPeople() {
  const { portal, staff } = await openDesk()
  const people = [
    { email: 'jose@patients.example', name: 'José Álvarez', phone: '(718) 555-0100' },
    { email: 'ann@patients.example', name: 'Ann Josephs', phone: '718 555 0199' },
    { email: null, name: 'Zoë van der Berg', phone: '+49 30 901820 ext. 12' },
    { email: null, name: lorca, phone: '' },
    { email: 'o.miller@patients.example', name: 'Oliver Miller', phone: '+1 718 555 0255' },
    { email: null, name: obrien, phone: '(718) 555-0256' },
  ]
  for (const [treatment, person] of people.entries()) {
    await accepted(await bookFor(portal, staff, person, { treatment }))
  }
  const names = async (asked: string) =>
    (await search(portal, staff, { search: asked })).rows.map(({ patientName }) => patientName)
  return { portal, staff, names }
}

const searches: [string, string[]][] = [
  ['jos', ['Ann Josephs', 'José Álvarez', lorca]],
  ['JOSÉ alv', ['José Álvarez']],
  ['alva', ['José Álvarez']],
  ['ann@pat', ['Ann Josephs']],
  ['718-555-01', ['Ann Josephs', 'José Álvarez']],
  ['+49 (30)', ['Zoë van der Berg']],
  ['+49 30 901820', ['Zoë van der Berg']],
  ['+49 30 901820 ext. 12', ['Zoë van der Berg']],
  ['+49 30-901820 x12', ['Zoë van der Berg']],
  ['zoe  van', ['Zoë van der Berg']],
  ['berg', ['Zoë van der Berg']],
  ['lvarez', ['José Álvarez']],
  ['lorca', [lorca]],
  ['garcia', [lorca]],
  ['garcía-lorca', [lorca]],
  ['Fernandez, Maria', [lorca]],
  ['obrien', [obrien]],
  ["o'brien", [obrien]],
  ['mcallister', [obrien]],
  ['Miller, Oliver', ['Oliver Miller']],
  ['0255', ['Oliver Miller']],
  ['555-0255', ['Oliver Miller']],
  ['718 555 0255', ['Oliver Miller']],
  ['+1 718 555 0255', ['Oliver Miller']],
  ['+1 (718) 555-0256', [obrien]],
  ['001 718 555 0256', [obrien]],
  ['O.Miller@patients', ['Oliver Miller']],
  ['miller jones', []],
  ['patients.example', []],
  ['guest:', []],
  ["%'_", []],
  ['--', []],
]

test('appointments are found by parts of names, phones and e-mails, however they are written', async () => {
  const { names } = await openWithPeople()
  const found: typeof searches = []
  for (const [asked] of searches) found.push([asked, (await names(asked)).toSorted()])
  expect(found).toEqual(searches)
})

test('a search for a single letter is refused', async () => {
  const { portal, staff } = await openDesk()
  const response = await request(portal, 'GET', '/staff/appointments?search=a%20', staff)
  expect(await response.json()).toMatchObject({ issues: [{ path: 'search' }] })
})

test('search results run from the newest day to the oldest, each appointment once, whatever field matches', async () => {
  const { portal, staff } = await openDesk()
  // Name, family name and e-mail all begin alike.
  const ann = { email: 'ann@patients.example', name: 'Ann Anning' }
  const made: string[] = []
  for (const date of ['2026-06-09', '2026-06-08', '2026-06-11', '2026-06-10']) {
    for (const treatment of [0, 1]) {
      const slot = ['8:00 AM - 8:30 AM', '9:00 AM - 9:30 AM'][treatment] ?? ''
      const booked = await bookFor(portal, staff, ann, { date, slot, treatment })
      made.push((await accepted(booked))._id)
    }
  }
  const cancelled = (await search(portal, staff, { search: 'ann' })).rows[3]
  if (cancelled) await accepted(await actsOf(portal, staff).cancel(cancelled))
  const pages: z.infer<typeof Page>[] = []
  let after: string | null | undefined
  while (after !== null) {
    const place = after === undefined ? {} : { after }
    const page: z.infer<typeof Page> = await search(portal, staff, {
      ...{ search: 'ann', limit: '3' },
      ...place,
    })
    pages.push(page)
    after = page.next
  }
  const rows = pages.flatMap((page) => page.rows)
  expect(pages.map((page) => page.rows.length)).toEqual([3, 3, 2])
  expect(new Set(rows.map(({ _id }) => _id))).toEqual(new Set(made))
  expect(rows.map(({ date }) => date)).toEqual(
    [11, 11, 10, 10, 9, 9, 8, 8].map((date) => `Jun ${date}, 2026`),
  )
})

test('an invalid cursor is refused', async () => {
  const { portal, staff } = await openDesk()
  for (const after of ['x', '2026-06-31_a', 'ann', '2026-06-08']) {
    const path = `/staff/appointments?search=ann&after=${after}`
    const { status } = await request(portal, 'GET', path, staff)
    expect({ after, status }).toEqual({ after, status: 400 })
  }
})

test('a patient is no longer found by a name that was erased from their appointments', async () => {
  const { portal, staff } = await openDesk()
  const ann = await accepted(await bookFor(portal, staff, { email: null, name: 'Ann Lee' }))
  const { query } = portal.database
  const erased = { patientName: '–', nameKey: '', phone: '', phoneKey: '', patient: 'guest::' }
  await query.updateTable('appointments').set(erased).where('id', '=', ann._id).execute()
  expect((await search(portal, staff, { search: 'ann' })).rows).toEqual([])
  const left = await query.selectFrom('searchPeople').select('patient').execute()
  expect(left).toEqual([{ patient: 'guest::' }])
})
