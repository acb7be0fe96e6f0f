/** What patients of the demo clinic write. */
export const reviews = [
  {
    language: 'en',
    stars: 5,
    text: 'In and out in the time they said. The cleaning was thorough and did not hurt at all.',
  },
  {
    language: 'en',
    stars: 5,
    text: 'My daughter was scared and they took ten minutes to show her everything first. Thank you.',
  },
  { language: 'en', stars: 4, text: 'Good work and clear prices. I waited a little, that is all.' },
  {
    language: 'en',
    stars: 5,
    text: 'Booked at midnight on my phone, was in the chair two days later. The crown fits perfectly.',
  },
  {
    language: 'en',
    stars: 3,
    text: 'The filling is fine, but the chair next door was loud and I had to ask twice about the bill.',
  },
  {
    language: 'en',
    stars: 5,
    text: 'I have put off my root canal for a year. It was nothing. Go.',
  },
  {
    language: 'en',
    stars: 4,
    text: 'Friendly at the desk, and the reminder the day before saved me from forgetting.',
  },
  { language: 'es', stars: 5, text: 'Muy amables y puntuales. Me explicaron todo en español.' },
  { language: 'es', stars: 4, text: 'Buena atención y precios claros. Volveré en seis meses.' },
] as const

/** What comes in by the contact form: days before today, and what the desk has made of it. */
export const messages = [
  {
    daysAgo: 17,
    from: 'margit.holloway@mail.example',
    subject: 'Do you take new patients?',
    message:
      'We have just moved here with two children of 4 and 7. Could all of us come on one day?',
    state: 'answered',
  },
  {
    daysAgo: 12,
    from: 'billing@unionplan.example',
    subject: 'Claim form for October',
    message: 'We are missing the tooth number on one claim. Please send it to this address.',
    state: 'answered',
  },
  {
    daysAgo: 8,
    from: 'winner@cheap-ads.example',
    subject: 'First place in every search',
    message: 'We bring your clinic to the first place in every search within a week. Only today.',
    state: 'spam',
  },
  {
    daysAgo: 5,
    from: 'teacher@ps-red-hook.example',
    subject: 'A visit with our class',
    message:
      'Could 18 first graders look at a chair one morning in spring? We would bring drawings.',
    state: 'read',
  },
  {
    daysAgo: 2,
    from: 'osric.tremaine@mail.example',
    subject: 'Sore after the extraction',
    message:
      'It is the third day and it still hurts in the evening. Is that usual, or should I come?',
    state: 'read',
  },
  {
    daysAgo: 1,
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
