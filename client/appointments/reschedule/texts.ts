import { defineTexts } from '../../../contract/language.ts'

/** What cancelling and rescheduling have in common. */
export const changeTexts = defineTexts({
  en: {
    yourAppointment: 'Your appointment',
    loading: 'Loading your appointment…',
    myAppointments: 'My Appointments',
    bookAnother: 'Book another time',
    seeReceipt: 'See the receipt',
    cannotCancel: 'This appointment cannot be cancelled here',
    cannotReschedule: 'This appointment cannot be rescheduled here',
    isCancelled: 'This appointment is cancelled',
    isCancelledText:
      'Its time is free again, and there is nothing left to do. What you paid and what was refunded is in My History.',
    hasBegun: 'This appointment has already begun',
    hasBegunText: 'It can no longer be changed online. Please call the clinic if you need help.',
    myHistory: 'My History',
    closedDay:
      'We are sorry: the clinic is closed on that day. You can choose another time or cancel, however late it is.',
    displaced:
      'We are sorry: we had to change this appointment. You can choose another time or cancel, however late it is.',
    paidStays: 'What you paid stays with your new time, or all of it goes back.',
    signedOut: 'You have been signed out. Please sign in again.',
    stays: 'Your appointment stays as it is.',
    unclear:
      'The answer of the clinic did not reach us. You can safely press again: it is done only once.',
    mailComes: (email: string) => `A mail about it is on its way to ${email}.`,
    onItsWay: (money: string) =>
      `${money} is on its way back to your card. With most banks it takes 5 to 10 days.`,
  },
  es: {
    yourAppointment: 'Su cita',
    loading: 'Cargando su cita…',
    myAppointments: 'Mis citas',
    bookAnother: 'Reservar otra cita',
    seeReceipt: 'Ver el recibo',
    cannotCancel: 'Esta cita no se puede cancelar aquí',
    cannotReschedule: 'Esta cita no se puede reprogramar aquí',
    isCancelled: 'Esta cita está cancelada',
    isCancelledText:
      'El horario vuelve a estar libre y no queda nada por hacer. Lo que pagó y lo que se le devolvió está en Mi historial.',
    hasBegun: 'Esta cita ya ha comenzado',
    hasBegunText: 'Ya no se puede cambiar en línea. Si necesita ayuda, llame a la clínica.',
    myHistory: 'Mi historial',
    closedDay:
      'Lo sentimos: la clínica está cerrada ese día. Puede elegir otro horario o cancelar, aunque falte poco.',
    displaced:
      'Lo sentimos: tuvimos que cambiar esta cita. Puede elegir otro horario o cancelar, aunque falte poco.',
    paidStays: 'Lo que pagó se conserva para su nueva cita o se le devuelve por completo.',
    signedOut: 'Se ha cerrado su sesión. Inicie sesión de nuevo, por favor.',
    stays: 'Su cita sigue como estaba.',
    unclear:
      'No nos llegó la respuesta de la clínica. Puede pulsar otra vez con tranquilidad: se hará una sola vez.',
    mailComes: (email) => `Le enviamos un correo con los detalles a ${email}.`,
    onItsWay: (money) =>
      `${money} van de vuelta a su tarjeta. En la mayoría de los bancos tarda de 5 a 10 días.`,
  },
})

export const cancelTexts = defineTexts({
  en: {
    title: 'Cancel an appointment',
    ourRule: 'What that means',
    untilItBegins: 'You can cancel it online until it begins.',
    back: (money: string) => `If you cancel now, ${money} goes back to your card.`,
    backUntil: (instant: string) =>
      `That is so until ${instant}. If you cancel later, nothing goes back.`,
    backAlways: 'That stays so until your appointment begins.',
    tooLate: (money: string, instant: string) =>
      `Until ${instant} your payment would have gone back to you. If you cancel now, the ${money} that you paid does not go back.`,
    bookedLate: (money: string, span: string) =>
      `It was booked less than ${span} ahead, so the ${money} that you paid does not go back if you cancel.`,
    never: (money: string) =>
      `This clinic does not refund payments. If you cancel, the ${money} that you paid does not go back.`,
    desk: (money: string) =>
      `You paid ${money} at our desk, and that is where you get it back. Please call us or come by once you have cancelled.`,
    unpaid: 'You have not paid for it yet, so there is nothing to refund.',
    ratherReschedule: 'You can also reschedule it to another time, and keep what you paid.',
    ratherRescheduleUnpaid: 'You can also reschedule it to another time.',
    rescheduleUntil: (instant: string) => `Rescheduling it online is possible until ${instant}.`,
    rescheduleInstead: 'Reschedule it instead',
    keep: 'Keep this appointment',
    cancelAndBack: (money: string) => `Cancel this appointment and get ${money} back`,
    cancelWithout: 'Cancel without a refund',
    cancel: 'Cancel this appointment',
    cancelled: 'Your appointment is cancelled',
    timeFree: (treatment: string, date: string, slot: string) =>
      `${treatment} on ${date}, ${slot}: the time is free for others now.`,
    nothingBack: 'As shown before, nothing goes back.',
    notCharged: 'You have not been charged.',
  },
  es: {
    title: 'Cancelar una cita',
    ourRule: 'Qué significa',
    untilItBegins: 'Puede cancelarla en línea hasta que comience.',
    back: (money) => `Si la cancela ahora, se le devuelven ${money} a su tarjeta.`,
    backUntil: (instant) =>
      `Esto vale hasta el ${instant}. Si la cancela después, no hay reembolso.`,
    backAlways: 'Esto vale hasta que comience su cita.',
    tooLate: (money, instant) =>
      `Hasta el ${instant} le habríamos devuelto su pago. Si la cancela ahora, los ${money} que pagó no se devuelven.`,
    bookedLate: (money, span) =>
      `Se reservó con menos de ${span} de antelación, así que los ${money} que pagó no se devuelven si la cancela.`,
    never: (money) =>
      `Esta clínica no devuelve los pagos. Si cancela, los ${money} que pagó no se devuelven.`,
    desk: (money) =>
      `Usted pagó ${money} en recepción, y allí se le devuelven. Llámenos o pase por la clínica después de cancelar.`,
    unpaid: 'Todavía no la ha pagado, así que no hay nada que devolver.',
    ratherReschedule: 'También puede reprogramarla a otro horario sin perder lo que pagó.',
    ratherRescheduleUnpaid: 'También puede reprogramarla a otro horario.',
    rescheduleUntil: (instant) => `Puede reprogramarla en línea hasta el ${instant}.`,
    rescheduleInstead: 'Mejor reprogramarla',
    keep: 'Conservar esta cita',
    cancelAndBack: (money) => `Cancelar esta cita y recibir ${money} de vuelta`,
    cancelWithout: 'Cancelar sin reembolso',
    cancel: 'Cancelar esta cita',
    cancelled: 'Su cita está cancelada',
    timeFree: (treatment, date, slot) =>
      `${treatment}, ${date}, ${slot}: el horario queda libre para otra persona.`,
    nothingBack: 'Como le mostramos antes, no hay reembolso.',
    notCharged: 'No se le ha cobrado nada.',
  },
})

