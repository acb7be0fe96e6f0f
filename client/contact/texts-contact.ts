import { defineTexts, plural } from '../../contract/language.ts'

export const contactTexts = defineTexts({
  en: {
    over: 'Contact Us',
    title: 'Stay connected with us',
    lead: 'A question about a treatment, a price, or what it will feel like? Write to us. A person from the practice answers, usually on the same day.',
    picture:
      'The clinic on a Brooklyn street, between a brownstone and a brick house, with the bridge behind them.',
    email: 'Email address',
    subject: 'Subject',
    message: 'Message',
    submit: 'Submit',
    sent: 'Your message is on its way.',
    thanks: 'Thank you, your message has reached us.',
    answer: 'We answer to the address you gave, usually on the same day.',
    another: 'Write another message',
    unreachable: 'We cannot reach the clinic just now. Please check your connection.',
    kept: 'What you typed stays here.',
    inAMinute: 'in a minute',
    inMinutes: (count: number) => `in ${count} minutes`,
    inHours: (count: number) => `in ${count} hours`,
    tooMany: (when: string) => `That was a lot of mail at once. Please try again ${when}.`,
  },
  es: {
    over: 'Contáctenos',
    title: 'Sigamos en contacto',
    lead: '¿Tiene una pregunta sobre un tratamiento, un precio o qué va a sentir? Escríbanos. Le responde una persona de la consulta, casi siempre el mismo día.',
    picture:
      'La clínica en una calle de Brooklyn, entre una casa de piedra rojiza y otra de ladrillo, con el puente al fondo.',
    email: 'Correo electrónico',
    subject: 'Asunto',
    message: 'Mensaje',
    submit: 'Enviar',
    sent: 'Su mensaje va en camino.',
    thanks: 'Gracias, hemos recibido su mensaje.',
    answer: 'Le respondemos al correo que nos dio, casi siempre el mismo día.',
    another: 'Escribir otro mensaje',
    unreachable: 'No podemos comunicarnos con la clínica en este momento. Revise su conexión.',
    kept: 'Lo que escribió sigue aquí.',
    inAMinute: 'en un minuto',
    inMinutes: (count: number) =>
      `en ${count} ${plural('es', count, { one: 'minuto', other: 'minutos' })}`,
    inHours: (count: number) =>
      `en ${count} ${plural('es', count, { one: 'hora', other: 'horas' })}`,
    tooMany: (when: string) =>
      `Han sido muchos mensajes a la vez. Vuelva a intentarlo ${when}, por favor.`,
  },
})
