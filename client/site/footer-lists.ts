import { clinic } from '../clinic.ts'

export const footerLists = [
  { title: 'Services', items: ['Emergency', 'Monthly', 'Weekly', 'Deep Checkup'] },
  { title: 'Oral Health', items: ['Fluoride Treatment', 'Cavity Filling', 'Teeth Whitening'] },
  { title: 'Our Address', items: [clinic.address] },
] as const
