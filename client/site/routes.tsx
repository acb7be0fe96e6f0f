import { paths } from '../../contract/page-paths.ts'
import { type FeatureRoute, lazyPage, publicPage } from '../app/feature-route.tsx'
import { HomePage } from './home-page.tsx'

const readHead = () => import('./head-of-home.ts').then((file) => file.head)

/** In the first script itself: it is the page that most visitors see first. */
const home = {
  page: lazyPage(async () => HomePage),
  title: async () => (await readHead()).title,
  description: async () => (await readHead()).description,
}

export const routes: readonly FeatureRoute[] = [
  { path: paths.home, access: 'anyone', ...home },
  { path: paths.homeAlias, access: 'anyone', ...home },
  {
    path: paths.about,
    access: 'anyone',
    ...publicPage(
      () => import('./about-page.tsx'),
      (m) => m.AboutPage,
    ),
  },
  {
    path: paths.contact,
    access: 'anyone',
    ...publicPage(
      () => import('./contact-page.tsx'),
      (m) => m.ContactPage,
    ),
  },
  {
    path: paths.privacy,
    access: 'anyone',
    ...publicPage(
      () => import('./privacy-page.tsx'),
      (m) => m.PrivacyPage,
    ),
  },
  {
    path: paths.reviews,
    access: 'anyone',
    ...publicPage(
      () => import('./reviews-page.tsx'),
      (m) => m.ReviewsPage,
    ),
  },
  {
    path: '*',
    access: 'anyone',
    ...publicPage(
      () => import('./not-found-page.tsx'),
      (m) => m.NotFoundPage,
    ),
  },
]
