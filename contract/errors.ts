import * as z from 'zod/mini'
import { defineTexts, sentencesOf } from './language.ts'

/** Why an appointment was not made: stable codes, with the sentence a patient is shown. */
export const bookingRefusals = {
  slot_taken: 'Somebody else has just taken this time.',
  doctor_unavailable:
    'This doctor is not free at this time. Please choose another time or another doctor.',
  doctor_not_for_treatment: 'This doctor does not do this treatment. Please choose another doctor.',
  nobody_works: 'No doctor works at that time. Please choose another time.',
  chair_unavailable: 'This chair is not free for this at that time. Please choose another chair.',
  already_booked: 'You already have this treatment on that day.',
  patient_busy: 'You have another appointment at that time.',
  slot_begun: 'That time has already begun.',
  too_soon: 'That time is too soon to be booked online. Please call the clinic.',
  day_past: 'That day is over.',
  day_closed: 'The clinic is closed on that day.',
  day_too_far: 'That day is too far ahead to be booked.',
  unknown_treatment: 'This treatment is not offered.',
  unknown_slot: 'This treatment has no such time.',
  price_changed: 'The price has changed. Please check the new one.',
  confirm_first:
    'Until its e-mail is confirmed, an account holds only so many unpaid appointments. To go on, follow the link that we mailed you, or pay for what you have booked.',
  too_many_unpaid:
    'You hold as many unpaid appointments as an account can. To go on, pay for one of them or cancel one, or call the clinic.',
  too_many_bookings:
    'You have booked as many appointments in an hour as an account can. Please go on later, or call the clinic.',
  wrong_patient: 'You can book for your own account only.',
  unknown_account: 'There is no account with this e-mail that was confirmed.',
  family_full: 'The family list of this account is full: it takes 20 people.',
  unknown_dependent: 'This person is no longer in your family list. Please choose again.',
} as const
export type BookingRefusal = keyof typeof bookingRefusals

