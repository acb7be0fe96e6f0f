import type { FeatureRoute } from '../feature-route.ts'
import { lazyPage } from '../lazy-page.tsx'
import { paths } from '../paths.ts'

export const routes: readonly FeatureRoute[] = [
  {
    path: paths.appointment,
    access: 'signedIn',
    page: lazyPage(() => import('./appointment-page.tsx').then((m) => m.AppointmentPage)),
    title: 'Appointment',
  },
]
