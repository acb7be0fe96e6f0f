import type { Capability } from './roles.ts'

/** In an address, a part that may hold any characters. */
const part = encodeURIComponent

/** The dashboard's pages of everybody who is signed in. */
export const ownPages = {
  dashboard: '/dashboard',
  dashboardReviews: '/dashboard/reviews',
  dashboardHistory: '/dashboard/history',
  waitlist: '/dashboard/waitlist',
  family: '/dashboard/family',
  reminders: '/dashboard/reminders',
  ownCalendar: '/dashboard/calendar',
  account: '/dashboard/account',
  accountData: '/dashboard/account/data',
  deleteAccount: '/dashboard/account/delete',
  confirmNewEmail: '/dashboard/account/email',
  paymentPage: '/dashboard/payment/:appointmentId',
  receiptPage: '/dashboard/receipt/:appointmentId',
  cancelAppointmentPage: '/dashboard/appointment/:id/cancel',
  rescheduleAppointmentPage: '/dashboard/appointment/:id/reschedule',
} as const

/** The dashboard's pages that only staff may see. What each shows stands in client/dashboard-pages.tsx. */
export const staffPages = {
  patients: '/dashboard/patients',
  patientImport: '/dashboard/patients/import',
  patientPage: '/dashboard/patients/:id',
  patientDataPage: '/dashboard/patients/:id/data',
  users: '/dashboard/users',
  addDoctor: '/dashboard/addDoctor',
  manageDoctor: '/dashboard/manageDoctor',
  doctorHoursPage: '/dashboard/doctors/:id/hours',
  doctorAbsencePage: '/dashboard/doctors/:id/absence',
  planChangePage: '/dashboard/changes/:id',
  doctorWeekPage: '/dashboard/doctors/:id/week',
  chairs: '/dashboard/chairs',
  schedule: '/dashboard/schedule',
  staffAppointmentPage: '/dashboard/appointments/:id',
  overview: '/dashboard/overview',
  practiceReport: '/dashboard/reports',
  staffWaitlist: '/dashboard/manageWaitlist',
  treatments: '/dashboard/treatments',
  businessHours: '/dashboard/businessHours',
  policy: '/dashboard/policy',
  messages: '/dashboard/messages',
  moderateReviews: '/dashboard/moderateReviews',
  clinicProfile: '/dashboard/clinic',
  audit: '/dashboard/audit',
  roles: '/dashboard/roles',
  backups: '/dashboard/backups',
} as const

export type StaffPageName = keyof typeof staffPages

/** Which capability each needs; whose role has it sees the page. */
export const neededForPage: Readonly<Record<StaffPageName, Capability>> = {
  patients: 'patients',
  patientImport: 'patientData',
  patientPage: 'patients',
  patientDataPage: 'patientData',
  users: 'users',
  roles: 'users',
  addDoctor: 'setup',
  manageDoctor: 'setup',
  doctorHoursPage: 'setup',
  doctorAbsencePage: 'setup',
  planChangePage: 'setup',
  doctorWeekPage: 'schedule',
  chairs: 'setup',
  schedule: 'schedule',
  staffAppointmentPage: 'schedule',
  overview: 'reports',
  practiceReport: 'reports',
  staffWaitlist: 'waitlist',
  treatments: 'setup',
  businessHours: 'setup',
  policy: 'policy',
  messages: 'messages',
  moderateReviews: 'reviews',
  clinicProfile: 'policy',
  audit: 'audit',
  backups: 'backups',
}

type ValueOf<T> = T[keyof T]
export type DashboardPath = ValueOf<typeof ownPages> | ValueOf<typeof staffPages>

/**
 * The address of a link that proves something by its token. It stands behind '#': browsers keep that to
 * themselves, so no server, proxy or other site writes it down.
 */
export function withToken(path: string, token: string): string {
  return `${path}#token=${part(token)}`
}

