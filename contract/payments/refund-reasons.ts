import { defineTexts } from '../language.ts'

/** Why the portal itself cancels or gives money back; kept in English, said to each reader by `translate`. */
export const refundReasons = defineTexts({
  en: {
    cancelled: 'You cancelled the appointment.',
    cheaper: 'Your new treatment costs less.',
    cancelledBefore: 'The appointment had been cancelled before you paid.',
    alreadyPaid: 'The appointment was already paid.',
    over: 'The appointment was over.',
    priceChanged: 'The price of the appointment had changed.',
    notConfirmed: 'The e-mail address was not confirmed in time.',
    accountRemoved: 'The account that had booked it was removed before its e-mail was confirmed.',
    alreadyHeld: 'You already had an appointment that it collided with.',
  },
  es: {
    cancelled: 'Usted canceló la cita.',
    cheaper: 'Su nuevo tratamiento cuesta menos.',
    cancelledBefore: 'La cita ya estaba cancelada cuando usted pagó.',
    alreadyPaid: 'La cita ya estaba pagada.',
    over: 'La cita ya había terminado.',
    priceChanged: 'El precio de la cita había cambiado.',
    notConfirmed: 'El correo electrónico no se confirmó a tiempo.',
    accountRemoved: 'La cuenta que la reservó se eliminó antes de confirmar su correo electrónico.',
    alreadyHeld: 'Usted ya tenía una cita que coincidía con esta.',
  },
})
