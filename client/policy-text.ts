import { type Language, texts } from '../contract/language.ts'
import type { Policy } from '../contract/policy.ts'
import { durationText } from './duration-text.ts'

export type Rules = Pick<Policy, 'cutoffMinutes' | 'refundRule'>

export const policyTexts = texts({
  en: {
    heading: 'Moving and cancelling:',
    both: (span: string) =>
      `You can move or cancel your appointment until ${span} before it begins. What you paid by card then goes back to your card in full.`,
    lateCancel: 'After that you can still cancel until it begins, but nothing goes back.',
    move: (span: string) => `You can move your appointment until ${span} before it begins.`,
    cancel: 'You can cancel until it begins.',
    free: 'You can move or cancel your appointment until it begins.',
    always: 'What you paid by card always goes back to your card in full.',
    never: 'What you paid does not go back when you cancel.',
  },
  es: {
    heading: 'Cambiar y cancelar:',
    both: (span) =>
      `Puede cambiar o cancelar su cita hasta ${span} antes de que comience. En ese caso, lo que pagó con tarjeta se le devuelve por completo.`,
    lateCancel: 'Después todavía puede cancelarla hasta que comience, pero sin reembolso.',
    move: (span) => `Puede cambiar su cita hasta ${span} antes de que comience.`,
    cancel: 'Puede cancelarla hasta que comience.',
    free: 'Puede cambiar o cancelar su cita hasta que comience.',
    always: 'Lo que pagó con tarjeta se le devuelve siempre por completo.',
    never: 'Lo que pagó no se devuelve si cancela.',
  },
})

/** The clinic's rules for cancelling and moving, as every patient reads them before deciding. */
export function policyText(language: Language, { cutoffMinutes, refundRule }: Rules): string {
  const say = policyTexts[language]
  const back = refundRule === 'never' ? say.never : say.always
  if (cutoffMinutes === 0) return `${say.free} ${back}`
  const span = durationText(language, cutoffMinutes)
  if (refundRule === 'before_cutoff') return `${say.both(span)} ${say.lateCancel}`
  return `${say.move(span)} ${say.cancel} ${back}`
}
