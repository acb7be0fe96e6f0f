import { messages, messageTexts } from './fixed-texts.ts'
import { defineTexts, type Language } from './language.ts'

const es = messageTexts.es

/**
 * What a schema says of a value that it refuses: it names the code, the wire carries the code and the
 * English sentence, and a screen words the code in its reader's language.
 */
export const issueTexts = defineTexts({
  en: {
    // What zod says where a schema says nothing of its own.
    invalid: 'Invalid input',
    email_required: messages.emailRequired,
    email_invalid: messages.emailInvalid,
    email_not_own: 'This is not the address of your account',
    login_password_required: messages.loginPasswordRequired,
    login_password_short: messages.loginPasswordShort,
    signup_password_required: messages.signupPasswordRequired,
    signup_password_short: messages.signupPasswordShort,
    password_long: 'Please use at most 128 characters',
    name_required: messages.nameRequired,
    name_long: 'Please keep the name under 100 characters',
    name_with_link: 'Please write the name without a link',
    field_unknown: 'There is no such field here',
    hidden_characters: 'Please leave out hidden characters',
    subject_required: 'Please give your message a subject',
    subject_long: 'Please keep this under 200 characters',
    message_required: 'Please write your message',
    message_long: 'Please keep this under 5000 characters',
    review_short: 'Please write at least 10 characters',
    review_long: 'Please keep this under 2,000 characters',
    stars_required: 'Please choose 1 to 5 stars',
    reason_required: 'Please give a reason',
    birth_date_wrong: 'Write the birth date like 1988-06-05, in the past',
    note_long: 'Please keep the note under 5,000 characters',
    alert_long: 'Please keep the alert under 200 characters',
    address_required: 'Please give the address',
    phone_required: 'Please give a phone number',
    phone_invalid: 'Write a number like (718) 555-0100, or one that begins with + and its country',
    opening_hours_required: 'Please say when you are open',
    specialty_required: 'Please choose a specialty',
    image_required: messages.imageRequired,
    image_address: 'Please upload the photo again',
    image_several: 'Please choose one picture',
    image_malformed: 'The picture did not arrive whole',
    file_required: 'Please choose a file',
    code_required: 'Please type the code',
    code_malformed: 'A code is shorter than this',
    price_negative: 'A price is not below zero',
    slot_malformed: 'Write a time like 8:00 AM - 8:30 AM',
    search_short: 'Write at least two letters',
    month_malformed: 'Write the month like 2022-06',
    day_malformed: 'Write the date like Jun 5, 2022 or 2022-06-05',
    days_backwards: 'The last day lies before the first.',
    range_long: 'Choose at most 92 days',
    place_unknown: 'Not a place in the list',
    hours_backwards: 'The end lies before the start',
    hours_overlap: 'Two of these times overlap',
    day_twice: 'One of these days stands here twice',
  },
  es: {
    invalid: 'Este dato no es válido',
    email_required: es.emailRequired,
    email_invalid: es.emailInvalid,
    email_not_own: 'Esta no es la dirección de su cuenta',
    login_password_required: es.loginPasswordRequired,
    login_password_short: es.loginPasswordShort,
    signup_password_required: es.signupPasswordRequired,
    signup_password_short: es.signupPasswordShort,
    password_long: 'Use 128 caracteres como máximo',
    name_required: es.nameRequired,
    name_long: 'Escriba un nombre de menos de 100 caracteres',
    name_with_link: 'Escriba el nombre sin enlaces',
    field_unknown: 'Aquí no existe ese dato',
    hidden_characters: 'Quite los caracteres ocultos',
    subject_required: 'Escriba el asunto de su mensaje',
    subject_long: 'Escriba menos de 200 caracteres',
    message_required: 'Escriba su mensaje',
    message_long: 'Escriba menos de 5000 caracteres',
    review_short: 'Escriba al menos 10 caracteres',
    review_long: 'Escriba menos de 2,000 caracteres',
    stars_required: 'Elija de 1 a 5 estrellas',
    reason_required: 'Escriba el motivo',
    birth_date_wrong: 'Escriba la fecha de nacimiento así: 1988-06-05, en el pasado',
    note_long: 'Escriba una nota de menos de 5,000 caracteres',
    alert_long: 'Escriba un aviso de menos de 200 caracteres',
    address_required: 'Escriba la dirección',
    phone_required: 'Escriba un número de teléfono',
    phone_invalid: 'Escriba un número como (718) 555-0100, o uno que empiece con + y su país',
    opening_hours_required: 'Escriba el horario de atención',
    specialty_required: 'Elija una especialidad',
    image_required: es.imageRequired,
    image_address: 'Vuelva a subir la foto',
    image_several: 'Elija una sola imagen',
    image_malformed: 'La imagen no llegó completa',
    file_required: 'Elija un archivo',
    code_required: 'Escriba el código',
    code_malformed: 'Un código es más corto',
    price_negative: 'El precio no puede ser menor que cero',
    slot_malformed: 'Escriba la hora así: 8:00 AM - 8:30 AM',
    search_short: 'Escriba al menos dos letras',
    month_malformed: 'Escriba el mes así: 2022-06',
    day_malformed: 'Escriba la fecha así: Jun 5, 2022 o 2022-06-05',
    days_backwards: 'El último día es anterior al primero.',
    range_long: 'Elija como mucho 92 días',
    place_unknown: 'Ese lugar de la lista no existe',
    hours_backwards: 'El final es anterior al comienzo',
    hours_overlap: 'Dos de estos horarios se superponen',
    day_twice: 'Uno de estos días aparece dos veces',
  },
})

export type IssueCode = keyof typeof issueTexts.en

/** For a schema's check, which says the code and no sentence. */
export function issue(code: IssueCode): IssueCode {
  return code
}

/** The code that a schema's issue says; zod's own sentences are `invalid`. */
export function issueCode(said: string): IssueCode {
  return isIssueCode(said) ? said : 'invalid'
}

/** What is said of a field: a code in the reader's language, and what is worded already as it is. */
export function issueText(language: Language, said: string): string {
  return isIssueCode(said) ? issueTexts[language][said] : said
}

export function isIssueCode(text: string): text is IssueCode {
  return Object.hasOwn(issueTexts.en, text)
}
