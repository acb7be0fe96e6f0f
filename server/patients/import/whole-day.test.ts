import { expect, test } from 'vitest'
import { openDesk } from '../../testing/desk.ts'
import { csv, importsOf } from '../../testing/patients.ts'

test('an import is checked whose lines are more new patients of one day than a statement has parameters for', async () => {
  const { portal, staff } = await openDesk()
  const visit = [portal.treatments[0]?.name ?? '', '2026-06-08', '9:00 AM']
  const lines = Array.from({ length: 2800 }, (_, n) => [`Pat ${n}`, `718 ${n}`, ...visit])
  const headings = ['Name', 'Phone', 'Treatment', 'Appointment date', 'Appointment time']
  const { counts } = await importsOf(portal, staff).check(csv(headings, ...lines))
  expect(counts).toMatchObject({ added: 2800, booked: 1, refused: 2799 })
})
