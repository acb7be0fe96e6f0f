import { expect, it } from 'vitest'
import { durationText, waitText } from './duration-text.ts'

it.each([
  [0, '0 minutes', '0 minutos'],
  [1, '1 minute', '1 minuto'],
  [45, '45 minutes', '45 minutos'],
  [60, '1 hour', '1 hora'],
  [90, '1 hour and 30 minutes', '1 hora y 30 minutos'],
  [1440, '24 hours', '24 horas'],
  [2880, '2 days', '2 días'],
  [2880 + 60, '49 hours', '49 horas'],
  [10_080, '7 days', '7 días'],
])('%d minutes: %s', (minutes, english, spanish) => {
  expect(durationText('en', minutes)).toBe(english)
  expect(durationText('es', minutes)).toBe(spanish)
})

it.each([
  [1, 'You can try again in 1 second.', 'Puede intentarlo de nuevo en 1 segundo.'],
  [119, 'You can try again in 119 seconds.', 'Puede intentarlo de nuevo en 119 segundos.'],
  [570, 'You can try again in 10 minutes.', 'Puede intentarlo de nuevo en 10 minutos.'],
  [23 * 3600, 'You can try again in 23 hours.', 'Puede intentarlo de nuevo en 23 horas.'],
])('%d seconds to wait: %s', (seconds, english, spanish) => {
  expect(waitText('en', seconds)).toBe(english)
  expect(waitText('es', seconds)).toBe(spanish)
})
