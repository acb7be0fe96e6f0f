import { defineTexts } from '../../contract/language.ts'

/** Both card forms: Stripe's and the sandbox. */
export const cardTexts = defineTexts({
  en: {
    aCard: 'Card',
    nameOnCard: 'Name on card',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryForm: 'MM / YY',
    code: 'Security code',
    codeForm: (digits: number) => `${digits} digits`,
    /** Around the test number. */
    tryTest: ['No card is charged. Try ', ', any future date and any code.'],
    tryStripeTest: ['No real card is charged. Try ', ', any future date and any code.'],
    numbersToTry: 'Test card numbers',
    pressFills: 'Press one to fill in the form.',
    numberMissing: 'Please enter the card number',
    numberShort: 'This number is too short; please check it',
    numberMistyped: 'One of the digits is wrong; please check the number',
    notATestCard:
      'Only test numbers work here, such as 4242 4242 4242 4242. What you typed has not left this page.',
    nameMissing: 'Please enter the name on the card',
    expiryMissing: 'Please enter month and year, as in 12 / 30',
    expired: 'This card has expired; please check the date',
    codeOnFront: 'Please enter the 4 digits on the front',
    codeOnBack: 'Please enter the 3 digits on the back',
    dateIncomplete: 'The date on the card is incomplete.',
    challenge: '3-D Secure test',
    challengeText: (money: string, clinic: string) =>
      `Here your bank would ask whether it is you who pays ${money} to ${clinic}. Complete the test to say yes; fail it to see what happens otherwise.`,
    fail: 'Fail',
    complete: 'Complete',
    notCompleted: 'The payment was not completed.',
    declined: 'Your card was declined.',
    unreachable: 'We could not reach the card service. Please check your connection and try again.',
    formFailed:
      'The card form did not load: we cannot reach the card service. The connection may be slow, or something in your browser may keep js.stripe.com out.',
  },
  es: {
    aCard: 'Tarjeta',
    nameOnCard: 'Nombre en la tarjeta',
    number: 'Número de tarjeta',
    expiry: 'Vencimiento',
    expiryForm: 'MM / AA',
    code: 'Código de seguridad',
    codeForm: (digits) => `${digits} dígitos`,
    tryTest: [
      'No se cobra a ninguna tarjeta. Pruebe con ',
      ', cualquier fecha futura y cualquier código.',
    ],
    tryStripeTest: [
      'No se cobra a ninguna tarjeta real. Pruebe con ',
      ', cualquier fecha futura y cualquier código.',
    ],
    numbersToTry: 'Números de tarjeta de prueba',
    pressFills: 'Al pulsar uno se rellena el formulario.',
    numberMissing: 'Escriba el número de la tarjeta',
    numberShort: 'Este número es demasiado corto; revíselo, por favor',
    numberMistyped: 'Hay un dígito equivocado; revise el número, por favor',
    notATestCard:
      'Aquí solo funcionan números de prueba, como 4242 4242 4242 4242. Lo que escribió no ha salido de esta página.',
    nameMissing: 'Escriba el nombre que figura en la tarjeta',
    expiryMissing: 'Escriba mes y año, por ejemplo 12 / 30',
    expired: 'Esta tarjeta ha vencido; revise la fecha, por favor',
    codeOnFront: 'Escriba los 4 dígitos del frente',
    codeOnBack: 'Escriba los 3 dígitos del dorso',
    dateIncomplete: 'La fecha de la tarjeta está incompleta.',
    challenge: 'Prueba de 3-D Secure',
    challengeText: (money, clinic) =>
      `Aquí su banco preguntaría si es usted quien paga ${money} a ${clinic}. Complete la prueba para decir que sí; falle para ver qué pasa en otro caso.`,
    fail: 'Fallar',
    complete: 'Completar',
    notCompleted: 'El pago no se completó.',
    declined: 'Su tarjeta fue rechazada.',
    unreachable:
      'No pudimos conectar con el servicio de tarjetas. Revise su conexión e inténtelo de nuevo.',
    formFailed:
      'El formulario de la tarjeta no se cargó: no podemos conectar con el servicio de tarjetas. Puede que la conexión sea lenta o que algo en su navegador bloquee js.stripe.com.',
  },
})
