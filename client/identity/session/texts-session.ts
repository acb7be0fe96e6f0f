import { defineTexts } from '../../../contract/language.ts'

/** What any page may have to say of the session. */
export const sessionTexts = defineTexts({
  en: {
    signedOutHere:
      'You are signed out here. We could not reach the clinic to end your session there too; that happens as soon as this page has a connection again.',
    noAccountTitle: 'We could not look up your account',
    noAccount: 'The connection may be gone. Nothing you have booked is affected.',
    noAccountMoving:
      'The portal is being moved to another server. This page comes back by itself in a few minutes, and nothing you have booked is affected.',
    noRightsTitle: 'We could not look up whether you may see this',
    noRights: 'The connection may be gone. Nothing was changed.',
  },
  es: {
    signedOutHere:
      'Aquí ya cerró su sesión. No pudimos avisar a la clínica para cerrarla también allí; lo haremos en cuanto esta página vuelva a tener conexión.',
    noAccountTitle: 'No pudimos consultar su cuenta',
    noAccount: 'Quizá no haya conexión. Lo que tiene reservado sigue igual.',
    noAccountMoving:
      'El portal se está trasladando a otro servidor. Esta página volverá por sí sola en unos minutos, y lo que tiene reservado sigue igual.',
    noRightsTitle: 'No pudimos comprobar si puede ver esto',
    noRights: 'Quizá no haya conexión. No se cambió nada.',
  },
})
