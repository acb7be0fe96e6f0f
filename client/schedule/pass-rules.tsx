import { useState } from 'react'
import type { Day } from '../../contract/date.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { defineTexts, type Language } from '../../contract/language.ts'
import { dayEndpoints } from '../../contract/schedule/endpoints.ts'
import type { PassableRule, StaffAppointment } from '../../contract/schedule/staff-appointment.ts'
import { showDay, showSlot } from '../../contract/show.ts'
import { call } from '../data/api.ts'
import { type Refusal, refusalOf } from '../data/refusal.ts'
import { notSent, useAction } from '../data/use-action.ts'
import { instantText } from '../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { ConfirmModal } from '../ui/modal/confirm-modal.tsx'
import { refusalText, touches } from './changes.tsx'

const texts = defineTexts({
  en: {
    anyway: 'Book it anyway?',
    bookAnyway: 'Book it anyway',
    goBack: 'Choose another time',
    held: (name: string, until: string) =>
      `This time is held for ${name} until ${until}. The offer to ${name} ends, and they are told by e-mail.`,
    day_closed: (day: string) => `The clinic is closed on ${day}.`,
    day_too_far: (day: string) => `${day} is beyond the booking window.`,
    unknown_slot: (slot: string, treatment: string) =>
      `${slot} is none of the times of ${treatment}. Times that it crosses are no longer offered.`,
  },
  es: {
    anyway: '¿Reservar de todos modos?',
    bookAnyway: 'Reservar de todos modos',
    goBack: 'Elegir otra hora',
    held: (name, until) =>
      `Este horario está guardado para ${name} hasta el ${until}. La oferta a ${name} termina y le avisamos por correo.`,
    day_closed: (day) => `La clínica está cerrada el ${day}.`,
    day_too_far: (day) => `El ${day} está más allá del plazo de reserva.`,
    unknown_slot: (slot, treatment) =>
      `${slot} no es ninguno de los horarios de ${treatment}. Los horarios que cruza dejan de ofrecerse.`,
  },
})

/** What is sent to book. */
export type BookingBody = InputOf<typeof dayEndpoints.bookForPatient>['body']

/** Refusals that staff may pass over, and the rule that each is about. */
const rules: Partial<Record<string, PassableRule>> = {
  slot_held: 'hold',
  day_closed: 'closed',
  day_too_far: 'window',
  unknown_slot: 'slots',
}

/** Which rule a refusal asks staff to pass over; none where they have already. */
export function ruleToPass(
  { code }: Pick<Refusal, 'code'>,
  despite: readonly PassableRule[],
): PassableRule | undefined {
  const rule = rules[code]
  return rule && !despite.includes(rule) ? rule : undefined
}

type Booking = { body: BookingBody; treatment: string; despite: readonly PassableRule[] }
type Asked = Booking & { refusal: Refusal }

/**
 * A booking that goes against a rule is shown to staff before it is made. `book` is the `send` of a
 * form; `question` is for a PassRulesModal.
 */
export function usePassRules(timeZone: string, onBooked: (made: StaffAppointment) => void) {
  const language = useLanguage()
  const [asked, setAsked] = useState<Asked>()
  const { pending, refusal, run, forget } = useAction({
    send: attempt,
    touches,
    onDone(made) {
      setAsked(undefined)
      onBooked(made)
    },
  })

  async function attempt(booking: Booking): Promise<StaffAppointment | typeof notSent> {
    const { body, despite } = booking
    try {
      return await call(dayEndpoints.bookForPatient, { body: { ...body, despite: [...despite] } })
    } catch (fault) {
      const why = refusalOf(fault)
      const rule = ruleToPass(why, despite)
      if (!rule) throw fault
      setAsked({ ...booking, despite: [...despite, rule], refusal: why })
      return notSent
    }
  }

  return {
    book(body: BookingBody, treatment: string) {
      forget()
      return attempt({ body, treatment, despite: [] })
    },
    question: {
      text: asked ? questionText(language, asked, timeZone) : '',
      isOpen: asked !== undefined,
      busy: pending,
      error: refusal && refusalText(language, refusal),
      onConfirm: () => void (asked && run(asked)),
      onClose() {
        forget()
        setAsked(undefined)
      },
    },
  }
}

function questionText(
  language: Language,
  { body, treatment, refusal }: Asked,
  timeZone: string,
): string {
  const t = texts[language]
  const { code, held } = refusal
  const day: Day = body.date
  if (code === 'slot_held' && held) {
    return t.held(held.patientName, instantText(language, held.until, timeZone))
  }
  if (code === 'day_closed' || code === 'day_too_far') return t[code](showDay(language, day))
  if (code === 'unknown_slot') return t.unknown_slot(showSlot(language, body.slot), treatment)
  return refusal.message
}

type PassRulesModalProps = ReturnType<typeof usePassRules>['question']

/** Asks staff whether to book against a rule, and says which. */
export function PassRulesModal({ text, ...asked }: PassRulesModalProps) {
  const t = useTexts(texts)
  return (
    <ConfirmModal {...asked} title={t.anyway} confirmLabel={t.bookAnyway} keepLabel={t.goBack}>
      <p>{text}</p>
    </ConfirmModal>
  )
}
