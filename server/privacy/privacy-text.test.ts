import { expect, test } from 'vitest'
import { languages } from '../../contract/language.ts'
import { showProfile } from '../clinic/show-profile.ts'
import { readConfig } from '../config.ts'
import { writePrivacyText } from './privacy-text.ts'

const about = { clinic: 'Brooklyn Smiles', address: '123 Court Street', phone: '(718) 555-0123' }

test('the privacy page states the retention periods from the settings, in both languages', () => {
  const { keepDays } = readConfig({})
  const usual = writePrivacyText('en', { ...about, keepDays, takesStripe: true })
  expect(usual).toContain('Messages that you write to us: 2 years.')
  expect(usual).toContain('That we sent you a message: 90 days.')
  expect(usual).toContain('did or saw what: 6 years.')
  expect(usual).toContain('for as long as the law has us store them')
  const chosen = { messages: 30, mails: 0, audit: 100, patients: 3650 }
  const other = writePrivacyText('es', { ...about, keepDays: chosen, takesStripe: true })
  expect(other).toContain('Mensajes que nos escribe: 30 días.')
  expect(other).toContain('Que le enviamos un mensaje: mientras exista la clínica.')
  expect(other).toContain('hizo o vio qué: 100 días.')
  expect(other).toContain('10 años después de su última cita')
  for (const text of [usual, other]) expect(text).toContain(about.phone)
})

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test.each([
  { settings: { PAYMENTS: 'off' }, isNamed: false },
  { settings: { PAYMENTS: 'sandbox' }, isNamed: false },
  { settings: stripe, isNamed: true },
])('the privacy page names Stripe only where it takes the cards: $settings', (one) => {
  const { keepDays, payments } = readConfig(one.settings)
  const { clinic: name, ...where } = about
  const profile = { ...where, name, openingHours: '', about: '', contact: '' }
  for (const language of languages) {
    const { privacy } = showProfile(profile, { language, keepDays, payments })
    expect(/Stripe|Cards|Tarjetas/.test(privacy)).toBe(one.isNamed)
  }
})