export const rescheduleTexts = defineTexts({
  en: {
    title: 'Reschedule an appointment',
    until: (instant: string) => `You can reschedule it online until ${instant}.`,
    treatment: 'Treatment',
    gone: (name: string) => `${name} is no longer offered`,
    toPay: (money: string) => `+${money} to pay`,
    back: (money: string) => `${money} back`,
    nothingBack: (money: string) => `${money} less, nothing back`,
    samePrice: 'same price',
    whatChanges: 'What changes',
    from: 'From',
    to: 'To',
    stillToChoose: 'Choose a time above.',
    due: (money: string) =>
      `${money} more to pay. You pay it on the next page; what you have paid stays with this appointment.`,
    dueAtClinic: (money: string) => `${money} more to pay, at the clinic.`,
    backToCard: (money: string) => `${money} goes back to your card.`,
    kept: (money: string) =>
      `It costs ${money} less, but this clinic does not refund payments. What you have paid stays with this appointment.`,
    even: 'What you have paid stays with this appointment. There is nothing more to pay.',
    price: (money: string) => `Price: ${money}, not paid yet.`,
    free: 'There is nothing to pay.',
    reschedule: 'Reschedule this appointment',
    rescheduleAndPay: (money: string) => `Reschedule it and go on to pay ${money}`,
    keep: 'Keep it as it is',
    rescheduled: 'Your appointment is rescheduled',
    newTime: (treatment: string, date: string, slot: string) => `${treatment}, ${date}, ${slot}.`,
    rescheduledAndDue: (date: string, slot: string, money: string) =>
      `Rescheduled to ${date}, ${slot}. ${money} is left to pay.`,
    oldTimeFree: 'Your old time is free for somebody else now.',
    dueLater: (money: string) => `${money} is left to pay.`,
    payNow: (money: string) => `Pay ${money} now`,
    cancelInstead: 'Cancel it instead',
  },
  es: {
    title: 'Reprogramar una cita',
    until: (instant) => `Puede reprogramarla en línea hasta el ${instant}.`,
    treatment: 'Tratamiento',
    gone: (name) => `${name} ya no se ofrece`,
    toPay: (money) => `+${money} por pagar`,
    back: (money) => `se le devuelven ${money}`,
    nothingBack: (money) => `${money} menos, sin reembolso`,
    samePrice: 'mismo precio',
    whatChanges: 'Qué cambia',
    from: 'De',
    to: 'A',
    stillToChoose: 'Elija un horario arriba.',
    due: (money) =>
      `Quedan ${money} por pagar. Los paga en la página siguiente; lo que ya pagó sigue valiendo para esta cita.`,
    dueAtClinic: (money) => `Quedan ${money} por pagar en la clínica.`,
    backToCard: (money) => `Se le devuelven ${money} a su tarjeta.`,
    kept: (money) =>
      `Cuesta ${money} menos, pero esta clínica no devuelve los pagos. Lo que ya pagó sigue valiendo para esta cita.`,
    even: 'Lo que ya pagó sigue valiendo para esta cita. No queda nada por pagar.',
    price: (money) => `Precio: ${money}, todavía por pagar.`,
    free: 'No hay nada que pagar.',
    reschedule: 'Reprogramar esta cita',
    rescheduleAndPay: (money) => `Reprogramarla y seguir al pago de ${money}`,
    keep: 'Dejarla como está',
    rescheduled: 'Su cita está reprogramada',
    newTime: (treatment, date, slot) => `${treatment}, ${date} (${slot}).`,
    rescheduledAndDue: (date, slot, money) =>
      `Su cita es ahora el ${date} (${slot}). Quedan por pagar ${money}.`,
    oldTimeFree: 'El horario anterior queda libre para otra persona.',
    dueLater: (money) => `Quedan ${money} por pagar.`,
    payNow: (money) => `Pagar ${money} ahora`,
    cancelInstead: 'Mejor cancelarla',
  },
})
