import { defineTexts } from '../../contract/language.ts'

/** An offer, and its outcome. */
export const offerTexts = defineTexts({
  en: {
    pageTitle: 'A time for you',
    what: 'The offer',
    loading: 'Loading the offer…',
    earlier: 'An earlier time is free',
    free: 'A time is free',
    forWhom: (name: string) => `For ${name}`,
    instead: (when: string) => `Instead of ${when}`,
    priceStays: 'Price and payment stay as they are.',
    price: (money: string) => `Price: ${money}`,
    heldUntil: 'Held for you until',
    accept: 'Take this time',
    decline: 'Not this time',
    declineHint:
      'If it does not suit you, somebody else can have it. Everything stays as it is then, and you stay on the waitlist for other times.',
    unclear:
      'The answer of the clinic did not reach us. You can safely press again: it is done only once.',
    acceptedTitle: 'This time is yours',
    moved:
      'Your appointment is rescheduled to it. A mail with the new calendar entry is on its way.',
    booked: 'Your appointment is booked. A mail with the calendar entry is on its way.',
    declinedTitle: 'Thank you for telling us',
    declined:
      'We offer this time to the next on the waitlist. Your appointments stay as they are, and you stay on the waitlist for other times.',
    expiredTitle: 'This offer has expired',
    expired:
      'Its time has run out, or the slot is no longer offered. Your appointments stay as they are, and you stay on the waitlist for other times.',
    withdrawn:
      'The clinic has had to give this time to another patient, and is sorry. Your appointments stay as they are, and you stay on the waitlist for other times.',
    unknownTitle: 'We do not know this offer',
    unknown: 'The address may be incomplete. Please open the link in our mail again.',
    toAppointments: 'My Appointments',
    toLine: 'My Waitlist',
    noticeLabel: 'Held for you',
  },
  es: {
    pageTitle: 'Un horario para usted',
    what: 'la oferta',
    loading: 'Cargando la oferta…',
    earlier: 'Quedó libre un horario más temprano',
    free: 'Quedó libre un horario',
    forWhom: (name) => `Para ${name}`,
    instead: (when) => `En lugar de ${when}`,
    priceStays: 'El precio y el pago no cambian.',
    price: (money) => `Precio: ${money}`,
    heldUntil: 'Guardado para usted hasta el',
    accept: 'Aceptar este horario',
    decline: 'Esta vez no',
    declineHint:
      'Si no le conviene, otra persona podrá aprovecharlo. Todo queda como está y usted sigue en la lista para otros horarios.',
    unclear:
      'No nos llegó la respuesta de la clínica. Puede pulsar otra vez con tranquilidad: se hará una sola vez.',
    acceptedTitle: 'Este horario es suyo',
    moved:
      'Su cita pasó a ese horario. Le enviamos un correo con la nueva entrada para su calendario.',
    booked: 'Su cita está reservada. Le enviamos un correo con la entrada para su calendario.',
    declinedTitle: 'Gracias por avisarnos',
    declined:
      'Ofrecemos este horario a la siguiente persona. Sus citas quedan como están y usted sigue en la lista para otros horarios.',
    expiredTitle: 'Esta oferta terminó',
    expired:
      'Se acabó el tiempo para responder o el horario ya no se ofrece. Sus citas quedan como están y usted sigue en la lista para otros horarios.',
    withdrawn:
      'La clínica tuvo que dar este horario a otro paciente y lo siente. Sus citas quedan como están y usted sigue en la lista para otros horarios.',
    unknownTitle: 'No conocemos esta oferta',
    unknown:
      'Puede que la dirección esté incompleta. Abra de nuevo el enlace de nuestro correo, por favor.',
    toAppointments: 'Mis citas',
    toLine: 'Lista de espera',
    noticeLabel: 'Guardado para usted',
  },
})
