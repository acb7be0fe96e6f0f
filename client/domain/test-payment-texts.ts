import { defineTexts } from '../../contract/language.ts'

/** What counts as paid and was paid in test mode, before the clinic took real money. */
export const testPaymentTexts = defineTexts({
  en: {
    notReceived: 'Paid in test mode: no money was received',
    noneBack: (amount: string) =>
      `${amount} was paid in test mode: no card was charged, so no money goes back.`,
  },
  es: {
    notReceived: 'Pago en modo de prueba: no se recibió dinero',
    noneBack: (amount) =>
      `${amount} se pagó en modo de prueba: no se cobró nada a ninguna tarjeta, así que no hay dinero que devolver.`,
  },
})