/** The address of every page, for links on screens and in notifications; `mailedPaths` has those with a token. */
export const paths = {
  ...ownPages,
  ...staffPages,
  home: '/',
  homeAlias: '/home',
  about: '/about',
  appointment: '/appointment',
  /** The form of the treatment that a service of the home page stands for. */
  appointmentFor: (service: string) => `/appointment?service=${part(service)}`,
  /** With a doctor chosen already. */
  appointmentWith: (doctor: string) => `/appointment?doctor=${part(doctor)}`,
  reviews: '/reviews',
  contact: '/contact',
  privacy: '/privacy',
  login: '/login',
  signup: '/signup',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  invitation: '/invitation',
  invitationWith: (token: string) => withToken('/invitation', token),
  stopEmailChange: '/stop-email-change',
  /** The form to ask: for an appointment, or for a treatment around an ISO day. */
  requestEarlier: (appointmentId: string) =>
    `/dashboard/waitlist?appointment=${part(appointmentId)}`,
  requestSlot: ({ treatment = '', day = '' }: { treatment?: string; day?: string }) =>
    `/dashboard/waitlist?treatment=${part(treatment)}&date=${part(day)}`,
  changeRequest: (id: string) => `/dashboard/waitlist?request=${part(id)}`,
  offerPage: '/offer',
  payment: (appointmentId: string) => `/dashboard/payment/${part(appointmentId)}`,
  receipt: (appointmentId: string) => `/dashboard/receipt/${part(appointmentId)}`,
  cancelAppointment: (id: string) => `/dashboard/appointment/${part(id)}/cancel`,
  rescheduleAppointment: (id: string) => `/dashboard/appointment/${part(id)}/reschedule`,
  /** The pages of the links in a reminder. */
  confirmByLink: '/email-link',
  rescheduleByLink: '/email-link/reschedule',
  cancelByLink: '/email-link/cancel',
  unsubscribe: '/unsubscribe',
  patient: (id: string) => `/dashboard/patients/${part(id)}`,
  patientData: (id: string) => `/dashboard/patients/${part(id)}/data`,
  /** One day of the clinic, an ISO day. */
  scheduleOf: (day: string) => `/dashboard/schedule?date=${part(day)}`,
  /** Today, with staff's booking open for a patient. */
  scheduleFor: (patientId: string) => `/dashboard/schedule?patient=${part(patientId)}`,
  /** The seven days of a doctor around an ISO day, '' for today. */
  doctorWeek: (id: string, day = '') =>
    `/dashboard/doctors/${part(id)}/week${day && `?date=${part(day)}`}`,
  doctorHours: (id: string) => `/dashboard/doctors/${part(id)}/hours`,
  /** A doctor is ill: from an ISO day on, today without one. */
  doctorAbsence: (id: string, day?: string) =>
    `/dashboard/doctors/${part(id)}/absence${day === undefined ? '' : `?date=${part(day)}`}`,
  planChange: (id: string) => `/dashboard/changes/${part(id)}`,
  staffAppointment: (id: string) => `/dashboard/appointments/${part(id)}`,
} as const

/** What only mails link to: pages with a token. Apart from `paths`, which every first view loads. */
export const mailedPaths = {
  resetPasswordWith: (token: string) => withToken('/reset-password', token),
  verifyEmailWith: (token: string) => withToken('/verify-email', token),
  /** The same page, about a second sign-up with the address of an account. */
  joinSignUpWith: (token: string) => withToken('/verify-email?again', token),
  confirmNewEmailWith: (token: string) => withToken('/dashboard/account/email', token),
  stopEmailChangeWith: (token: string) => withToken('/stop-email-change', token),
  offer: (token: string) => withToken('/offer', token),
  /** The same page, for who would rather not. */
  declineOffer: (token: string) => withToken('/offer?answer=no', token),
  confirmLink: (token: string) => withToken('/email-link', token),
  rescheduleLink: (token: string) => withToken('/email-link/reschedule', token),
  cancelLink: (token: string) => withToken('/email-link/cancel', token),
  unsubscribeWith: (token: string) => withToken('/unsubscribe', token),
  /** What mail programs call, which send an address and nothing else (RFC 8058); opened, it leads to the page. */
  unsubscribeAtOnce: (token: string) => `/unsubscribe/${part(token)}`,
} as const
