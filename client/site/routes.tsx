import { messageTexts } from '../../contract/fixed-texts.ts'
import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { type FeatureRoute, lazyPage } from '../app/feature-route.tsx'

const notFoundTitle = defineTexts({
  en: messageTexts.en.notFoundPage,
  es: messageTexts.es.notFoundPage,
})

const home = {
  access: 'anyone',
  page: lazyPage(() => import('./home-page.tsx').then((m) => m.HomePage)),
  title: defineTexts({ en: 'Your New Smile Starts Here', es: 'Su nueva sonrisa empieza aquí' }),
  description: defineTexts({
    en: 'A calm dental practice in Brooklyn. See what is free, book your appointment online and know the price before you come.',
    es: 'Una consulta dental tranquila en Brooklyn. Vea qué horarios hay libres, reserve su cita en línea y conozca el precio antes de venir.',
  }),
} as const

export const routes: readonly FeatureRoute[] = [
  { path: paths.home, ...home },
  { path: paths.homeAlias, ...home },
  {
    path: paths.about,
    access: 'anyone',
    page: lazyPage(() => import('./about-page.tsx').then((m) => m.AboutPage)),
    title: defineTexts({ en: 'About', es: 'Nosotros' }),
    description: defineTexts({
      en: 'About our dental practice in Brooklyn.',
      es: 'Sobre nuestra consulta dental en Brooklyn.',
    }),
  },
  {
    path: paths.contact,
    access: 'anyone',
    page: lazyPage(() => import('./contact-page.tsx').then((m) => m.ContactPage)),
    title: defineTexts({ en: 'Contact', es: 'Contacto' }),
    description: defineTexts({
      en: 'How to reach our dental practice in Brooklyn.',
      es: 'Cómo comunicarse con nuestra consulta dental en Brooklyn.',
    }),
  },
  {
    path: paths.privacy,
    access: 'anyone',
    page: lazyPage(() => import('./privacy-page.tsx').then((m) => m.PrivacyPage)),
    title: defineTexts({ en: 'Privacy', es: 'Privacidad' }),
    description: defineTexts({
      en: 'What we store about you, why, for how long, and what you can ask of us.',
      es: 'Qué guardamos sobre usted, para qué, durante cuánto tiempo y qué nos puede pedir.',
    }),
  },
  {
    path: paths.reviews,
    access: 'anyone',
    page: lazyPage(() => import('./reviews-page.tsx').then((m) => m.ReviewsPage)),
    title: defineTexts({ en: 'Reviews', es: 'Opiniones' }),
    description: defineTexts({
      en: 'What patients say about our dental practice in Brooklyn.',
      es: 'Lo que dicen los pacientes de nuestra consulta dental en Brooklyn.',
    }),
  },
  {
    path: '*',
    access: 'anyone',
    page: lazyPage(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage)),
    title: notFoundTitle,
    description: defineTexts({
      en: 'There is no page at this address.',
      es: 'No hay ninguna página en esta dirección.',
    }),
  },
]
