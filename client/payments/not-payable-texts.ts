import { defineTexts } from '../../contract/language.ts'

/** Why an appointment cannot be paid, as titles and what to do. */
export const notPayableTexts = defineTexts({
  en: {
    cannot: 'This cannot be paid here',
    cancelled: 'This appointment was cancelled',
    cancelledText: 'There is nothing to pay for it any more. You are welcome to book another time.',
    over: 'This appointment is over',
    overText: 'It can no longer be paid online. Please settle it with the clinic.',
    nothing: 'There is nothing to pay',
    nothingText: 'This appointment is free of charge. We look forward to seeing you.',
    returned: 'Your money is on its way back',
    returnedText:
      'This appointment could no longer be paid, so the clinic gives you back what it received.',
    paid: 'This appointment is already paid',
    paidText: 'There is nothing left to do. We look forward to seeing you.',
    atClinic: 'Pay at the clinic',
    atClinicText: (money: string) =>
      `This clinic does not take cards online. Please pay ${money} at the front desk when you come.`,
    priceDiffers: 'The price has changed',
    seeNewPrice: 'See the new price',
    priceDiffersText: 'You have not been charged. Please look at the price again before you pay.',
  },
  es: {
    cannot: 'No se puede pagar aquí',
    cancelled: 'Esta cita se canceló',
    cancelledText: 'Ya no hay nada que pagar por ella. Cuando quiera, puede reservar otra.',
    over: 'Esta cita ya pasó',
    overText: 'Ya no se puede pagar en línea. Acuerde el pago con la clínica, por favor.',
    nothing: 'No hay nada que pagar',
    nothingText: 'Esta cita no tiene costo. Será un gusto atenderle.',
    returned: 'Su dinero va de vuelta a su tarjeta',
    returnedText: 'Esta cita ya no se podía pagar, así que la clínica le devuelve lo que recibió.',
    paid: 'Esta cita ya está pagada',
    paidText: 'No queda nada por hacer. Será un gusto atenderle.',
    atClinic: 'Pague en la clínica',
    atClinicText: (money) =>
      `Esta clínica no acepta tarjetas en línea. Pague ${money} en recepción cuando venga, por favor.`,
    priceDiffers: 'El precio ha cambiado',
    seeNewPrice: 'Ver el precio nuevo',
    priceDiffersText:
      'No se le ha cobrado nada. Revise el precio de nuevo antes de pagar, por favor.',
  },
})
