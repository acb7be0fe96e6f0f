import type { HistoryEntry } from '../../contract/appointments/appointment.ts'
import { defineTexts } from '../../contract/language.ts'

type Histories = {
  kinds: Record<HistoryEntry['kind'], string>
  people: Record<HistoryEntry['by'], string>
}

export const receiptTexts = defineTexts({
  en: {
    title: 'Receipt',
    yours: 'Your receipt',
    loading: 'Loading your receipt…',
    of: (clinic: string) => `Receipt of ${clinic}`,
    appointment: 'Appointment',
    paidOn: 'Paid on',
    amount: 'Amount',
    card: 'Card',
    amountPaid: 'Amount paid',
    givenBack: 'Given back',
    payment: (number: number) => `Payment ${number}`,
    requested: (money: string, instant: string) =>
      `A refund of ${money} was requested on ${instant}.`,
    succeeded: (money: string, instant: string) => `${money} was given back on ${instant}.`,
    failed: (money: string) => `A refund of ${money} did not go through. Please call the clinic.`,
    print: 'Print',
    none: 'There is no receipt yet',
    noneText: 'This appointment has not been paid online. Its receipt is here as soon as it is.',
    goToPayment: 'Go to the payment',
    history: 'History of this appointment',
  },
  es: {
    title: 'Recibo',
    yours: 'Su recibo',
    loading: 'Cargando su recibo…',
    of: (clinic) => `Recibo de ${clinic}`,
    appointment: 'Cita',
    paidOn: 'Pagado el',
    amount: 'Importe',
    card: 'Tarjeta',
    amountPaid: 'Importe pagado',
    givenBack: 'Devuelto',
    payment: (number) => `Pago ${number}`,
    requested: (money, instant) => `Se pidió un reembolso de ${money} el ${instant}.`,
    succeeded: (money, instant) => `Se devolvieron ${money} el ${instant}.`,
    failed: (money) => `Un reembolso de ${money} no se pudo hacer. Llame a la clínica, por favor.`,
    print: 'Imprimir',
    none: 'Todavía no hay recibo',
    noneText: 'Esta cita no se ha pagado en línea. Su recibo estará aquí en cuanto se pague.',
    goToPayment: 'Ir al pago',
    history: 'Historial de esta cita',
  },
})

export const historyTexts = defineTexts<Histories>({
  en: {
    kinds: {
      booked: 'Booked',
      cancelled: 'Cancelled',
      paid: 'Paid',
      payment_surplus: 'Paid, and to be given back',
      refund_requested: 'Refund requested',
      refunded: 'Refunded',
      refund_failed: 'Refund failed',
      moved: 'Moved',
      confirmed: 'Confirmed',
      arrived: 'Arrived',
      done: 'Done',
      no_show: 'Missed',
      mark_removed: 'Mark removed',
      paid_at_desk: 'Paid at the desk',
      desk_payment_removed: 'Payment at the desk removed',
    },
    people: { patient: 'by you', clinic: 'by the clinic', portal: 'by the portal' },
  },
  es: {
    kinds: {
      booked: 'Reservada',
      cancelled: 'Cancelada',
      paid: 'Pagada',
      payment_surplus: 'Pagada, por devolver',
      refund_requested: 'Reembolso pedido',
      refunded: 'Reembolso hecho',
      refund_failed: 'Reembolso fallido',
      moved: 'Cambiada',
      confirmed: 'Confirmada',
      arrived: 'Llegada',
      done: 'Realizada',
      no_show: 'Sin asistir',
      mark_removed: 'Marca quitada',
      paid_at_desk: 'Pagada en recepción',
      desk_payment_removed: 'Pago en recepción quitado',
    },
    people: { patient: 'por usted', clinic: 'por la clínica', portal: 'por el portal' },
  },
})
