import { defineTexts, properName } from '../../contract/language.ts'
import devon from './art/devon.svg'
import hannah from './art/hannah.svg'
import marta from './art/marta.svg'

export const testimonials = [
  {
    _id: 1,
    img: marta,
    name: properName('Marta Oliveira'),
    location: properName('Park Slope'),
    text: defineTexts({
      en: 'I had not sat in a dentist’s chair for six years. They told me every step before they took it, and I noticed halfway that I was breathing normally.',
      es: 'Llevaba seis años sin sentarme en el sillón de un dentista. Me explicaron cada paso antes de darlo, y a la mitad noté que respiraba con normalidad.',
    }),
  },
  {
    _id: 2,
    img: devon,
    name: properName('Devon Clarke'),
    location: properName('Bedford-Stuyvesant'),
    text: defineTexts({
      en: 'Booked at midnight for the next morning. The price on the screen was the price I paid, and I was back at work half an hour later.',
      es: 'Reservé a medianoche para la mañana siguiente. Pagué el precio que vi en la pantalla y media hora después estaba de vuelta en el trabajo.',
    }),
  },
  {
    _id: 3,
    img: hannah,
    name: properName('Hannah Roth'),
    location: properName('Bay Ridge'),
    text: defineTexts({
      en: 'They remember my name, and that I like the window open. My old filling is new again and I have stopped chewing on one side.',
      es: 'Recuerdan mi nombre y que me gusta la ventana abierta. Mi viejo empaste está como nuevo y ya no mastico de un solo lado.',
    }),
  },
] as const
