import type { TreatmentKey } from './clinic.ts'

type WrittenReview = {
  language: 'en' | 'es'
  stars: number
  text: string
  /** The treatments it mentions; empty if it suits any. */
  of: readonly TreatmentKey[]
}

/** Reviews by patients of the demo clinic, each used once. */
export const reviews: readonly WrittenReview[] = [
  {
    ...{ language: 'en', stars: 5, of: ['cleaning', 'deepCleaning'] },
    text: 'In and out in the time they said. The cleaning was thorough and did not hurt at all.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['child', 'sealants'] },
    text: 'My daughter was scared and they took ten minutes to show her everything first. Thank you.',
  },
  {
    ...{ language: 'en', stars: 4, of: [] },
    text: 'Good work and clear prices. I waited a little, that is all.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['crown'] },
    text: 'Booked at midnight on my phone, was in the chair two days later. The crown fits perfectly.',
  },
  {
    ...{ language: 'en', stars: 3, of: ['filling'] },
    text: 'The filling is fine, but the chair next door was loud and I had to ask twice about the bill.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['rootCanal'] },
    text: 'I had put off my root canal for a year. It was nothing. Go.',
  },
  {
    ...{ language: 'en', stars: 4, of: [] },
    text: 'Friendly at the desk, and the reminder the day before saved me from forgetting.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['cleaning', 'deepCleaning'] },
    text: 'Hana explained what I do wrong with the brush without making me feel bad about it.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['checkUp'] },
    text: 'Twenty-five minutes, as they had said, with a plan and prices on one page.',
  },
  {
    ...{ language: 'en', stars: 4, of: ['whitening'] },
    text: 'Two shades whiter, as promised. A little sensitive for a day, as promised too.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['extraction'] },
    text: 'Wisdom tooth out before lunch, and Dr. Okafor called the next day to ask how I was.',
  },
  {
    ...{ language: 'en', stars: 2, of: [] },
    text: 'The work was good, but I was seen twenty minutes late and nobody told me why.',
  },
  {
    ...{ language: 'en', stars: 5, of: [] },
    text: 'They moved my appointment twice without a sigh. Parents will know what that means.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['filling', 'crown', 'extraction'] },
    text: 'No pain, no lecture, no surprises on the bill. I had forgotten that it can be like this.',
  },
  {
    ...{ language: 'en', stars: 4, of: ['child', 'sealants'] },
    text: 'Easy to find, easy to book, and there is room for the stroller.',
  },
  {
    ...{ language: 'en', stars: 5, of: ['child', 'sealants'] },
    text: 'My son now asks when he may come back. He is four.',
  },
  {
    ...{ language: 'en', stars: 5, of: [] },
    text: 'Saw the price before I booked and paid exactly that.',
  },
  {
    ...{ language: 'en', stars: 4, of: ['retainer'] },
    text: 'My retainer fits again. In and out on my lunch break.',
  },
  {
    ...{ language: 'es', stars: 5, of: [] },
    text: 'Muy amables y puntuales. Me explicaron todo en español.',
  },
  {
    ...{ language: 'es', stars: 4, of: ['checkUp', 'cleaning'] },
    text: 'Buena atención y precios claros. Volveré en seis meses.',
  },
  {
    ...{ language: 'es', stars: 5, of: [] },
    text: 'Reservé desde el teléfono en un minuto y me avisaron el día anterior.',
  },
]

/** Messages from the contact form: days before today, and what the desk did with each. */
export const messages = [
  {
    daysAgo: 17.2,
    from: 'margit.holloway@mail.example',
    subject: 'Do you take new patients?',
    message:
      'We have just moved here with two children of 4 and 7. Could all of us come on one day?',
    state: 'answered',
  },
  {
    daysAgo: 11.9,
    from: 'billing@unionplan.example',
    subject: 'Claim form for October',
    message: 'We are missing the tooth number on one claim. Please send it to this address.',
    state: 'answered',
  },
  {
    daysAgo: 8.3,
    from: 'winner@cheap-ads.example',
    subject: 'First place in every search',
    message: 'We bring your clinic to the first place in every search within a week. Only today.',
    state: 'spam',
  },
  {
    daysAgo: 5.05,
    from: 'teacher@ps-red-hook.example',
    subject: 'A visit with our class',
    message:
      'Could 18 first graders look at a chair one morning in spring? We would bring drawings.',
    state: 'read',
  },
  {
    daysAgo: 2.15,
    from: 'osric.tremaine@mail.example',
    subject: 'Sore after the extraction',
    message:
      'It is the third day and it still hurts in the evening. Is that usual, or should I come?',
    state: 'read',
  },
  {
    daysAgo: 0.9,
    from: 'lidia.barros@mail.example',
    subject: 'Factura',
    message: '¿Pueden enviarme la factura de septiembre otra vez? No la encuentro.',
    state: 'new',
  },
  {
    daysAgo: 0,
    from: 'percy.ashdown@mail.example',
    subject: 'Night guard',
    message: 'Mine has cracked. Do I need a full appointment, or can I leave it at the desk?',
    state: 'new',
  },
] as const
