import { defineTexts } from '../../../contract/language.ts'

export const factorTexts = defineTexts({
  en: {
    title: 'Second step at login',
    hint: 'With one, a stolen password alone does not open your account. A passkey counts as both steps.',
    what: 'Your second step at login',
    needed: 'For the work of the clinic, please set up one of these first. It takes a minute.',
    app: 'Authenticator app',
    appOff: 'An app on your phone shows a code, which is asked for after your password.',
    appOn: 'It is set up: after your password, a code is asked for.',
    addApp: 'Set up an app',
    removeApp: 'Remove the app',
    removeAppQuestion: 'Remove the authenticator app?',
    removeAppWhat: 'Its codes no longer count. You can set up an app again at any time.',
    appRemoved: 'The app is removed',
    scan: 'Scan this with your authenticator app, or type the key there.',
    qr: 'QR code for the authenticator app',
    key: 'Key:',
    code: 'Code',
    codeHint: 'Six digits that the app shows, new ones every 30 seconds.',
    confirmApp: 'Confirm',
    passkeys: 'Passkeys',
    passkeysHint: 'Log in with your finger, your face or the PIN of this device.',
    noPasskeys: 'This browser does not know passkeys.',
    addPasskey: 'Add a passkey',
    passkeyName: (system: string | undefined) => (system ? `Passkey of ${system}` : 'Passkey'),
    passkeyAdded: 'The passkey is added',
    passkeySince: 'Since',
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeQuestion: (name: string) => `Remove ${name}?`,
    removeWhat: 'You can no longer log in with it.',
    onlyOne:
      'It is your only second step: without one, a stolen password alone opens your account. Your recovery codes end with it.',
    passkeyRemoved: 'The passkey is removed',
    passkeyKnown: 'This device has a passkey for your account already.',
    passkeyNotGiven: 'No passkey was given. You can try again, or go another way.',
    recovery: 'Recovery codes',
    recoveryLeft: (count: number) =>
      count === 0
        ? 'You have none. With one you can log in even if you lose your phone.'
        : `You have ${count} left, in case you lose your phone.`,
    newCodes: 'Make new recovery codes',
    codesTitle: 'Your recovery codes',
    codesLead:
      'Each works once in place of a code from your app. They are shown only now: store them where you can find them without your phone. Earlier ones no longer work.',
    download: 'Download them',
    stored: 'I have stored them',
    back: 'Back to work',

    stepTitle: 'One more step',
    /** Before the clinic's number. */
    stepLead:
      'Your password is right. Please give the code of your authenticator app, or a recovery code. If you have none of these, call the clinic:',
    stepByPasskey:
      'Your password is right. Please use your passkey, or give a recovery code. If you have none of these, call the clinic:',
    stepCode: 'Code',
    stepHint: 'The app shows a new code every 30 seconds.',
    goOn: 'Go on',
    usePasskey: 'Use a passkey',
    logInByPasskey: 'Log in with a passkey',
    startAgain: 'Start again',
    stepOver: 'The time for the second step is over. Please log in again.',
  },
  es: {
    title: 'Segundo paso al iniciar sesión',
    hint: 'Así una contraseña robada no abre nada por sí sola. Una clave de acceso vale por los dos pasos.',
    what: 'su segundo paso al iniciar sesión',
    needed:
      'Para trabajar en la clínica, configure antes uno de estos, por favor. Lleva un minuto.',
    app: 'Aplicación de autenticación',
    appOff:
      'Una aplicación de su teléfono muestra un código, que se pide después de la contraseña.',
    appOn: 'Está configurada: después de la contraseña se pide un código.',
    addApp: 'Configurar una aplicación',
    removeApp: 'Quitar la aplicación',
    removeAppQuestion: '¿Quitar la aplicación de autenticación?',
    removeAppWhat:
      'Sus códigos dejan de valer. Puede configurar otra vez una aplicación cuando quiera.',
    appRemoved: 'La aplicación se quitó',
    scan: 'Escanee esto con su aplicación de autenticación o escriba allí la clave.',
    qr: 'Código QR para la aplicación de autenticación',
    key: 'Clave:',
    code: 'Código',
    codeHint: 'Los seis dígitos que muestra la aplicación, nuevos cada 30 segundos.',
    confirmApp: 'Confirmar',
    passkeys: 'Claves de acceso',
    passkeysHint: 'Inicie sesión con su huella, su rostro o el PIN de este dispositivo.',
    noPasskeys: 'Este navegador no conoce las claves de acceso.',
    addPasskey: 'Añadir una clave de acceso',
    passkeyName: (system) => (system ? `Clave de acceso de ${system}` : 'Clave de acceso'),
    passkeyAdded: 'La clave de acceso se añadió',
    passkeySince: 'Desde el',
    rename: 'Cambiar el nombre',
    renameOf: (name) => `Cambiar el nombre de ${name}`,
    remove: 'Quitar',
    removeOf: (name) => `Quitar ${name}`,
    removeQuestion: (name) => `¿Quitar ${name}?`,
    removeWhat: 'Ya no podrá iniciar sesión con ella.',
    onlyOne:
      'Es su único segundo paso: sin él, una contraseña robada basta para abrir su cuenta. Sus códigos de recuperación dejan de valer.',
    passkeyRemoved: 'La clave de acceso se quitó',
    passkeyKnown: 'Este dispositivo ya tiene una clave de acceso de su cuenta.',
    passkeyNotGiven: 'No se dio ninguna clave de acceso. Inténtelo de nuevo o use otra forma.',
    recovery: 'Códigos de recuperación',
    recoveryLeft: (count) =>
      count === 0
        ? 'No tiene ninguno. Con uno de ellos entra si pierde el teléfono.'
        : `Le quedan ${count}, para el día en que pierda el teléfono.`,
    newCodes: 'Crear códigos nuevos',
    codesTitle: 'Sus códigos de recuperación',
    codesLead:
      'Cada uno sirve una vez, en lugar del código de su aplicación. Solo se muestran ahora: guárdelos donde los encuentre sin el teléfono. Los anteriores dejan de valer.',
    download: 'Descargarlos',
    stored: 'Ya los guardé',
    back: 'Volver al trabajo',

    stepTitle: 'Un paso más',
    stepLead:
      'Su contraseña es correcta. Escriba el código de su aplicación de autenticación o un código de recuperación, por favor. Si no tiene nada de esto, llame a la clínica:',
    stepByPasskey:
      'Su contraseña es correcta. Use su clave de acceso o escriba un código de recuperación, por favor. Si no tiene nada de esto, llame a la clínica:',
    stepCode: 'Código',
    stepHint: 'La aplicación muestra un código nuevo cada 30 segundos.',
    goOn: 'Continuar',
    usePasskey: 'Usar una clave de acceso',
    logInByPasskey: 'Iniciar sesión con una clave de acceso',
    startAgain: 'Empezar de nuevo',
    stepOver: 'Se acabó el tiempo para el segundo paso. Inicie sesión otra vez, por favor.',
  },
})
