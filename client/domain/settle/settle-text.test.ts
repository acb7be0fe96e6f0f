import { expect, it } from 'vitest'
import type { SettledAppointment } from '../../../contract/clinic/endpoints.ts'
import { inOrder, settledText, summaryText } from './settle-text.ts'

const one: SettledAppointment = {
  _id: 'a',
  treatment: 'Teeth Cleaning',
  date: 'Jun 8, 2026',
  slot: '8:00 AM - 8:30 AM',
  patientName: 'Jane Doe',
  phone: '718 555 0100',
  failed: null,
  mailed: true,
  refund: 0,
  atDesk: 0,
}
const guest = { ...one, _id: 'b', mailed: false }

it.each([
  ['ask', one, 'Asked by e-mail', 'Se le preguntó por correo'],
  ['ask', guest, '', ''],
  ['cancel', one, 'Cancelled', 'Cancelada'],
  [
    ...(['cancel', { ...one, refund: 59 }] as const),
    ...(['Cancelled, $59 refunded to the card', 'Cancelada, $59 devueltos a la tarjeta'] as const),
  ],
  [
    ...(['cancel', { ...guest, atDesk: 59 }] as const),
    ...([
      'Cancelled, $59 to give back at the desk',
      'Cancelada, $59 por devolver en recepción',
    ] as const),
  ],
  [
    ...(['cancel', { ...one, failed: 'appointment_changed' }] as const),
    'Not done. Somebody has changed this appointment meanwhile. Please look again.',
    'No se hizo. Alguien cambió esta cita mientras tanto. Revísela de nuevo, por favor.',
  ],
] as const)('%s %j', (way, settled, english, spanish) => {
  expect(settledText('en', way, settled)).toBe(english)
  expect(settledText('es', way, settled).replaceAll(/US/g, '')).toBe(spanish)
})

it('the outcomes of all appointments are summarized in one line that counts appointments, not patients', () => {
  const failed = { ...one, _id: 'c', failed: 'internal' }
  expect(summaryText('en', 'ask', [one, guest])).toBe('Asked about 1 appointment, 1 to call about')
  expect(summaryText('en', 'ask', [guest])).toBe('1 to call about')
  const second = { ...one, _id: 'd' }
  expect(summaryText('en', 'ask', [one, second])).toBe('Asked about 2 appointments')
  expect(summaryText('es', 'ask', [one, second, guest])).toBe(
    'Se preguntó por 2 citas, 1 por avisar por teléfono',
  )
  expect(summaryText('en', 'cancel', [one, guest, failed])).toBe(
    '2 cancelled, 1 to call about, 1 not done',
  )
})

it('each appointment is listed with its latest outcome, and unfinished ones come first', () => {
  const failed = { ...one, failed: 'internal' }
  const third = { ...one, _id: 'c', failed: 'internal' }
  expect(inOrder([failed, third, guest, one]).map(({ _id }) => _id)).toEqual(['c', 'b', 'a'])
})
