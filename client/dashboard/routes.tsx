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
        page: lazyPage(() => import('../reviews/my-reviews-page.tsx').then((m) => m.MyReviewsPage)),
        title: 'My Reviews',
      },
      {
        path: paths.dashboardHistory,
        access: 'signedIn',
        page: lazyPage(() => import('../reviews/my-history-page.tsx').then((m) => m.MyHistoryPage)),
        title: 'My History',
      },
      {
        path: paths.ownCalendar,
        access: 'signedIn',
        page: lazyPage(() => import('../calendar/calendar-page.tsx').then((m) => m.CalendarPage)),
        title: 'Own Calendar',
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
      {
        path: paths.users,
        access: 'admin',
        page: lazyPage(() => import('../users/users-page.tsx').then((m) => m.UsersPage)),
        title: 'All Users',
      },
      {
        path: paths.addDoctor,
        access: 'admin',
        page: lazyPage(() => import('../doctors/add-doctor-page.tsx').then((m) => m.AddDoctorPage)),
        title: 'Add a Doctor',
      },
      {
        path: paths.manageDoctor,
        access: 'admin',
        page: lazyPage(() =>
          import('../doctors/manage-doctors-page.tsx').then((m) => m.ManageDoctorsPage),
        ),
        title: 'Manage Doctors',
      },
      {
        path: paths.day,
        access: 'admin',
        page: lazyPage(() => import('../day/day-page.tsx').then((m) => m.DayPage)),
        title: 'The Day',
      },
      {
        path: paths.staffAppointmentPage,
        access: 'admin',
        page: lazyPage(() =>
          import('../day/appointment-details-page.tsx').then((m) => m.AppointmentDetailsPage),
        ),
        title: 'Appointment',
      },
      {
        path: paths.overview,
        access: 'admin',
        page: lazyPage(() => import('../overview/overview-page.tsx').then((m) => m.OverviewPage)),
        title: 'Overview',
      },
      {
        path: paths.treatments,
        access: 'admin',
        page: lazyPage(() =>
          import('../treatments/treatments-page.tsx').then((m) => m.TreatmentsPage),
        ),
        title: 'Treatments',
      },
      {
        path: paths.opening,
        access: 'admin',
        page: lazyPage(() => import('../opening/opening-page.tsx').then((m) => m.OpeningPage)),
        title: 'Opening Days',
      },
      {
        path: paths.messages,
        access: 'admin',
        page: lazyPage(() => import('../messages/messages-page.tsx').then((m) => m.MessagesPage)),
        title: 'Messages',
      },
      {
        path: paths.moderateReviews,
        access: 'admin',
        page: lazyPage(() =>
          import('../reviews/review-moderation-page.tsx').then((m) => m.ReviewModerationPage),
        ),
        title: 'Reviews to approve',
      },
      {
        path: paths.clinicProfile,
        access: 'admin',
        page: lazyPage(() =>
          import('../clinic-profile/clinic-profile-page.tsx').then((m) => m.ClinicProfilePage),
        ),
        title: 'Clinic Profile',
      },
      {
        path: paths.audit,
        access: 'admin',
        page: lazyPage(() => import('../audit/audit-page.tsx').then((m) => m.AuditPage)),
        title: 'Audit',
      },
    ],
  },
]
