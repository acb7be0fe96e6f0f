import type { AuditAction, AuditData, AuditEntry } from './audit.ts'
import { policyWords } from './audit-policy-words.ts'
import { type AsWritten, isAsWritten } from './events.ts'
import { defineTexts, type Language } from './language.ts'
import { capabilityTexts, roleTexts } from './role-texts.ts'
import { showDay, showSlot } from './show.ts'

/** What was done, without its fields. */
const actionTexts = defineTexts<Record<Exclude<AuditAction, 'other'>, string>>({
  en: {
    admin_made: 'Made a user an admin',
    admin_right_removed: 'Took an admin’s rights away',
    appointment_booked: 'Booked for a patient',
    next_visits_booked: 'Booked the next visits of a patient',
    appointment_cancelled: 'Cancelled an appointment',
    status_set: 'Set the status of an appointment',
    appointment_read: 'Looked at an appointment',
    appointment_refunded: 'Refunded an appointment',
    appointment_rescheduled: 'Rescheduled an appointment',
    appointments_exported: 'Exported appointments',
    appointments_searched: 'Searched the appointments',
    audit_read: 'Looked at the audit',
    backup_begun: 'Began a backup',
    call_refused: 'Tried what their role does not allow',
    chair_added: 'Added a chair',
    chair_changed: 'Changed a chair',
    day_note_changed: 'Wrote the note of a day',
    day_opened: 'Opened a closed day',
    day_read: 'Looked at a day',
    closed_days_settled: 'Settled appointments on closed days',
    days_closed: 'Closed days',
    desk_payment_recorded: 'Recorded a payment at the desk',
    desk_payment_removed: 'Removed a payment at the desk',
    doctor_absent: 'Entered that a doctor is away',
    doctor_added: 'Added a doctor',
    doctor_changed: 'Changed a doctor',
    doctor_removed: 'Removed a doctor',
    doctor_schedule_changed: 'Changed when a doctor works',
    doctor_week_read: 'Looked at a doctor’s week',
    factors_reset: 'Reset the second step of a sign-in',
    feed_ended: 'Ended a calendar feed',
    feed_made: 'Made a calendar feed',
    feed_read: 'Read the calendar feed',
    invitation_withdrawn: 'Withdrew an invitation',
    invitations_read: 'Looked at the invitations',
    limits_changed: 'Changed the limits of a user',
    message_marked: 'Marked a contact message',
    messages_read: 'Looked at the contact messages',
    password_reset: 'Reset the password of an admin',
    patient_added: 'Added a patient',
    patient_archived: 'Archived or restored a patient',
    patient_changed: 'Changed a patient',
    patient_erased: 'Erased a patient',
    patient_exported: 'Exported a patient’s data',
    patient_looks_read: 'Looked at who had looked at a patient',
    patient_noted: 'Wrote a patient’s note or alert',
    patient_read: 'Looked at a patient',
    patients_import_checked: 'Checked a file of patients',
    patients_imported: 'Imported patients from a file',
    patients_merged: 'Merged two patients',
    patients_parted: 'Took a merge back',
    patients_searched: 'Searched the patients',
    opening_changed: 'Changed the business hours',
    payments_exported: 'Exported payments',
    photo_uploaded: 'Uploaded a photo',
    plan_change_answered: 'Noted an answer by phone',
    plan_change_read: 'Looked at who has answered a change',
    plan_change_settled: 'Settled appointments that lost their place',
    plan_change_written: 'Wrote to a patient again about a change',
    policy_changed: 'Changed the policy',
    profile_changed: 'Changed the clinic profile',
    removal_read: 'Looked at what removing a user ends',
    request_opened: 'Opened a waitlist request for any doctor',
    request_written: 'Wrote to a patient who waits',
    review_decided: 'Decided on a review',
    reviews_read: 'Looked at the reviews',
    role_changed: 'Changed the role of a user',
    sessions_ended: 'Signed a user out everywhere',
    settings_changed: 'Changed settings of the installation',
    staff_invited: 'Invited somebody to the staff',
    time_blocked: 'Blocked a doctor’s time',
    time_unblocked: 'Unblocked a doctor’s time',
    treatment_added: 'Added a treatment',
    treatment_archived: 'Archived or restored a treatment',
    treatment_changed: 'Changed a treatment',
    user_removed: 'Removed a user',
    users_read: 'Looked at the users',
    waitlist_read: 'Looked at the waitlist',
  },
  es: {
    admin_made: 'Hizo administrador a un usuario',
    admin_right_removed: 'Quitó los permisos a un administrador',
    appointment_booked: 'Reservó para un paciente',
    next_visits_booked: 'Reservó las próximas visitas de un paciente',
    appointment_cancelled: 'Canceló una cita',
    status_set: 'Indicó el estado de una cita',
    appointment_read: 'Consultó una cita',
    appointment_refunded: 'Reembolsó una cita',
    appointment_rescheduled: 'Cambió una cita',
    appointments_exported: 'Exportó las citas',
    appointments_searched: 'Buscó entre las citas',
    audit_read: 'Consultó la auditoría',
    backup_begun: 'Inició una copia de seguridad',
    call_refused: 'Intentó algo que su rol no permite',
    chair_added: 'Añadió un sillón',
    chair_changed: 'Modificó un sillón',
    day_note_changed: 'Escribió la nota de un día',
    day_opened: 'Abrió un día cerrado',
    day_read: 'Consultó un día',
    closed_days_settled: 'Resolvió citas en días cerrados',
    days_closed: 'Cerró días',
    desk_payment_recorded: 'Registró un pago en recepción',
    desk_payment_removed: 'Eliminó un pago en recepción',
    doctor_absent: 'Anotó la ausencia de un doctor',
    doctor_added: 'Añadió un doctor',
    doctor_changed: 'Modificó un doctor',
    doctor_removed: 'Eliminó un doctor',
    doctor_schedule_changed: 'Modificó cuándo trabaja un doctor',
    doctor_week_read: 'Consultó la semana de un doctor',
    factors_reset: 'Restableció el segundo paso de un inicio de sesión',
    feed_ended: 'Desactivó un calendario para suscribirse',
    feed_made: 'Creó un calendario para suscribirse',
    feed_read: 'Leyó el calendario',
    invitation_withdrawn: 'Retiró una invitación',
    invitations_read: 'Consultó las invitaciones',
    limits_changed: 'Modificó los límites de un usuario',
    message_marked: 'Marcó un mensaje',
    messages_read: 'Consultó los mensajes',
    password_reset: 'Restableció la contraseña de un administrador',
    patient_added: 'Añadió un paciente',
    patient_archived: 'Archivó o restauró un paciente',
    patient_changed: 'Modificó un paciente',
    patient_erased: 'Borró a un paciente',
    patient_exported: 'Exportó los datos de un paciente',
    patient_looks_read: 'Consultó quién había visto a un paciente',
    patient_noted: 'Escribió la nota o el aviso de un paciente',
    patient_read: 'Consultó a un paciente',
    patients_import_checked: 'Revisó un archivo de pacientes',
    patients_imported: 'Importó pacientes de un archivo',
    patients_merged: 'Combinó dos pacientes',
    patients_parted: 'Deshizo una combinación',
    patients_searched: 'Buscó entre los pacientes',
    opening_changed: 'Modificó los días de atención',
    payments_exported: 'Exportó los pagos',
    photo_uploaded: 'Subió una foto',
    plan_change_answered: 'Anotó una respuesta por teléfono',
    plan_change_read: 'Consultó quién respondió a un cambio',
    plan_change_settled: 'Resolvió citas que perdieron su lugar',
    plan_change_written: 'Volvió a escribir a un paciente por un cambio',
    policy_changed: 'Modificó la política',
    profile_changed: 'Modificó el perfil de la clínica',
    removal_read: 'Consultó qué termina al eliminar un usuario',
    request_opened: 'Abrió una solicitud en espera a cualquier doctor',
    request_written: 'Escribió a un paciente que espera',
    review_decided: 'Decidió sobre una opinión',
    reviews_read: 'Consultó las opiniones',
    role_changed: 'Cambió el rol de un usuario',
    sessions_ended: 'Cerró todas las sesiones de un usuario',
    settings_changed: 'Cambió ajustes de la instalación',
    staff_invited: 'Invitó a alguien al equipo',
    time_blocked: 'Bloqueó tiempo de un doctor',
    time_unblocked: 'Desbloqueó tiempo de un doctor',
    treatment_added: 'Añadió un tratamiento',
    treatment_archived: 'Archivó o restauró un tratamiento',
    treatment_changed: 'Modificó un tratamiento',
    user_removed: 'Eliminó un usuario',
    users_read: 'Consultó los usuarios',
    waitlist_read: 'Consultó la lista de espera',
  },
})

