import { defineTexts, sentencesOf } from '../language.ts'

/**
 * Why a payment was not opened, recorded or refunded: stable codes, each a state of the screen, with the
 * sentence a patient is shown. In addition: 403 `forbidden` for an appointment of another account, 404
 * `not_found` for an unknown one.
 */
export const paymentRefusals = {
  payments_off: { status: 409, message: 'Please pay at the clinic.' },
  appointment_cancelled: { status: 409, message: 'This appointment was cancelled.' },
  appointment_over: { status: 409, message: 'This appointment is over. Please ask the clinic.' },
  appointment_impossible: {
    status: 409,
    message: 'This appointment cannot take place. Please choose another time.',
  },
  payment_begun: {
    status: 409,
    message:
      'A card payment was begun for this appointment, and we cannot see just now whether it went through. Please do not pay again, and ask the clinic.',
  },
  already_paid: { status: 409, message: 'This appointment is already paid.' },
  nothing_due: { status: 409, message: 'There is nothing to pay for this appointment.' },
  price_differs: { status: 409, message: 'The price has changed. Please check the new one.' },
  none_of_that_price: { status: 409, message: 'You have no unpaid appointment of that price.' },
  several_of_that_price: {
    status: 409,
    message: 'You have several unpaid appointments of that price. Please choose one of them.',
  },
  unknown_transaction: { status: 409, message: 'This payment does not belong here.' },
  not_paid: { status: 409, message: 'This has not been paid.' },
  wrong_amount: { status: 409, message: 'This payment has another amount.' },
  wrong_currency: { status: 409, message: 'This payment has another currency.' },
  payment_returned: {
    status: 409,
    message: 'This appointment could no longer be paid. Your money is on its way back to you.',
  },
  already_refunded: { status: 409, message: 'This payment was already refunded.' },
  provider_unavailable: {
    status: 503,
    message: 'We cannot reach the card service just now. Please try again shortly.',
  },
  payment_unverified: {
    status: 503,
    message:
      'We cannot check your payment just now. If your card was charged, we will record it by ourselves.',
  },
} as const
export type PaymentRefusal = keyof typeof paymentRefusals

export const paymentRefusalTexts = defineTexts<Record<PaymentRefusal, string>>({
  en: sentencesOf(paymentRefusals),
  es: {
    payments_off: 'Pague en la clínica, por favor.',
    appointment_cancelled: 'Esta cita fue cancelada.',
    appointment_over: 'Esta cita ya pasó. Consulte a la clínica, por favor.',
    appointment_impossible: 'Esta cita no puede realizarse. Elija otro horario, por favor.',
    payment_begun:
      'Se inició un pago con tarjeta de esta cita, y en este momento no podemos ver si se completó. No pague de nuevo y consulte a la clínica, por favor.',
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
    already_refunded: 'Este pago ya se reembolsó.',
    provider_unavailable:
      'No podemos comunicarnos con el servicio de tarjetas en este momento. Inténtelo de nuevo en breve, por favor.',
    payment_unverified:
      'No podemos comprobar su pago en este momento. Si se hizo el cargo en su tarjeta, lo registraremos nosotros.',
  },
})
