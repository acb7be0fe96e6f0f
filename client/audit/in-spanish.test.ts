import { expect, it } from 'vitest'
import { showAction } from './action.ts'
import { showEntryDetail } from './detail.ts'

it('says what was done in the reader’s language; what it does not know stays', () => {
  expect(showAction('en', 'Closed days')).toBe('Closed days')
  expect(showAction('es', 'Closed days')).toBe('Cerró días')
  expect(showAction('es', 'Did as in old times')).toBe('Did as in old times')
})

it.each([
  ['Added a treatment', 'price 59.50, 16 slots', 'precio 59.50, 16 horarios'],
  [
    'Changed a treatment',
    'name Old -> New; price 59.00 -> 60.00; added 8:00 AM - 8:30 AM',
    'nombre Old -> New; precio 59.00 -> 60.00; añadidos 8:00–8:30 a.m.',
  ],
  ['Cancelled an appointment', 'with refund: to be moved', 'con reembolso: to be moved'],
  ['Cancelled an appointment', 'is away', 'is away'],
  ['Moved an appointment', 'to Jun 5, 2022, 8:00 AM - 8:30 AM', 'al 5 jun 2022, 8:00–8:30 a.m.'],
  ['Marked an appointment', 'no_show', 'no vino'],
  ['Marked a contact message', 'spam', 'no deseado'],
  ['Decided on a review', 'waiting -> published', 'por aprobar -> publicada'],
  [
    'Changed the opening days',
    'closed on Sun, Wed; 180 days ahead; 60 minutes before; 2 told',
    'cerrado: dom, mié; 180 días por delante; 60 minutos antes; 2 avisados',
  ],
  ['Closed days', 'Sun Festival; 3 told', 'Sun Festival; 3 avisados'],
  [
    'Changed the clinic profile',
    'name Old name -> New name; about page',
    'nombre Old name -> New name; página sobre la clínica',
  ],
  ['Looked at the users', 'price', 'price'],
])('%s: %s', (action, detail, spanish) => {
  const entry = { action, detail }
  expect(showEntryDetail('en', entry)).toBe(detail)
  // Narrow spaces are for the eye.
  expect(showEntryDetail('es', entry).replaceAll(/\s/g, ' ')).toBe(spanish)
})
