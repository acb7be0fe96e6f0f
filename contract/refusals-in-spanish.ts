import type { BookingRefusal, FailureCode } from './errors.ts'
import type { PaymentRefusal } from './payments/refusals.ts'
import type { CardRefusal } from './payments/sandbox.ts'
import type { ReviewRefusal } from './reviews/review.ts'
import type { StaffRefusal } from './schedule/refusals.ts'

export const bookingRefusalsInSpanish: Record<BookingRefusal, string> = {
  slot_taken: 'Otra persona acaba de reservar ese horario.',
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
  unknown_person: 'Esta persona ya no está en su lista familiar. Elija de nuevo, por favor.',
}

export const failuresInSpanish: Record<FailureCode, string> = {
  invalid_input: 'A la solicitud le falta algo o tiene algún dato mal escrito.',
  unauthenticated: 'Inicie sesión, por favor.',
  forbidden: 'Usted no puede ver ni cambiar esto.',
  not_found: 'Aquí no hay nada.',
  method_not_allowed: 'Esta dirección no acepta ese método.',
  too_large: 'La solicitud es demasiado grande.',
  unsupported_type: 'Envíe JSON, por favor.',
  too_many_requests: 'Han sido muchos intentos seguidos. Espere un poco, por favor.',
  internal: 'Algo falló de nuestro lado. Inténtelo de nuevo, por favor.',
  unavailable: 'No podemos responder en este momento. Inténtelo de nuevo en breve, por favor.',
}

export const paymentRefusalsInSpanish: Record<PaymentRefusal, string> = {
  payments_off: 'Pague en la clínica, por favor.',
  appointment_cancelled: 'Esta cita fue cancelada.',
  appointment_over: 'Esta cita ya pasó. Consulte a la clínica, por favor.',
  already_paid: 'Esta cita ya está pagada.',
  nothing_due: 'No hay nada que pagar por esta cita.',
  price_differs: 'El precio ha cambiado. Revíselo de nuevo, por favor.',
  none_of_that_price: 'No tiene ninguna cita sin pagar con ese precio.',
  several_of_that_price: 'Tiene varias citas sin pagar con ese precio. Elija una, por favor.',
  unknown_transaction: 'Este pago no corresponde a esta cita.',
  not_paid: 'Esto no se ha pagado.',
  wrong_amount: 'Este pago es de otro importe.',
  wrong_currency: 'Este pago es en otra moneda.',
  payment_returned: 'Esta cita ya no se podía pagar. Le estamos devolviendo su dinero.',
  already_refunded: 'Este pago ya se devolvió.',
  provider_unavailable:
    'No podemos comunicarnos con el servicio de tarjetas en este momento. Inténtelo de nuevo en breve, por favor.',
  payment_unverified:
    'No podemos comprobar su pago en este momento. Si se hizo el cargo en su tarjeta, lo registraremos nosotros.',
}

export const staffRefusalsInSpanish: Record<StaffRefusal, string> = {
  self_removal: 'No puede eliminar su propia cuenta.',
  last_admin:
    'La clínica necesita al menos un administrador. Dé primero esos permisos a otra persona.',
  email_unproved:
    'Esta persona todavía no ha confirmado su correo electrónico. Cuando lo haga, podrá darle permisos de administrador.',
  doctor_exists: 'Ya hay un doctor con ese correo electrónico.',
  unknown_specialty: 'Esta especialidad no está entre los tratamientos.',
  treatment_exists: 'Ya hay un tratamiento con ese nombre.',
  slots_overlap: 'Dos de estos horarios se superponen.',
  appointments_affected: 'Hay citas afectadas por este cambio.',
  days_backwards: 'El último día es anterior al primero.',
  too_many_days: 'Cierre como máximo 60 días a la vez, por favor.',
  appointment_cancelled: 'Esta cita fue cancelada.',
  appointment_changed: 'Alguien cambió esta cita mientras tanto. Revísela de nuevo, por favor.',
  appointment_over: 'El día de esta cita ya pasó.',
  refund_unavailable:
    'Los pagos con tarjeta están desactivados y desde aquí no se puede devolver el dinero. Cancele sin reembolso.',
  not_yet_begun: 'Esta cita todavía no comienza.',
  already_paid: 'Esta cita ya está pagada.',
  not_desk_paid: 'Esta cita no se pagó en recepción.',
  nothing_due: 'No hay nada que pagar por esta cita.',
  no_image: 'No podemos leer esta imagen. Elija un archivo JPEG, PNG, WebP, AVIF o GIF, por favor.',
  image_too_large:
    'Esta imagen es demasiado grande. Elija una de menos de 10 MB y 50 megapíxeles, o 16 si es AVIF o GIF, por favor.',
  image_host_unavailable:
    'El servicio de imágenes no recibe archivos en este momento. Inténtelo más tarde, por favor.',
}

export const reviewRefusalsInSpanish: Record<ReviewRefusal, string> = {
  review_exists: 'Ya escribió una opinión sobre esta cita.',
  review_too_early: 'Podrá escribir una opinión cuando la cita haya tenido lugar.',
  review_of_cancelled: 'Esta cita fue cancelada, así que no hay nada que opinar.',
  review_of_missed: 'Esta cita no tuvo lugar, así que no hay nada que opinar.',
  review_changed: 'Esta opinión cambió mientras tanto. Léala de nuevo, por favor.',
}

export const cardRefusalsInSpanish: Record<CardRefusal, string> = {
  incorrect_number: 'El número de la tarjeta no es correcto.',
  invalid_expiry_year: 'La fecha de vencimiento de la tarjeta ya pasó.',
  invalid_cvc: 'El código de seguridad de la tarjeta no es válido.',
  not_a_test_card:
    'Este es el modo de prueba: aquí solo sirven números de tarjeta de prueba, como 4242 4242 4242 4242. Lo que escribió no se guardó.',
  card_declined: 'La tarjeta fue rechazada.',
  expired_card: 'La tarjeta está vencida.',
  incorrect_cvc: 'El código de seguridad de la tarjeta no es correcto.',
  processing_error: 'Hubo un error al procesar la tarjeta. Inténtelo de nuevo en un momento.',
  payment_intent_authentication_failure:
    'No pudimos confirmar su forma de pago. Elija otra e inténtelo de nuevo, por favor.',
  resource_missing: 'Este pago no existe.',
  payment_intent_unexpected_state: 'Este pago ya no se puede hacer.',
}
