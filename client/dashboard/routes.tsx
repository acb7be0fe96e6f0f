import { defineTexts } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import type { FeatureRoute } from '../app/feature-route.ts'
import { pageOf } from '../app/page-of.ts'

/** The first entry of the side menu is the first page shown. */
export const routes: readonly FeatureRoute[] = [
  {
    path: paths.dashboard,
    access: 'signedIn',
    page: pageOf('layout'),
    title: defineTexts({ en: 'DashBoard', es: 'Panel' }),
    children: [
      {
        path: paths.dashboard,
        access: 'signedIn',
        page: pageOf('myAppointments'),
        title: defineTexts({ en: 'My Appointments', es: 'Mis citas' }),
      },
      {
        path: paths.dashboardReviews,
        access: 'signedIn',
        page: pageOf('myReviews'),
        title: defineTexts({ en: 'My Reviews', es: 'Mis opiniones' }),
      },
      {
        path: paths.dashboardHistory,
        access: 'signedIn',
        page: pageOf('myHistory'),
        title: defineTexts({ en: 'My History', es: 'Mi historial' }),
      },
      {
        path: paths.family,
        access: 'signedIn',
        page: pageOf('family'),
        title: defineTexts({ en: 'My Family', es: 'Mi familia' }),
      },
      {
        path: paths.ownCalendar,
        access: 'signedIn',
        page: pageOf('calendar'),
        title: defineTexts({ en: 'Own Calendar', es: 'Calendario propio' }),
      },
      {
        path: paths.waiting,
        access: 'signedIn',
        page: pageOf('waiting'),
        title: defineTexts({ en: 'Earlier slots', es: 'Lista de espera' }),
      },
      {
        path: paths.notices,
        access: 'signedIn',
        page: pageOf('notices'),
        title: defineTexts({ en: 'Notices', es: 'Avisos' }),
      },
      {
        path: paths.paymentPage,
        access: 'signedIn',
        page: pageOf('payment'),
        title: defineTexts({ en: 'Payment', es: 'Pago' }),
      },
      {
        path: paths.receiptPage,
        access: 'signedIn',
        page: pageOf('receipt'),
        title: defineTexts({ en: 'Receipt', es: 'Recibo' }),
      },
      {
        path: paths.cancelAppointmentPage,
        access: 'signedIn',
        page: pageOf('cancel'),
        title: defineTexts({ en: 'Cancel an appointment', es: 'Cancelar una cita' }),
      },
      {
        path: paths.moveAppointmentPage,
        access: 'signedIn',
        page: pageOf('move'),
        title: defineTexts({ en: 'Reschedule an appointment', es: 'Reprogramar una cita' }),
      },
      {
        path: paths.users,
        access: 'admin',
        page: pageOf('users'),
        title: defineTexts({ en: 'All Users', es: 'Todos los usuarios' }),
      },
      {
        path: paths.addDoctor,
        access: 'admin',
        page: pageOf('addDoctor'),
        title: defineTexts({ en: 'Add a Doctor', es: 'Añadir un doctor' }),
      },
      {
        path: paths.manageDoctor,
        access: 'admin',
        page: pageOf('manageDoctors'),
        title: defineTexts({ en: 'Manage Doctors', es: 'Gestionar doctores' }),
      },
      {
        path: paths.day,
        access: 'admin',
        page: pageOf('day'),
        title: defineTexts({ en: 'Schedule', es: 'Agenda' }),
      },
      {
        path: paths.staffAppointmentPage,
        access: 'admin',
        page: pageOf('appointmentDetails'),
        title: defineTexts({ en: 'Appointment', es: 'Cita' }),
      },
      {
        path: paths.overview,
        access: 'admin',
        page: pageOf('overview'),
        title: defineTexts({ en: 'Overview', es: 'Resumen' }),
      },
      {
        path: paths.line,
        access: 'admin',
        page: pageOf('line'),
        title: defineTexts({ en: 'Waitlist', es: 'Pacientes en espera' }),
      },
      {
        path: paths.treatments,
        access: 'admin',
        page: pageOf('treatments'),
        title: defineTexts({ en: 'Treatments', es: 'Tratamientos' }),
      },
      {
        path: paths.opening,
        access: 'admin',
        page: pageOf('opening'),
        title: defineTexts({ en: 'Opening Days', es: 'Días de atención' }),
      },
      {
        path: paths.policy,
        access: 'admin',
        page: pageOf('policy'),
        title: defineTexts({ en: 'Policy', es: 'Política de cambios' }),
      },
      {
        path: paths.messages,
        access: 'admin',
        page: pageOf('messages'),
        title: defineTexts({ en: 'Messages', es: 'Mensajes' }),
      },
      {
        path: paths.moderateReviews,
        access: 'admin',
        page: pageOf('reviewModeration'),
        title: defineTexts({ en: 'Reviews to approve', es: 'Opiniones por aprobar' }),
      },
      {
        path: paths.clinicProfile,
        access: 'admin',
        page: pageOf('clinicProfile'),
        title: defineTexts({ en: 'Clinic Profile', es: 'Perfil de la clínica' }),
      },
      {
        path: paths.audit,
        access: 'admin',
        page: pageOf('audit'),
        title: defineTexts({ en: 'Audit', es: 'Auditoría' }),
      },
    ],
  },
]
