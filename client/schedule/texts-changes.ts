import { defineTexts } from '../../contract/language.ts'

/** What staff do with an appointment: mark, move, cancel, take money and give it back. */
export const changeTexts = defineTexts({
  en: {
    whatToDo: 'What to do',
    visit: 'Visit',
    markFrom: (day: string) => `You can mark it as arrived, done or no-show from ${day} on.`,
    didCome: (patientName: string, slot: string) => `Did ${patientName} come at ${slot}?`,
    move: 'Move',
    cancelAppointment: 'Cancel appointment',
    refund: 'Refund',
    moveTitle: 'Move this appointment',
    moveNow: (treatment: string, patientName: string, date: string, slot: string) =>
      `${treatment} of ${patientName}, now on ${date} at ${slot}. Price and payment stay.`,
    toldByMail: (patientName: string) => `${patientName} is told by e-mail.`,
    moved: (patientName: string, date: string, slot: string) =>
      `${patientName} is moved to ${date} at ${slot}`,
    newDay: 'New day',
    newTime: 'New time',
    chooseTime: 'Choose a time',
    noTimeOn: (day: string) => `No time left on ${day}`,
    timeGone: 'This time is no longer free',
    timesFailed: (day: string) =>
      `We could not load the free times of ${day}. Please pick it again.`,
    cancelTitle: 'Cancel this appointment?',
    cancelOf: (patientName: string) => `Cancel the appointment of ${patientName}`,
    cancelled: (patientName: string) => `The appointment of ${patientName} is cancelled`,
    cancelNow: (patientName: string, date: string, slot: string) =>
      `${patientName}, ${date} at ${slot}. The time is free again at once.`,
    giveBack: (amount: string) => `Give ${amount} back to the card`,
    giveBackAtDesk: (amount: string) =>
      `${amount} was paid at the desk: please give it back there.`,
    readsIt: (patientName: string, email: string) =>
      `${patientName} reads it in an e-mail to ${email}.`,
    letThemKnow: (patientName: string) => `${patientName} has no e-mail: please let them know.`,
    callThem: (patientName: string, phone: string) =>
      `${patientName} has no e-mail: please call ${phone}.`,
    reason: 'Reason',
    reasonMissing: 'Please give a reason',
    paidAtDesk: 'Paid at the desk',
    paidAtDeskBy: (amount: string) => `${amount} paid at the desk by`,
    methods: { cash: 'Cash', card: 'Card', other: 'Other' },
    recorded: (amount: string) => `${amount} recorded as paid at the desk`,
    takeBack: 'Take this payment back',
    takeBackTitle: 'Take this payment back?',
    takeBackAmount: (amount: string) => `Take back ${amount}`,
    takeBackHint: (amount: string, patientName: string) =>
      `${amount} of ${patientName} will be due again. Use this for a payment that was recorded by mistake.`,
    refundTitle: 'Refund this payment?',
    refundAmount: (amount: string) => `Refund ${amount}`,
    refundHint: 'The patient reads it in an e-mail.',
    refundNow: (amount: string, patientName: string) =>
      `${amount} goes back to the card of ${patientName}. The appointment stays as it is.`,
    refundRefused: 'The card provider refused the refund',
    refunded: (amount: string, patientName: string) =>
      `${amount} is on its way back to ${patientName}`,
  },
  es: {
    whatToDo: 'Qué hacer',
    visit: 'Visita',
    markFrom: (day) => `Desde el ${day} podrá marcar si llegó, si se realizó o si faltó.`,
    didCome: (patientName, slot) => `¿Vino ${patientName}, ${slot}?`,
    move: 'Cambiar',
    cancelAppointment: 'Cancelar la cita',
    refund: 'Reembolsar',
    moveTitle: 'Cambiar esta cita',
    moveNow: (treatment, patientName, date, slot) =>
      `${treatment} de ${patientName}, ahora el ${date} (${slot}). El precio y el pago no cambian.`,
    toldByMail: (patientName) => `Avisaremos a ${patientName} por correo electrónico.`,
    moved: (patientName, date, slot) => `La cita de ${patientName} es ahora el ${date}, ${slot}`,
    newDay: 'Nuevo día',
    newTime: 'Nueva hora',
    chooseTime: 'Elija una hora',
    noTimeOn: (day) => `No queda ningún horario el ${day}`,
    timeGone: 'Este horario ya no está libre',
    timesFailed: (day) =>
      `No pudimos cargar los horarios libres del ${day}. Elíjalo de nuevo, por favor.`,
    cancelTitle: '¿Cancelar esta cita?',
    cancelOf: (patientName) => `Cancelar la cita de ${patientName}`,
    cancelled: (patientName) => `La cita de ${patientName} está cancelada`,
    cancelNow: (patientName, date, slot) =>
      `${patientName}, ${date}, ${slot}: el horario queda libre de inmediato.`,
    giveBack: (amount) => `Devolver ${amount} a la tarjeta`,
    giveBackAtDesk: (amount) => `Se pagaron ${amount} en recepción: devuélvalos allí, por favor.`,
    readsIt: (patientName, email) => `${patientName} lo leerá en un correo a ${email}.`,
    letThemKnow: (patientName) => `${patientName} no tiene correo electrónico: avísele, por favor.`,
    callThem: (patientName, phone) =>
      `${patientName} no tiene correo electrónico: llame al ${phone}, por favor.`,
    reason: 'Motivo',
    reasonMissing: 'Escriba un motivo, por favor',
    paidAtDesk: 'Pago en recepción',
    paidAtDeskBy: (amount) => `Forma de pago de ${amount} en recepción`,
    methods: { cash: 'Efectivo', card: 'Tarjeta', other: 'Otra' },
    recorded: (amount) => `${amount} anotados como pagados en recepción`,
    takeBack: 'Retirar este pago',
    takeBackTitle: '¿Retirar este pago?',
    takeBackAmount: (amount) => `Retirar ${amount}`,
    takeBackHint: (amount, patientName) =>
      `Los ${amount} de ${patientName} volverán a estar pendientes. Úselo si el pago se anotó por error.`,
    refundTitle: '¿Reembolsar este pago?',
    refundAmount: (amount) => `Reembolsar ${amount}`,
    refundHint: 'El paciente lo leerá en un correo electrónico.',
    refundNow: (amount, patientName) =>
      `${amount} vuelven a la tarjeta de ${patientName}. La cita sigue como está.`,
    refundRefused: 'El proveedor de tarjetas rechazó el reembolso',
    refunded: (amount, patientName) => `${amount} están en camino de vuelta a ${patientName}`,
  },
})
