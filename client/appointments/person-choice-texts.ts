import { defineTexts } from '../../contract/language.ts'

export const personChoiceTexts = defineTexts({
  en: {
    whoFor: 'Who is it for?',
    myself: 'Myself',
    somebodyElse: 'Somebody else…',
    theirName: 'Their name',
    failed: 'Your family list did not load. You can book for yourself, or add somebody.',
    gone: 'Whom you had chosen is no longer in your list. Please choose again.',
  },
  es: {
    whoFor: '¿Para quién es?',
    myself: 'Para mí',
    somebodyElse: 'Otra persona…',
    theirName: 'Nombre de la persona',
    failed: 'No pudimos cargar su lista familiar. Puede reservar para usted o agregar a alguien.',
    gone: 'La persona que eligió ya no está en su lista. Elija de nuevo, por favor.',
  },
})
