import { defineTexts } from '../../../contract/language.ts'

export const proofTexts = defineTexts({
  en: {
    title: 'Confirm that it is you',
    lead: 'What you are about to do matters, so we ask again once a few minutes have passed. What you typed is still there.',
    what: 'The ways to confirm that it is you',
    password: 'Your password',
    code: 'Code of your app, or a recovery code',
    usePasskey: 'Use a passkey',
    google: 'Confirm with Google',
    confirm: 'Confirm',
    goBack: 'Go back',
  },
  es: {
    title: 'Confirme que es usted',
    lead: 'Lo que va a hacer es importante; por eso se lo preguntamos otra vez cuando han pasado unos minutos. Lo que escribió sigue ahí.',
    what: 'las formas de confirmar que es usted',
    password: 'Su contraseña',
    code: 'Código de su aplicación o de recuperación',
    usePasskey: 'Usar una clave de acceso',
    google: 'Confirmar con Google',
    confirm: 'Confirmar',
    goBack: 'Volver',
  },
})