/** Failures that any call can answer with, and what they say when nothing more is known. */
export const failures = {
  invalid_input: { status: 400, message: 'Something in the request is missing or malformed.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  forbidden: { status: 403, message: 'This is not yours to see or change.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  no_such_clinic: { status: 404, message: 'No clinic has this address.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  too_large: { status: 413, message: 'The request is too large.' },
  unsupported_type: { status: 415, message: 'Please send JSON.' },
  too_many_requests: { status: 429, message: 'That was a lot at once. Please wait a little.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'We cannot answer just now. Please try again shortly.' },
  moving: {
    status: 503,
    message: 'The portal is being moved to another server. Please try again in a few minutes.',
  },
} as const
export type FailureCode = keyof typeof failures

/** A day as in `Jun 5, 2022`, a slot, and the doctor; `null` if no doctor is named. */
export const PlaceOfAppointment = z.object({
  date: z.string(),
  slot: z.string(),
  doctor: z.nullable(z.string()),
  doctorName: z.nullable(z.string()),
})
export type PlaceOfAppointment = z.infer<typeof PlaceOfAppointment>

/** What staff need to decide on an appointment that loses its doctor or chair. */
export const Proposal = z.object({
  revision: z.number(),
  phone: z.string(),
  /** False where there is no address to write to: staff call. */
  hasMail: z.boolean(),
  /** Another doctor or chair at the same time. */
  same: z.nullable(PlaceOfAppointment),
  /** The next free times. */
  times: z.array(PlaceOfAppointment),
})
export type Proposal = z.infer<typeof Proposal>

/** An appointment in the way of what staff want to change. */
export const AffectedAppointment = z.object({
  _id: z.string(),
  treatment: z.string(),
  /** As in `Jun 5, 2022`. */
  date: z.string(),
  slot: z.string(),
  patientName: z.string(),
  proposal: z.optional(Proposal),
})
export type AffectedAppointment = z.infer<typeof AffectedAppointment>

/** Who the waitlist holds a slot for, until an instant in UTC. */
export const Held = z.object({ patientName: z.string(), until: z.string() })
export type Held = z.infer<typeof Held>

/**
 * The body of every error. `issues` names the fields of a 400 with codes of `issues.ts`. `success` is on
 * every refused booking, `decline_code` on a refused card. `affected` (the first 100) and `held` are on a
 * change that asks for confirmation; `waiting` counts the waitlist requests that would lose their doctor by
 * that change.
 */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  issues: z.optional(
    z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  ),
  success: z.optional(z.literal(false)),
  decline_code: z.optional(z.string()),
  affected: z.optional(z.array(AffectedAppointment)),
  waiting: z.optional(z.int()),
  held: z.optional(Held),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const bookingRefusalTexts = defineTexts<Record<BookingRefusal, string>>({
  en: bookingRefusals,
  es: {
    slot_taken: 'Otra persona acaba de reservar ese horario.',
    doctor_unavailable:
      'Este doctor no está libre a esa hora. Elija otro horario u otro doctor, por favor.',
    doctor_not_for_treatment: 'Este doctor no hace este tratamiento. Elija otro doctor, por favor.',
    nobody_works: 'Ningún doctor trabaja a esa hora. Elija otro horario, por favor.',
    chair_unavailable:
      'Este sillón no está libre para esto a esa hora. Elija otro sillón, por favor.',
    already_booked: 'Usted ya tiene este tratamiento ese día.',
    patient_busy: 'Usted tiene otra cita a esa hora.',
    slot_begun: 'Esa hora ya comenzó.',
    too_soon: 'Falta muy poco para reservar esa hora en línea. Llame a la clínica, por favor.',
    day_past: 'Ese día ya pasó.',
    day_closed: 'La clínica está cerrada ese día.',
    day_too_far: 'Ese día está demasiado lejos para reservarlo.',
    unknown_treatment: 'Este tratamiento no se ofrece.',
    unknown_slot: 'Este tratamiento no tiene ese horario.',
    price_changed: 'El precio ha cambiado. Revíselo de nuevo, por favor.',
    confirm_first:
      'Hasta que se confirma su correo electrónico, una cuenta solo puede tener unas pocas citas sin pagar. Para seguir, use el enlace que le enviamos por correo o pague lo que ya reservó.',
    too_many_unpaid:
      'Tiene tantas citas sin pagar como admite una cuenta. Para seguir, pague o cancele una, o llame a la clínica.',
    too_many_bookings:
      'Ha reservado en una hora tantas citas como admite una cuenta. Siga más tarde o llame a la clínica, por favor.',
    wrong_patient: 'Solo puede reservar con su propia cuenta.',
    unknown_account: 'No hay ninguna cuenta con este correo que esté confirmada.',
    family_full: 'La lista familiar de esta cuenta está completa: admite 20 personas.',
    unknown_dependent: 'Esta persona ya no está en su lista familiar. Elija de nuevo, por favor.',
  },
})

export const failureTexts = defineTexts<Record<FailureCode, string>>({
  en: sentencesOf(failures),
  es: {
    invalid_input: 'A la solicitud le falta algo o tiene algún dato mal escrito.',
    unauthenticated: 'Inicie sesión, por favor.',
    forbidden: 'Usted no puede ver ni cambiar esto.',
    not_found: 'Aquí no hay nada.',
    no_such_clinic: 'Ninguna clínica tiene esta dirección.',
    method_not_allowed: 'Esta dirección no acepta ese método.',
    too_large: 'La solicitud es demasiado grande.',
    unsupported_type: 'Envíe JSON, por favor.',
    too_many_requests: 'Han sido muchos intentos seguidos. Espere un poco, por favor.',
    internal: 'Algo falló de nuestro lado. Inténtelo de nuevo, por favor.',
    unavailable: 'No podemos responder en este momento. Inténtelo de nuevo en breve, por favor.',
    moving:
      'Estamos trasladando el portal a otro servidor. Inténtelo de nuevo en unos minutos, por favor.',
  },
})
