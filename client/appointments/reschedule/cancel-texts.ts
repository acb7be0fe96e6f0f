import { defineTexts } from '../../../contract/language.ts'

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
