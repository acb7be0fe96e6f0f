import { defineTexts } from '../language.ts'

/** Why something that staff asked for was not done: stable codes with the sentence they read. */
export const staffRefusals = {
  self_removal: 'You cannot remove your own account.',
  last_admin: 'The clinic needs at least one admin. Make somebody else an admin first.',
  email_unproved:
    'This person has not confirmed their e-mail address yet. Once they have, you can give them a role.',
  no_such_doctor:
    'There is no doctor with this e-mail. Add the doctor first, or give the doctor this e-mail.',
  invitation_over: 'This invitation was used, withdrawn or is over. Ask the clinic for a new one.',
  invitation_of_another:
    'This invitation is for another address. Sign in with the address that it was mailed to.',
  doctor_exists: 'There is a doctor with this e-mail already.',
  unknown_specialty: 'This specialty is not among the treatments.',
  treatment_gone: 'One of these treatments is not there any more. Please look again.',
  chair_exists: 'There is a chair of this name already.',
  unknown_chair: 'One of these chairs is not there any more. Please look again.',
  time_blocked: 'This doctor is blocked in a part of that time already.',
  schedule_full: 'This doctor’s schedule has as many entries as can be stored.',
  treatment_exists: 'There is a treatment of this name already.',
  slots_overlap: 'Two of these slots overlap.',
  appointments_affected: 'There are appointments that this touches.',
  requests_affected: 'There are requests on the waitlist that this touches.',
  request_changed: 'This request has changed meanwhile. Please look again.',
  no_confirmed_mail: 'This patient has no confirmed e-mail. Please call them.',
  written_enough:
    'This patient was written to about this several times lately, so nothing was sent.',
  days_backwards: 'The last day lies before the first.',
  too_many_days: 'Please close at most 60 days at once.',
  too_many_absent_days: 'Please enter at most 60 days at once.',
  absence_over: 'The last of these days is over.',
  already_answered: 'This patient has answered meanwhile, or nothing is left to be asked.',
  changed_meanwhile:
    'Somebody else has saved this meanwhile. What you typed is still here: look at what changed, then save again.',
  appointment_cancelled: 'This appointment was cancelled.',
  appointment_changed: 'Somebody has changed this appointment meanwhile. Please look again.',
  slot_held: 'This time is held for somebody on the waitlist.',
  appointment_over: 'The day of this appointment is over.',
  refund_unavailable:
    'Card payments are switched off, so the money cannot go back from here. Cancel without a refund.',
  not_yet_begun: 'This appointment has not begun yet.',
  patient_arrived: 'This patient has arrived, so it is no no-show. Undo that first.',
  visit_completed: 'This visit is completed. Undo that first.',
  already_paid: 'This appointment is already paid.',
  not_desk_paid: 'This appointment was not paid at the desk.',
  nothing_due: 'There is nothing to pay for this appointment.',
  no_image: 'This is not a picture that we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  image_too_large:
    'This picture is too large. Please choose one under 10 MB and 50 megapixels, as AVIF or GIF 16.',
  image_host_unavailable: 'The image host does not take pictures just now. Please try again later.',
} as const
export type StaffRefusal = keyof typeof staffRefusals

export const staffRefusalTexts = defineTexts<Record<StaffRefusal, string>>({
  en: staffRefusals,
  es: {
    self_removal: 'No puede eliminar su propia cuenta.',
    last_admin:
      'La clínica necesita al menos un administrador. Dé primero esos permisos a otra persona.',
    email_unproved:
      'Esta persona todavía no ha confirmado su correo electrónico. Cuando lo haga, podrá darle un rol.',
    no_such_doctor:
      'No hay ningún doctor con este correo. Añada antes al doctor, o póngale este correo.',
    invitation_over: 'Esta invitación ya se usó, se retiró o caducó. Pida otra a la clínica.',
    invitation_of_another:
      'Esta invitación es para otra dirección. Inicie sesión con la dirección a la que se envió.',
    doctor_exists: 'Ya hay un doctor con ese correo electrónico.',
    unknown_specialty: 'Esta especialidad no está entre los tratamientos.',
    treatment_gone: 'Uno de estos tratamientos ya no existe. Revíselo de nuevo, por favor.',
    chair_exists: 'Ya hay un sillón con ese nombre.',
    unknown_chair: 'Uno de estos sillones ya no existe. Revíselo de nuevo, por favor.',
    time_blocked: 'Este doctor ya está bloqueado en parte de ese tiempo.',
    schedule_full: 'El horario de este doctor ya no admite más entradas.',
    treatment_exists: 'Ya hay un tratamiento con ese nombre.',
    slots_overlap: 'Dos de estos horarios se superponen.',
    appointments_affected: 'Hay citas afectadas por este cambio.',
    requests_affected: 'Hay solicitudes en la lista de espera afectadas por este cambio.',
    request_changed: 'Esta solicitud cambió mientras tanto. Vuelva a revisarla, por favor.',
    no_confirmed_mail: 'Este paciente no tiene un correo confirmado. Llámelo, por favor.',
    written_enough:
      'A este paciente se le escribió varias veces hace poco sobre esto, así que no se envió nada.',
    days_backwards: 'El último día es anterior al primero.',
    too_many_days: 'Cierre como máximo 60 días a la vez, por favor.',
    too_many_absent_days: 'Anote como máximo 60 días a la vez, por favor.',
    absence_over: 'El último de estos días ya pasó.',
    already_answered: 'Este paciente ya respondió mientras tanto, o no queda nada que preguntar.',
    changed_meanwhile:
      'Alguien más guardó cambios mientras tanto. Lo que escribió sigue aquí: revise qué cambió y guarde de nuevo.',
    appointment_cancelled: 'Esta cita fue cancelada.',
    appointment_changed: 'Alguien cambió esta cita mientras tanto. Revísela de nuevo, por favor.',
    slot_held: 'Este horario está guardado para alguien de la lista de espera.',
    appointment_over: 'El día de esta cita ya pasó.',
    refund_unavailable:
      'Los pagos con tarjeta están desactivados y desde aquí no se puede devolver el dinero. Cancele sin reembolso.',
    not_yet_begun: 'Esta cita todavía no comienza.',
    patient_arrived: 'Este paciente ya llegó, así que no faltó. Deshaga eso primero.',
    visit_completed: 'Esta visita ya se realizó. Deshaga eso primero.',
    already_paid: 'Esta cita ya está pagada.',
    not_desk_paid: 'Esta cita no se pagó en recepción.',
    nothing_due: 'No hay nada que pagar por esta cita.',
    no_image:
      'No podemos leer esta imagen. Elija un archivo JPEG, PNG, WebP, AVIF o GIF, por favor.',
    image_too_large:
      'Esta imagen es demasiado grande. Elija una de menos de 10 MB y 50 megapíxeles, o 16 si es AVIF o GIF, por favor.',
    image_host_unavailable:
      'El servicio de imágenes no recibe archivos en este momento. Inténtelo más tarde, por favor.',
  },
})

/** Refusals of a booking that are worded for patients elsewhere, as staff read them. */
export const staffBookingTexts = defineTexts({
  en: {
    already_booked: 'This patient already has this treatment on that day.',
    patient_busy: 'This patient has another appointment at that time.',
    day_too_far: 'That day is beyond the booking window.',
  },
  es: {
    already_booked: 'Este paciente ya tiene este tratamiento ese día.',
    patient_busy: 'Este paciente tiene otra cita a esa hora.',
    day_too_far: 'Ese día está más allá del plazo de reserva.',
  },
})
