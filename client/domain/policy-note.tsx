import type { Limits, Policy } from '../../contract/clinic/policy.ts'
import { defineTexts, type Language, plural } from '../../contract/language.ts'
import { paths } from '../../contract/page-paths.ts'
import { policy as clinicPolicy } from '../data/shared-queries.ts'
import { useRead } from '../data/use-read.ts'
import { durationText } from '../i18n/duration-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Link } from '../ui/link.tsx'
import './policy-note.css'

export type Rules = Pick<Policy, 'cutoffMinutes' | 'refundRule'>

const policyTexts = defineTexts({
  en: {
    heading: 'Rescheduling and cancelling:',
    both: (span: string) =>
      `You can reschedule or cancel your appointment until ${span} before it begins. What you paid by card then goes back to your card in full.`,
    lateCancel: 'After that you can still cancel until it begins, but nothing goes back.',
    reschedule: (span: string) =>
      `You can reschedule your appointment until ${span} before it begins.`,
    cancel: 'You can cancel until it begins.',
    free: 'You can reschedule or cancel your appointment until it begins.',
    late: (span: string) =>
      `This time is less than ${span} away, so it cannot be rescheduled online. You can cancel until it begins.`,
    lateNever: 'What you paid does not go back.',
    always: 'What you paid by card always goes back to your card in full.',
    never:
      'What you paid does not go back when you cancel or reschedule to a treatment that costs less.',
    unpaid: (count: number) =>
      plural('en', count, { one: 'one unpaid appointment', other: `${count} unpaid appointments` }),
    confirmFirst: 'Before you book, confirm your e-mail by the link that we mailed you.',
    unproved: (unpaid: string, span: string) =>
      `Until you confirm your e-mail you can hold ${unpaid}. Each is yours for ${span}, and longer once you pay or confirm.`,
    proved: (unpaid: string) => `After that you can hold ${unpaid} at a time.`,
    sendAgain: 'Send the mail again',
  },
  es: {
    heading: 'Reprogramar y cancelar:',
    both: (span) =>
      `Puede reprogramar o cancelar su cita hasta ${span} antes de que comience. En ese caso, lo que pagó con tarjeta se le devuelve por completo.`,
    lateCancel: 'Después todavía puede cancelarla hasta que comience, pero sin reembolso.',
    reschedule: (span) => `Puede reprogramar su cita hasta ${span} antes de que comience.`,
    cancel: 'Puede cancelarla hasta que comience.',
    free: 'Puede reprogramar o cancelar su cita hasta que comience.',
    late: (span) =>
      `Faltan menos de ${span} para este horario, así que no se puede reprogramar en línea. Puede cancelar la cita hasta que comience.`,
    lateNever: 'Lo que pagó no se devuelve.',
    always: 'Lo que pagó con tarjeta se le devuelve siempre por completo.',
    never: 'Lo que pagó no se devuelve si cancela o cambia a un tratamiento más barato.',
    unpaid: (count) =>
      plural('es', count, { one: 'una cita sin pagar', other: `${count} citas sin pagar` }),
    confirmFirst:
      'Antes de reservar, confirme su correo electrónico con el enlace que le enviamos.',
    unproved: (unpaid, span) =>
      `Hasta que confirme su correo electrónico puede tener ${unpaid}. Le guardamos cada una ${span}, y más tiempo si la paga o confirma su correo.`,
    proved: (unpaid) => `Después puede tener ${unpaid} a la vez.`,
    sendAgain: 'Enviar el correo de nuevo',
  },
})

type PolicyNoteProps = {
  policy: Rules | undefined
  /** The time that is meant begins so soon that it can no longer be rescheduled. */
  isLate?: boolean
}

/** The clinic's rules after a booking, in one paragraph; nothing until they have loaded. */
export function PolicyNote({ policy, isLate = false }: PolicyNoteProps) {
  const language = useLanguage()
  if (!policy) return null
  return (
    <p className="policy-note">
      <strong>{policyTexts[language].heading}</strong>{' '}
      {isLate ? latePolicyText(language, policy) : policyText(language, policy)}
    </p>
  )
}

/** What an account can book until its e-mail is confirmed, and a link to send that mail again. */
export function UnprovedNote() {
  const language = useLanguage()
  const { sendAgain } = useTexts(policyTexts)
  const policy = useRead(clinicPolicy).data
  if (!policy) return null
  return (
    <p className="policy-note">
      {unprovedText(language, policy)} <Link to={paths.verifyEmail}>{sendAgain}</Link>
    </p>
  )
}

/** The clinic's rules for rescheduling and cancelling, as patients read them. */
export function policyText(language: Language, { cutoffMinutes, refundRule }: Rules): string {
  const t = policyTexts[language]
  const back = refundRule === 'never' ? t.never : t.always
  if (cutoffMinutes === 0) return `${t.free} ${back}`
  const span = durationText(language, cutoffMinutes)
  if (refundRule === 'before_cutoff') return `${t.both(span)} ${t.lateCancel}`
  return `${t.reschedule(span)} ${t.cancel} ${back}`
}

/** The same of an appointment that is too near to be rescheduled. */
export function latePolicyText(language: Language, { cutoffMinutes, refundRule }: Rules): string {
  const t = policyTexts[language]
  const back = refundRule === 'always' ? t.always : t.lateNever
  return `${t.late(durationText(language, cutoffMinutes))} ${back}`
}

/** How much a patient can book before their e-mail is confirmed, and for how long. */
function unprovedText(
  language: Language,
  { unprovedAppointments, unprovedHours }: Pick<Limits, 'unprovedAppointments' | 'unprovedHours'>,
): string {
  const t = policyTexts[language]
  if (unprovedAppointments === 0) return t.confirmFirst
  return t.unproved(t.unpaid(unprovedAppointments), durationText(language, unprovedHours * 60))
}

/** The same, and how much they can book afterwards. */
export function limitsText(
  language: Language,
  limits: Pick<Limits, 'unprovedAppointments' | 'unprovedHours' | 'unpaidAppointments'>,
): string {
  const t = policyTexts[language]
  return `${unprovedText(language, limits)} ${t.proved(t.unpaid(limits.unpaidAppointments))}`
}
