import filling from './art/filling.svg'
import fluoride from './art/fluoride.svg'
import whitening from './art/whitening.svg'

export const services = [
  {
    id: 1,
    image: fluoride,
    serviceName: 'Fluoride Treatment',
    details:
      'A thin coat that hardens the enamel and calms sensitive teeth. Ten minutes, no drill.',
  },
  {
    id: 2,
    image: filling,
    serviceName: 'Cavity Filling',
    details:
      'We take out the decay and match the filling to your tooth. You chew on it the same day.',
  },
  {
    id: 3,
    image: whitening,
    serviceName: 'Teeth Whitening',
    details: 'Coffee and tea stains lifted gently, a few shades in one visit, kind to the enamel.',
  },
] as const
