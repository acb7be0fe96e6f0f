import { messages } from '../../contract/messages.ts'
import type { FeatureRoute } from '../feature-route.ts'
import { lazyPage } from '../lazy-page.tsx'
import { paths } from '../paths.ts'

const home = {
  access: 'anyone',
  page: lazyPage(() => import('./home-page.tsx').then((m) => m.HomePage)),
  title: 'Your New Smile Starts Here',
  description:
    'A calm dental practice in Brooklyn. See what is free, book your appointment online and know the price before you come.',
} as const

export const routes: readonly FeatureRoute[] = [
  { path: paths.home, ...home },
  { path: paths.homeAlias, ...home },
  {
    path: paths.about,
    access: 'anyone',
    page: lazyPage(() => import('./about-page.tsx').then((m) => m.AboutPage)),
    title: 'About',
    description: 'About our dental practice in Brooklyn.',
  },
  {
    path: paths.contact,
    access: 'anyone',
    page: lazyPage(() => import('./contact-page.tsx').then((m) => m.ContactPage)),
    title: 'Contact',
    description: 'How to reach our dental practice in Brooklyn.',
  },
  {
    path: paths.reviews,
    access: 'anyone',
    page: lazyPage(() => import('./reviews-page.tsx').then((m) => m.ReviewsPage)),
    title: 'Reviews',
    description: 'What patients say about our dental practice in Brooklyn.',
  },
  {
    path: '*',
    access: 'anyone',
    page: lazyPage(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage)),
    title: messages.notFoundPage,
    description: 'There is no page at this address.',
  },
]
