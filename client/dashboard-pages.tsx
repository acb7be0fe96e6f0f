import {
  Armchair,
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CalendarSync,
  ChartBar,
  ChartNoAxesColumn,
  ClipboardList,
  ClipboardPlus,
  ContactRound,
  DatabaseBackup,
  History,
  Hourglass,
  Inbox,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  MailCheck,
  MessageSquareHeart,
  Scale,
  ScrollText,
  Star,
  Store,
  UserPlus,
  UserRound,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { defineTexts, type Localized } from '../contract/language.ts'
import { type DashboardPath, paths } from '../contract/page-paths.ts'
import type { StaffCounts } from '../contract/schedule/staff-appointment.ts'

export type MenuPlace = {
  /** What of it waits for staff, shown beside it. */
  count?: keyof StaffCounts
  group: 'own' | 'today' | 'schedule' | 'patients' | 'money' | 'clinic'
  icon: LucideIcon
  /** The key that opens the page from every other of the staff's. */
  shortcut?: string
}

type DashboardPage = {
  title: Localized<string>
  /** Its place in the menu, in the order of this table; without one, other pages lead to it. */
  menu?: MenuPlace
  load: () => Promise<ComponentType>
}

/**
 * Every page of the dashboard. Its routes, both menus and the titles of its documents come from this
 * table, which is fetched with the first of its pages; who may see a page says the list of
 * contract/page-paths.ts that its address stands in.
 */
export const dashboardPages: Record<DashboardPath, DashboardPage> = {
  [paths.dashboard]: {
    title: defineTexts({ en: 'My Appointments', es: 'Mis citas' }),
    menu: { group: 'own', icon: CalendarDays },
    load: myAppointments,
  },
  [paths.dashboardReviews]: {
    title: defineTexts({ en: 'My Reviews', es: 'Mis opiniones' }),
    menu: { group: 'own', icon: MessageSquareHeart },
    load: () => import('./reviews/my-reviews-page.tsx').then((m) => m.MyReviewsPage),
  },
  [paths.dashboardHistory]: {
    title: defineTexts({ en: 'My History', es: 'Mi historial' }),
    menu: { group: 'own', icon: History },
    load: () => import('./reviews/my-history-page.tsx').then((m) => m.MyHistoryPage),
  },
  [paths.waitlist]: {
    title: defineTexts({ en: 'My Waitlist', es: 'Lista de espera' }),
    menu: { group: 'own', icon: Hourglass },
    load: () => import('./waitlist/waitlist-page.tsx').then((m) => m.WaitlistPage),
  },
  [paths.family]: {
    title: defineTexts({ en: 'My Family', es: 'Mi familia' }),
    menu: { group: 'own', icon: UsersRound },
    load: () => import('./patients/family-page.tsx').then((m) => m.FamilyPage),
  },
  [paths.reminders]: {
    title: defineTexts({ en: 'Reminders', es: 'Recordatorios' }),
    menu: { group: 'own', icon: MailCheck },
    load: () => import('./reminders/reminders-page.tsx').then((m) => m.RemindersPage),
  },
  [paths.ownCalendar]: {
    title: defineTexts({ en: 'My Calendar', es: 'Mi calendario' }),
    menu: { group: 'own', icon: CalendarSync },
    load: () => import('./calendar/calendar-page.tsx').then((m) => m.CalendarPage),
  },
  [paths.account]: {
    title: defineTexts({ en: 'My Account', es: 'Mi cuenta' }),
    menu: { group: 'own', icon: UserRound },
    load: () => import('./identity/account/account-page.tsx').then((m) => m.AccountPage),
  },
  [paths.schedule]: {
    title: defineTexts({ en: 'Schedule', es: 'Agenda' }),
    menu: { group: 'today', icon: CalendarClock, shortcut: 's' },
    load: () => import('./schedule/schedule-page.tsx').then((m) => m.SchedulePage),
  },
  [paths.staffWaitlist]: {
    title: defineTexts({ en: 'Waitlist', es: 'Pacientes en espera' }),
    menu: { group: 'today', icon: ListOrdered, shortcut: 'w', count: 'waiting' },
    load: () => import('./waitlist/staff-waitlist-page.tsx').then((m) => m.StaffWaitlistPage),
  },
  [paths.messages]: {
    title: defineTexts({ en: 'Messages', es: 'Mensajes' }),
    menu: { group: 'today', icon: Inbox, shortcut: 'm', count: 'messages' },
    load: () => import('./contact/messages-page.tsx').then((m) => m.MessagesPage),
  },
  [paths.moderateReviews]: {
    title: defineTexts({ en: 'Reviews to approve', es: 'Opiniones por aprobar' }),
    menu: { group: 'today', icon: Star, count: 'reviews' },
    load: () => import('./reviews/review-moderation-page.tsx').then((m) => m.ReviewModerationPage),
  },
  [paths.treatments]: {
    title: defineTexts({ en: 'Treatments', es: 'Tratamientos' }),
    menu: { group: 'schedule', icon: ClipboardList },
    load: () => import('./treatments/treatments-page.tsx').then((m) => m.TreatmentsPage),
  },
  [paths.doctorHoursPage]: {
    title: defineTexts({ en: 'Working hours', es: 'Horario de trabajo' }),
    load: () => import('./doctors/hours/doctor-hours-page.tsx').then((m) => m.DoctorHoursPage),
  },
  [paths.doctorAbsencePage]: {
    title: defineTexts({ en: 'A doctor is away', es: 'Un doctor no está' }),
    load: () => import('./doctors/changes/absence-page.tsx').then((m) => m.AbsencePage),
  },
  [paths.planChangePage]: {
    title: defineTexts({ en: 'Who has answered', es: 'Quién respondió' }),
    load: () => import('./doctors/changes/plan-change-page.tsx').then((m) => m.PlanChangePage),
  },
  [paths.doctorWeekPage]: {
    title: defineTexts({ en: 'Week of a doctor', es: 'Semana de un doctor' }),
    load: () => import('./schedule/columns/doctor-week-page.tsx').then((m) => m.DoctorWeekPage),
  },
  [paths.chairs]: {
    title: defineTexts({ en: 'Chairs', es: 'Sillones' }),
    menu: { group: 'schedule', icon: Armchair },
    load: () => import('./doctors/chairs-page.tsx').then((m) => m.ChairsPage),
  },
  [paths.businessHours]: {
    title: defineTexts({ en: 'Business Hours', es: 'Horario de atención' }),
    menu: { group: 'schedule', icon: CalendarOff },
    load: () => import('./clinic/opening-page.tsx').then((m) => m.OpeningPage),
  },
  [paths.addDoctor]: {
    title: defineTexts({ en: 'Add a Doctor', es: 'Añadir un doctor' }),
    menu: { group: 'schedule', icon: UserPlus },
    load: () => import('./doctors/add-doctor-page.tsx').then((m) => m.AddDoctorPage),
  },
  [paths.manageDoctor]: {
    title: defineTexts({ en: 'Manage Doctors', es: 'Gestionar doctores' }),
    menu: { group: 'schedule', icon: ContactRound },
    load: () => import('./doctors/manage-doctors-page.tsx').then((m) => m.ManageDoctorsPage),
  },
  [paths.patients]: {
    title: defineTexts({ en: 'Patients', es: 'Pacientes' }),
    menu: { group: 'patients', icon: ClipboardPlus },
    load: () => import('./patients/patients-page.tsx').then((m) => m.PatientsPage),
  },
  [paths.patientImport]: {
    title: defineTexts({ en: 'Import patients', es: 'Importar pacientes' }),
    load: () => import('./patients/import/import-page.tsx').then((m) => m.ImportPage),
  },
  [paths.patientPage]: {
    title: defineTexts({ en: 'Patient', es: 'Paciente' }),
    load: () => import('./patients/patient-page.tsx').then((m) => m.PatientPage),
  },
  [paths.patientDataPage]: {
    title: defineTexts({ en: 'Data of a patient', es: 'Datos de un paciente' }),
    load: () => import('./patients/patient-data-page.tsx').then((m) => m.PatientDataPage),
  },
  [paths.users]: {
    title: defineTexts({ en: 'All Users', es: 'Todos los usuarios' }),
    menu: { group: 'patients', icon: Users, shortcut: 'u' },
    load: () => import('./users/users-page.tsx').then((m) => m.UsersPage),
  },
  [paths.roles]: {
    title: defineTexts({ en: 'Roles', es: 'Roles' }),
    menu: { group: 'clinic', icon: KeyRound },
    load: () => import('./users/roles-page.tsx').then((m) => m.RolesPage),
  },
  [paths.overview]: {
    title: defineTexts({ en: 'Overview', es: 'Resumen' }),
    menu: { group: 'money', icon: ChartNoAxesColumn, shortcut: 'o' },
    load: () => import('./reports/overview-page.tsx').then((m) => m.OverviewPage),
  },
  [paths.practiceReport]: {
    title: defineTexts({ en: 'Reports', es: 'Informes' }),
    menu: { group: 'money', icon: ChartBar },
    load: () => import('./reports/practice-page.tsx').then((m) => m.PracticePage),
  },
  [paths.clinicProfile]: {
    title: defineTexts({ en: 'Clinic Profile', es: 'Perfil de la clínica' }),
    menu: { group: 'clinic', icon: Store },
    load: () => import('./clinic/clinic-profile-page.tsx').then((m) => m.ClinicProfilePage),
  },
  [paths.policy]: {
    title: defineTexts({ en: 'Policy', es: 'Política de cambios' }),
    menu: { group: 'clinic', icon: Scale },
    load: () => import('./clinic/policy-page.tsx').then((m) => m.PolicyPage),
  },
  [paths.audit]: {
    title: defineTexts({ en: 'Audit', es: 'Auditoría' }),
    menu: { group: 'clinic', icon: ScrollText },
    load: () => import('./audit/audit-page.tsx').then((m) => m.AuditPage),
  },
  [paths.backups]: {
    title: defineTexts({ en: 'Backups', es: 'Copias de seguridad' }),
    menu: { group: 'clinic', icon: DatabaseBackup },
    load: () => import('./backups/backups-page.tsx').then((m) => m.BackupsPage),
  },
  [paths.accountData]: {
    title: defineTexts({ en: 'Your data', es: 'Sus datos' }),
    load: () => import('./identity/account/data-page.tsx').then((m) => m.DataPage),
  },
  [paths.deleteAccount]: {
    title: defineTexts({ en: 'Delete the account', es: 'Eliminar la cuenta' }),
    load: () => import('./identity/account/delete-page.tsx').then((m) => m.DeletePage),
  },
  [paths.confirmNewEmail]: {
    title: defineTexts({
      en: 'Confirm your new e-mail address',
      es: 'Confirme su nuevo correo electrónico',
    }),
    load: () => import('./identity/account/new-email-page.tsx').then((m) => m.NewEmailPage),
  },
  [paths.paymentPage]: {
    title: defineTexts({ en: 'Payment', es: 'Pago' }),
    load: () => import('./payments/payment-page.tsx').then((m) => m.PaymentPage),
  },
  [paths.receiptPage]: {
    title: defineTexts({ en: 'Receipt', es: 'Recibo' }),
    load: () => import('./payments/receipt-page.tsx').then((m) => m.ReceiptPage),
  },
  [paths.cancelAppointmentPage]: {
    title: defineTexts({ en: 'Cancel an appointment', es: 'Cancelar una cita' }),
    load: () => import('./appointments/reschedule/cancel-page.tsx').then((m) => m.CancelPage),
  },
  [paths.rescheduleAppointmentPage]: {
    title: defineTexts({ en: 'Reschedule an appointment', es: 'Reprogramar una cita' }),
    load: () =>
      import('./appointments/reschedule/reschedule-page.tsx').then((m) => m.ReschedulePage),
  },
  [paths.staffAppointmentPage]: {
    title: defineTexts({ en: 'Appointment', es: 'Cita' }),
    load: () =>
      import('./schedule/appointment-details-page.tsx').then((m) => m.AppointmentDetailsPage),
  },
}

/** My Appointments, below the patient's open offers. */
async function myAppointments() {
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
