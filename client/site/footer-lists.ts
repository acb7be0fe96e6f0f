import { clinicAddress } from './info-card-list.ts'

export const footerLists = [
  { title: 'Services', items: ['Emergency', 'Monthly', 'Weekly', 'Deep Checkup'] },
  { title: 'Oral Health', items: ['Fluoride Treatment', 'Cavity Filling', 'Teeth Whitening'] },
  { title: 'Our Address', items: [clinicAddress] },
] as const
