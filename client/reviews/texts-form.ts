import { defineTexts, type Language, locales } from '../../contract/language.ts'

const whole = (language: Language, count: number) => count.toLocaleString(locales[language])

export const reviewFormTexts = defineTexts({
  en: {
    write: 'Write a review',
    change: 'Change your review',
    sent: 'Thank you. Your review is with the clinic for approval.',
    howWasIt: 'How was it?',
    stars: ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'],
    yourReview: 'Your review',
    length: '10 to 2,000 characters',
    count: (length: number, most: number) => `${whole('en', length)} of ${whole('en', most)}`,
    isPublished:
      'This review is published. Once you save a change, it is off our pages until the clinic has approved it again.',
    outlook:
      'The clinic reads it first. Once approved, it is on our pages with your first name; your treatment is not named.',
    save: 'Save changes',
    send: 'Send review',
    notNow: 'Not now',
    textStays: (problem: string) => `${problem} Your text stays here.`,
  },
  es: {
    write: 'Escribir una opinión',
    change: 'Cambiar su opinión',
    sent: 'Gracias. La clínica leerá su opinión antes de publicarla.',
    howWasIt: '¿Cómo fue?',
    stars: ['Mala', 'Regular', 'Buena', 'Muy buena', 'Excelente'],
    yourReview: 'Su opinión',
    length: 'De 10 a 2,000 caracteres',
    count: (length, most) => `${whole('es', length)} de ${whole('es', most)}`,
    isPublished:
      'Esta opinión está publicada. Si guarda un cambio, deja de verse en nuestras páginas hasta que la clínica la apruebe de nuevo.',
    outlook:
      'La clínica la lee primero. Una vez aprobada, aparece en nuestras páginas con su nombre de pila; el tratamiento no se menciona.',
    save: 'Guardar cambios',
    send: 'Enviar opinión',
    notNow: 'Ahora no',
    textStays: (problem) => `${problem} Su texto sigue aquí.`,
  },
})
