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
    stillToPay: (money: string) => `Still to pay: ${money}`,
    myAppointments: 'My Appointments',
    seeReceipt: 'See the receipt',
    transactionId: 'Transaction id',
    testMode: 'Test mode.',
    /** The sentence that everybody wants to read beside a payment that failed. */
    notCharged: 'You have not been charged.',
    tryAgainIn: (seconds: number) =>
      seconds === 1 ? 'You can try again in 1 second.' : `You can try again in ${seconds} seconds.`,
    outdated: 'This payment was out of date, and we have renewed it.',
    pressOnceMore: 'Please press Pay once more.',
    didNotGoThrough: 'The payment did not go through.',
    wentThrough: 'Your payment went through',
    telling:
      'We are telling the clinic, and keep trying until it has heard. You can also close this page: the payment will show in My Appointments by itself. Please do not pay again.',
    checking: 'We are checking your payment',
    asking:
      'The answer of the card service did not reach us. We are asking whether your card was charged, and say so here as soon as we know. Please do not pay again meanwhile.',
    onItsWayBack: 'Your money is on its way back',
    unclear: 'Somebody has to look at this',
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
    stillToPay: (money) => `Queda por pagar: ${money}`,
    myAppointments: 'Mis citas',
    seeReceipt: 'Ver el recibo',
    transactionId: 'Número de transacción',
    testMode: 'Modo de prueba.',
    notCharged: 'No se le ha cobrado nada.',
    tryAgainIn: (seconds) =>
      seconds === 1
        ? 'Puede intentarlo de nuevo en 1 segundo.'
        : `Puede intentarlo de nuevo en ${seconds} segundos.`,
    outdated: 'Este pago había caducado y lo hemos renovado.',
    pressOnceMore: 'Pulse Pagar una vez más, por favor.',
    didNotGoThrough: 'El pago no se realizó.',
    wentThrough: 'Su pago se ha realizado',
    telling:
      'Estamos avisando a la clínica y seguimos intentándolo hasta que lo sepa. También puede cerrar esta página: el pago aparecerá solo en Mis citas. No pague otra vez, por favor.',
    checking: 'Estamos comprobando su pago',
    asking:
      'No nos llegó la respuesta del servicio de tarjetas. Preguntamos si se hizo el cargo y se lo decimos aquí en cuanto lo sepamos. Mientras tanto, no pague otra vez, por favor.',
    onItsWayBack: 'Su dinero va de vuelta a su tarjeta',
    unclear: 'Alguien tiene que revisar esto',
    unclearText:
      'No pudimos relacionar su pago con esta cita. No pague otra vez; llame a la clínica y diga el número de esta transacción.',
    receiptComes: (email) => `Le enviamos el recibo a ${email}.`,
  },
})
