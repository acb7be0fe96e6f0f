import type { everyEndpoint } from '../../contract/every-endpoint.ts'
import { defineTexts, type Language } from '../../contract/language.ts'

type Endpoints = typeof everyEndpoint
type NameOf<E> = E extends { audit: infer Name extends string } ? Name : never

/** What the audit writes: the name of each call that is written down, and a calendar that is read. */
export type Action = NameOf<Endpoints[keyof Endpoints]> | 'Read the calendar feed'

/** English is what the audit keeps. */
const actionTexts = defineTexts<Partial<Record<string, string>>>({
  en: {},
  es: {
    'Added a doctor': 'Añadió un doctor',
    'Added a treatment': 'Añadió un tratamiento',
    'Archived or restored a treatment': 'Archivó o restauró un tratamiento',
    'Booked for a patient': 'Reservó para un paciente',
    'Cancelled an appointment': 'Canceló una cita',
    'Changed a doctor': 'Modificó un doctor',
    'Changed a treatment': 'Modificó un tratamiento',
    'Changed the clinic profile': 'Modificó el perfil de la clínica',
    'Changed the limits of a user': 'Modificó los límites de un usuario',
    'Changed the opening days': 'Modificó los días de atención',
    'Changed the policy': 'Modificó la política',
    'Closed days': 'Cerró días',
    'Decided on a review': 'Decidió sobre una opinión',
    'Ended a calendar feed': 'Desactivó un calendario para suscribirse',
    'Exported appointments': 'Exportó las citas',
    'Exported payments': 'Exportó los pagos',
    'Looked at a day': 'Consultó un día',
    'Looked at an appointment': 'Consultó una cita',
    'Looked at the audit': 'Consultó la auditoría',
    'Looked at the contact messages': 'Consultó los mensajes',
    'Looked at the reviews': 'Consultó las opiniones',
    'Looked at the waiting line': 'Consultó la lista de espera',
    'Looked at the users': 'Consultó los usuarios',
    'Made a calendar feed': 'Creó un calendario para suscribirse',
    'Made a user an admin': 'Hizo administrador a un usuario',
    'Marked a contact message': 'Marcó un mensaje',
    'Marked an appointment': 'Marcó una cita',
    'Moved an appointment': 'Cambió una cita',
    'Opened a closed day': 'Abrió un día cerrado',
    'Read the calendar feed': 'Leyó el calendario',
    'Recorded a payment at the desk': 'Registró un pago en recepción',
    'Refunded an appointment': 'Reembolsó una cita',
    'Removed a doctor': 'Eliminó un doctor',
    'Removed a payment at the desk': 'Eliminó un pago en recepción',
    'Removed a user': 'Eliminó un usuario',
    'Searched the appointments': 'Buscó entre las citas',
    'Uploaded a photo': 'Subió una foto',
  } satisfies Record<Action, string>,
})

/** An action in the reader's language; one of old, which nobody knows any more, stays as it is. */
export function showAction(language: Language, action: string): string {
  return actionTexts[language][action] ?? action
}
