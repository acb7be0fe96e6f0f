import type { FeatureRoute } from '../feature-route.ts'
import { lazyPage } from '../lazy-page.tsx'
import { paths } from '../paths.ts'

/** The first entry of the side menu is the first page shown. */
export const routes: readonly FeatureRoute[] = [
  {
    path: paths.dashboard,
    access: 'signedIn',
    page: lazyPage(() => import('./dashboard-layout.tsx').then((m) => m.DashboardLayout)),
    title: 'DashBoard',
    children: [
      {
        path: paths.dashboard,
        access: 'signedIn',
        page: lazyPage(() =>
          import('../appointments/my-appointments-page.tsx').then((m) => m.MyAppointmentsPage),
        ),
        title: 'My Appointments',
      },
      {
        path: paths.dashboardReviews,
        access: 'signedIn',
        page: lazyPage(() => import('./my-reviews-page.tsx').then((m) => m.MyReviewsPage)),
        title: 'My Reviews',
      },
      {
        path: paths.dashboardHistory,
        access: 'signedIn',
        page: lazyPage(() => import('./my-history-page.tsx').then((m) => m.MyHistoryPage)),
        title: 'My History',
      },
      {
        path: paths.paymentPage,
        access: 'signedIn',
        page: lazyPage(() => import('../payments/payment-page.tsx').then((m) => m.PaymentPage)),
        title: 'Payment',
      },
      {
        path: paths.receiptPage,
        access: 'signedIn',
        page: lazyPage(() => import('../payments/receipt-page.tsx').then((m) => m.ReceiptPage)),
        title: 'Receipt',
      },
    ],
  },
]
