import devon from './art/devon.svg'
import hannah from './art/hannah.svg'
import marta from './art/marta.svg'

export const testimonials = [
  {
    _id: 1,
    img: marta,
    name: 'Marta Oliveira',
    location: 'Park Slope',
    text: 'I had not sat in a dentist’s chair for six years. They told me every step before they took it, and I noticed halfway that I was breathing normally.',
  },
  {
    _id: 2,
    img: devon,
    name: 'Devon Clarke',
    location: 'Bedford-Stuyvesant',
    text: 'Booked at midnight for the next morning. The price on the screen was the price I paid, and I was back at work half an hour later.',
  },
  {
    _id: 3,
    img: hannah,
    name: 'Hannah Roth',
    location: 'Bay Ridge',
    text: 'They remember my name, and that I like the window open. My old filling is new again and I have stopped chewing on one side.',
  },
] as const
