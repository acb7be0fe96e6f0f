/** Lazily loaded pages, each in a script of its own, by the names that routes give them. */
export const layout = () =>
  import('./dashboard/dashboard-layout.tsx').then((m) => m.DashboardLayout)
export const myReviews = () => import('./reviews/my-reviews-page.tsx').then((m) => m.MyReviewsPage)
export const myHistory = () => import('./reviews/my-history-page.tsx').then((m) => m.MyHistoryPage)
export const family = () => import('./patients/family-page.tsx').then((m) => m.FamilyPage)
export const calendar = () => import('./calendar/calendar-page.tsx').then((m) => m.CalendarPage)
export const waitlist = () => import('./waitlist/waitlist-page.tsx').then((m) => m.WaitlistPage)
export const reminders = () => import('./reminders/reminders-page.tsx').then((m) => m.RemindersPage)
export const account = () =>
  import('./identity/account/account-page.tsx').then((m) => m.AccountPage)
export const accountData = () => import('./identity/account/data-page.tsx').then((m) => m.DataPage)
export const deleteAccount = () =>
  import('./identity/account/delete-page.tsx').then((m) => m.DeletePage)
export const newEmail = () =>
  import('./identity/account/new-email-page.tsx').then((m) => m.NewEmailPage)
export const payment = () => import('./payments/payment-page.tsx').then((m) => m.PaymentPage)
export const receipt = () => import('./payments/receipt-page.tsx').then((m) => m.ReceiptPage)
export const cancel = () =>
  import('./appointments/reschedule/cancel-page.tsx').then((m) => m.CancelPage)
export const reschedule = () =>
  import('./appointments/reschedule/reschedule-page.tsx').then((m) => m.ReschedulePage)
export const users = () => import('./users/users-page.tsx').then((m) => m.UsersPage)
export const addDoctor = () => import('./doctors/add-doctor-page.tsx').then((m) => m.AddDoctorPage)
export const manageDoctors = () =>
  import('./doctors/manage-doctors-page.tsx').then((m) => m.ManageDoctorsPage)
export const schedule = () => import('./schedule/schedule-page.tsx').then((m) => m.SchedulePage)
export const appointmentDetails = () =>
  import('./schedule/appointment-details-page.tsx').then((m) => m.AppointmentDetailsPage)
export const overview = () => import('./reports/overview-page.tsx').then((m) => m.OverviewPage)
export const staffWaitlist = () =>
  import('./waitlist/staff-waitlist-page.tsx').then((m) => m.StaffWaitlistPage)
export const treatments = () =>
  import('./treatments/treatments-page.tsx').then((m) => m.TreatmentsPage)
export const businessHours = () => import('./clinic/opening-page.tsx').then((m) => m.OpeningPage)
export const policy = () => import('./clinic/policy-page.tsx').then((m) => m.PolicyPage)
export const messages = () => import('./contact/messages-page.tsx').then((m) => m.MessagesPage)
export const reviewModeration = () =>
  import('./reviews/review-moderation-page.tsx').then((m) => m.ReviewModerationPage)
export const clinicProfile = () =>
  import('./clinic/clinic-profile-page.tsx').then((m) => m.ClinicProfilePage)
export const audit = () => import('./audit/audit-page.tsx').then((m) => m.AuditPage)
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

/** My Appointments, below the patient's open offers. */
export const myAppointments = async () => {
  const [{ HeldPage }, { MyAppointmentsPage }] = await Promise.all([
    import('./waitlist/held-page.tsx'),
    import('./appointments/my-appointments-page.tsx'),
  ])
  return () => (
    <HeldPage>
      <MyAppointmentsPage />
    </HeldPage>
  )
}
