import { defineTexts } from '../../contract/language.ts'

/** A separate file: the page's HTML contains these texts, so its first view needs no script for them. */
export const head = {
  title: defineTexts({ en: 'Your New Smile Starts Here', es: 'Su nueva sonrisa empieza aquí' }),
  description: defineTexts({
    en: 'A calm dental practice in Brooklyn. See what is free, book your appointment online and know the price before you come.',
    es: 'Una consulta dental tranquila en Brooklyn. Vea qué horarios hay libres, reserve su cita en línea y conozca el precio antes de venir.',
  }),
}
