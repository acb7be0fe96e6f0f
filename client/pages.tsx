/** Lazily loaded pages, each in a script of its own, by the names that routes give them. */
export const appointment = () =>
  import('./appointments/appointment-page.tsx').then((m) => m.AppointmentPage)
export const rescheduleByLink = () =>
  import('./appointments/reschedule/reschedule-page.tsx').then((m) => m.RescheduleByLinkPage)
export const cancelByLink = () =>
  import('./appointments/reschedule/cancel-page.tsx').then((m) => m.CancelByLinkPage)
export const confirmByLink = () =>
  import('./email-links/confirm-page.tsx').then((m) => m.ConfirmPage)
export const unsubscribe = () =>
  import('./email-links/unsubscribe-page.tsx').then((m) => m.UnsubscribePage)
export const offer = () => import('./waitlist/offer-page.tsx').then((m) => m.OfferPage)

/** What stands around the dashboard's pages, and the list of them. */
export const dashboardLayout = () =>
  import('./dashboard/dashboard-layout.tsx').then((m) => m.DashboardLayout)
export const workspaceBar = () =>
  import('./dashboard/workspace-bar.tsx').then((m) => m.WorkspaceBar)
export const dashboardPages = () => import('./dashboard-pages.tsx').then((m) => m.dashboardPages)
