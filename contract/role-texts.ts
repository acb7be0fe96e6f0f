import { defineTexts } from './language.ts'
import type { Capability, Role } from './roles.ts'

export const roleTexts = defineTexts<Record<Role, string>>({
  en: { patient: 'Patient', desk: 'Front desk', doctor: 'Doctor', admin: 'Admin' },
  es: { patient: 'Paciente', desk: 'Recepción', doctor: 'Doctor', admin: 'Administrador' },
})

export const capabilityTexts = defineTexts<Record<Capability, string>>({
  en: {
    schedule: 'See the schedule and its appointments',
    bookings: 'Book, reschedule and cancel for patients',
    checkIn: 'Check patients in, and complete visits',
    deskPayments: 'Record payments at the desk',
    patients: 'See patients and their visits',
    patientNotes: 'Write notes and alerts of patients',
    patientRecords: 'Add, change, archive and merge patients',
    waitlist: 'See the waitlist',
    messages: 'Read and mark messages',
    reviews: 'Approve reviews',
    setup: 'Treatments, doctors, chairs and business hours',
    refunds: 'Give card payments back',
    reports: 'See money and reports',
    exports: 'Export appointments and payments',
    patientData: 'Import patients, and hand over or erase what is stored of one',
    feed: 'Make the clinic’s calendar feed',
    users: 'Users, roles and invitations',
    policy: 'Change the policy and the clinic profile',
    audit: 'Read the audit',
    backups: 'See and make backups',
  },
  es: {
    schedule: 'Ver la agenda y sus citas',
    bookings: 'Reservar, cambiar y cancelar citas',
    checkIn: 'Registrar llegadas y completar visitas',
    deskPayments: 'Registrar pagos en recepción',
    patients: 'Ver pacientes y sus visitas',
    patientNotes: 'Escribir notas y avisos de pacientes',
    patientRecords: 'Añadir, modificar, archivar y combinar pacientes',
    waitlist: 'Ver la lista de espera',
    messages: 'Leer y marcar mensajes',
    reviews: 'Aprobar opiniones',
    setup: 'Tratamientos, doctores, sillones y horario',
    refunds: 'Devolver pagos con tarjeta',
    reports: 'Ver dinero e informes',
    exports: 'Exportar citas y pagos',
    patientData: 'Importar pacientes, y entregar o borrar lo guardado de un paciente',
    feed: 'Crear el calendario de la clínica',
    users: 'Usuarios, permisos e invitaciones',
    policy: 'Modificar la política y el perfil de la clínica',
    audit: 'Leer la auditoría',
    backups: 'Ver y hacer copias de seguridad',
  },
})
