import { defineTexts } from '../../contract/language.ts'

/** The payment screen; its card forms and the receipt have texts of their own. */
export const paymentTexts = defineTexts({
  en: {
    title: 'Payment',
    yours: 'Your payment',
    loading: 'Loading your payment…',
    price: 'Price:',
    paidBefore: 'Paid before:',
    due: 'Still to pay:',
    paid: 'Paid:',
    payAmount: (money: string) => `Pay ${money}`,
    /** Why Pay is disabled: not ready yet, or nothing left to pay. */
    preparing: 'Connecting to the card service…',
    nothingLeft: 'Nothing is left to pay.',
    back: 'Back to My Appointments',
    myAppointments: 'My Appointments',
    seeReceipt: 'See the receipt',
    transactionId: 'Transaction id',
    testMode: 'Test mode.',
    /** What a patient wants to know first of a payment that failed. */
    notCharged: 'You have not been charged.',
    outdated: 'This payment had expired, and we have started a new one.',
    pressOnceMore: 'Please press Pay again.',
    didNotGoThrough: 'The payment did not go through.',
    wentThrough: 'Your payment went through',
    telling:
      'We are recording it with the clinic. You can close this page: the payment will show in My Appointments by itself. Please do not pay again.',
    checking: 'We are checking your payment',
    asking:
      'The answer of the card service did not reach us. We are asking whether your card was charged, and say so here as soon as we know. Please do not pay again meanwhile.',
    onItsWayBack: 'Your money is on its way back',
    unclear: 'The clinic needs to check this payment',
    unclearText:
      'We could not match your payment with this appointment by ourselves. Please do not pay again; call the clinic and name this transaction.',
    receiptComes: (email: string) => `Your receipt is on its way to ${email}.`,
  },
  es: {
    title: 'Pago',
    yours: 'Su pago',
    loading: 'Cargando su pago…',
    price: 'Precio:',
    paidBefore: 'Pagado antes:',
    due: 'Queda por pagar:',
    paid: 'Pagado:',
    payAmount: (money) => `Pagar ${money}`,
    preparing: 'Conectando con el servicio de tarjetas…',
    nothingLeft: 'No queda nada por pagar.',
    back: 'Volver a Mis citas',
    myAppointments: 'Mis citas',
    seeReceipt: 'Ver el recibo',
    transactionId: 'Número de transacción',
    testMode: 'Modo de prueba.',
    notCharged: 'No se le ha cobrado nada.',
    outdated: 'Este pago había caducado y hemos iniciado uno nuevo.',
    pressOnceMore: 'Pulse Pagar una vez más, por favor.',
    didNotGoThrough: 'El pago no se realizó.',
    wentThrough: 'Su pago se ha realizado',
    telling:
      'Lo estamos registrando en la clínica. Puede cerrar esta página: el pago aparecerá solo en Mis citas. No pague otra vez, por favor.',
    checking: 'Estamos comprobando su pago',
    asking:
      'No nos llegó la respuesta del servicio de tarjetas. Preguntamos si se hizo el cargo y se lo decimos aquí en cuanto lo sepamos. Mientras tanto, no pague otra vez, por favor.',
    onItsWayBack: 'Su dinero va de vuelta a su tarjeta',
    unclear: 'La clínica tiene que revisar este pago',
    unclearText:
      'No pudimos relacionar su pago con esta cita. No pague otra vez; llame a la clínica y diga el número de esta transacción.',
    receiptComes: (email) => `Le enviamos el recibo a ${email}.`,
  },
})