/** What was done, in the reader's language; an unknown action by its stored name. */
export function actionText(language: Language, { action, data }: AuditEntry): string {
  if (action !== 'other') return actionTexts[language][action]
  return data && 'name' in data ? data.name : ''
}

/** The words inside the fields. */
type ImportCounts = AuditData<'patients_imported'>

const words = defineTexts({
  en: {
    profile: { name: 'name', address: 'address', phone: 'phone', openingHours: 'openingHours' },
    pages: { about: 'about page', contact: 'contact page', privacy: 'privacy page' },
    policy: policyWords.en,
    statuses: {
      booked: 'booked again',
      arrived: 'arrived',
      seated: 'in the chair',
      completed: 'completed',
      no_show: 'no-show',
    },
    methods: { cash: 'cash', card: 'card', other: 'other' },
    reviews: { waiting: 'waiting', published: 'published', rejected: 'rejected' },
    messages: { new: 'new', read: 'read', answered: 'answered', spam: 'spam' },
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    never: 'never',
    movedTo: (when: string) => `to ${when}`,
    withRefund: (reason: string) => `with refund: ${reason}`,
    treatment: (price: string, slots: number) => `price ${price}, ${slots} slots`,
    name: 'name',
    price: 'price',
    description: 'description',
    added: (slots: string) => `added ${slots}`,
    removed: (slots: string) => `removed ${slots}`,
    archived: 'archived',
    restored: 'restored',
    email: 'e-mail',
    lifted: 'lifted',
    setAgain: 'set again',
    opening: (closed: string, days: number, minutes: number) =>
      `closed on ${closed}; ${days} days ahead; ${minutes} minutes before`,
    told: (count: number) => `${count} told`,
    sessions: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
    settled: {
      ask: (count: number) => `${count} asked to choose another time`,
      cancel: (count: number) => `${count} cancelled with refund`,
    },
    planSettled: (count: number) => `${count} settled`,
    failed: (count: number) => `${count} failed`,
    notBooked: (count: number) => `${count} not booked`,
    imported: ({ added, booked, refused }: ImportCounts) =>
      `${added} added; ${booked} booked; ${refused} refused`,
  },
  es: {
    profile: {
      name: 'nombre',
      address: 'dirección',
      phone: 'teléfono',
      openingHours: 'horario de atención',
    },
    pages: {
      about: 'página sobre la clínica',
      contact: 'página de contacto',
      privacy: 'página de privacidad',
    },
    policy: policyWords.es,
    statuses: {
      booked: 'reservada de nuevo',
      arrived: 'llegó',
      seated: 'en el sillón',
      completed: 'atendida',
      no_show: 'no vino',
    },
    methods: { cash: 'en efectivo', card: 'con tarjeta', other: 'de otra forma' },
    reviews: { waiting: 'por aprobar', published: 'publicada', rejected: 'rechazada' },
    messages: { new: 'nuevo', read: 'leído', answered: 'respondido', spam: 'no deseado' },
    weekdays: ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'],
    never: 'nunca',
    movedTo: (when) => `al ${when}`,
    withRefund: (reason) => `con reembolso: ${reason}`,
    treatment: (price, slots) => `precio ${price}, ${slots} horarios`,
    name: 'nombre',
    price: 'precio',
    description: 'descripción',
    added: (slots) => `añadidos ${slots}`,
    removed: (slots) => `quitados ${slots}`,
    archived: 'archivado',
    restored: 'restaurado',
    email: 'correo electrónico',
    lifted: 'quitados',
    setAgain: 'puestos de nuevo',
    opening: (closed, days, minutes) =>
      `cerrado: ${closed}; ${days} ${days === 1 ? 'día' : 'días'} por delante; ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} antes`,
    told: (count) => (count === 1 ? '1 avisado' : `${count} avisados`),
    sessions: (count) => (count === 1 ? '1 sesión' : `${count} sesiones`),
    settled: {
      ask: (count) => `a ${count} se les pidió elegir otro horario`,
      cancel: (count) => `${count} ${count === 1 ? 'cancelada' : 'canceladas'} con reembolso`,
    },
    planSettled: (count) => (count === 1 ? '1 resuelta' : `${count} resueltas`),
    failed: (count) => `${count} sin éxito`,
    notBooked: (count) => `${count} sin reservar`,
    imported: ({ added, booked, refused }) =>
      `${added} añadidos; ${booked} citas; ${refused} rechazados`,
  },
})

type Changed = { from: unknown; to: unknown } | undefined

/** The parts that changed, in the order of their labels. */
function changesText<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  changed: { readonly [Part in NoInfer<Name>]?: Changed },
): string[] {
  const names = Object.keys(labels).filter((name): name is Name => name in labels)
  return names.flatMap((name) => changeText(labels[name], changed[name]))
}

function changeText(label: string, changed: Changed): string[] {
  return changed ? [`${label} ${String(changed.from)} -> ${String(changed.to)}`] : []
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

type Plain = { search: string }
type Describers = { [A in AuditAction]: (data: AuditData<A>) => string }
type PlainAction = { [A in AuditAction]: AuditData<A> extends Plain ? A : never }[AuditAction]

const searched = ({ search }: Plain) => search
/** Reads, and acts whose subject says everything. */
const plain: Pick<Describers, PlainAction> = {
  ...{ admin_made: searched, admin_right_removed: searched },
  ...{ factors_reset: searched, password_reset: searched },
  ...{ appointment_read: searched, appointment_refunded: searched },
  ...{ appointments_exported: searched, appointments_searched: searched },
  ...{ audit_read: searched, backup_begun: searched, chair_added: searched },
  ...{ day_note_changed: searched, day_opened: searched, day_read: searched },
  desk_payment_removed: searched,
  ...{ doctor_absent: searched, doctor_added: searched, doctor_removed: searched },
  ...{ doctor_schedule_changed: searched, doctor_week_read: searched },
  ...{ feed_ended: searched, feed_made: searched, feed_read: searched },
  ...{ invitation_withdrawn: searched, invitations_read: searched },
  ...{ messages_read: searched, patient_added: searched },
  ...{ patient_changed: searched, patient_noted: searched },
  ...{ patient_erased: searched, patient_exported: searched, patient_looks_read: searched },
  ...{ patient_read: searched, patients_import_checked: searched },
  ...{ patients_searched: searched, payments_exported: searched, photo_uploaded: searched },
  ...{ plan_change_answered: searched, plan_change_read: searched },
  plan_change_written: searched,
  ...{ removal_read: searched, request_opened: searched, request_written: searched },
  ...{ reviews_read: searched, settings_changed: searched, user_removed: searched },
  ...{ users_read: searched, waitlist_read: searched },
}

function describersIn(language: Language): Describers {
  const t = words[language]
  const when = (day: string, slot: string) =>
    `${showDay(language, day)}, ${showSlot(language, slot)}`
  const slotsText = (slots: readonly string[] = []) =>
    slots.map((slot) => showSlot(language, slot)).join(', ')
  const some = (slots: readonly string[] | undefined, say: (text: string) => string) =>
    slots && slots.length > 0 ? [say(slotsText(slots))] : []
  const toldText = (count: number | undefined) => (count === undefined ? [] : [t.told(count)])
  return {
    ...plain,
    appointment_booked: ({ treatment, day, slot }) => `${treatment}, ${when(day, slot)}`,
    next_visits_booked: ({ days, refused }) =>
      [
        days.map((day) => showDay(language, day)).join('; '),
        ...(refused > 0 ? [t.notBooked(refused)] : []),
      ]
        .filter(Boolean)
        .join('; '),
    appointment_rescheduled: ({ day, slot }) => t.movedTo(when(day, slot)),
    appointment_cancelled: ({ reason, refund }) => (refund ? t.withRefund(reason) : reason),
    status_set: ({ status }) => t.statuses[status],
    desk_payment_recorded: ({ method }) => t.methods[method],
    call_refused: ({ role, needs }) =>
      `${roleTexts[language][role]}: ${capabilityTexts[language][needs]}`,
    role_changed: ({ from, to }) => `${roleTexts[language][from]} -> ${roleTexts[language][to]}`,
    sessions_ended: ({ count }) => t.sessions(count),
    staff_invited: ({ role }) => roleTexts[language][role],
    treatment_added: ({ priceCents, slots }) => t.treatment(dollars(priceCents), slots),
    treatment_changed: ({ name, description, priceCents: price, added, removed }) =>
      [
        ...changeText(t.name, name),
        ...(description ? [t.description] : []),
        ...changeText(t.price, price && { from: dollars(price.from), to: dollars(price.to) }),
        ...some(added, t.added),
        ...some(removed, t.removed),
      ].join('; '),
    patient_archived: ({ archived }) => (archived ? t.archived : t.restored),
    patients_imported: (counts) => t.imported(counts),
    patients_merged: ({ from }) => from,
    patients_parted: ({ from }) => from,
    treatment_archived: ({ archived }) => (archived ? t.archived : t.restored),
    chair_changed: ({ archived }) => (archived ? t.archived : ''),
    time_blocked: ({ day, slot, reason }) => [when(day, slot), reason].filter(Boolean).join('; '),
    time_unblocked: ({ day, slot }) => when(day, slot),
    doctor_changed: ({ email }) => `${t.email} -> ${email}`,
    limits_changed: ({ unbounded }) => (unbounded ? t.lifted : t.setAgain),
    opening_changed: ({ closedWeekdays, horizonDays, leadMinutes, told }) => {
      const closed = closedWeekdays.map((weekday) => t.weekdays[weekday]).join(', ') || t.never
      return [t.opening(closed, horizonDays, leadMinutes), ...toldText(told)].join('; ')
    },
    days_closed: ({ reason, told }) => [reason, ...toldText(told)].join('; '),
    closed_days_settled: ({ way, settled, failed }) =>
      [t.settled[way](settled), ...(failed > 0 ? [t.failed(failed)] : [])].join('; '),
    plan_change_settled: ({ settled, failed }) =>
      [t.planSettled(settled), ...(failed > 0 ? [t.failed(failed)] : [])].join('; '),
    profile_changed: ({ pages = [], ...lines }) =>
      [...changesText(t.profile, lines), ...pages.map((page) => t.pages[page])].join('; '),
    policy_changed: (changes) => changesText(t.policy, changes).join('; '),
    review_decided: ({ from, to }) => `${t.reviews[from]} -> ${t.reviews[to]}`,
    message_marked: ({ state }) => t.messages[state],
    other: ({ detail }) => detail,
  }
}

const describers: Record<Language, Describers> = { en: describersIn('en'), es: describersIn('es') }

/** The fields of an entry in the reader's language; '' where there are none. */
export function describeEntry<A extends AuditAction>(
  language: Language,
  { action, data }: { [K in A]: { action: K; data: AuditData<K> | AsWritten | null } }[A],
): string {
  if (data === null) return ''
  return isAsWritten(data) ? data.text : describers[language][action](data)
}
