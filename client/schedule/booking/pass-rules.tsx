import { useState } from 'react'
import type { Day } from '../../../contract/date.ts'
import { defineTexts, type Language } from '../../../contract/language.ts'
import type {
  PassableRule,
  StaffAppointment,
} from '../../../contract/schedule/staff-appointment.ts'
import { showDay, showSlot } from '../../../contract/show.ts'
import { showInstant } from '../../../contract/show-instant.ts'
import { type Refusal, refusalOf } from '../../data/api.ts'
import { notSent, useAction } from '../../data/use-action.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { ConfirmModal } from '../../ui/modal/modal.tsx'
import { refusalText, touches } from '../changes.tsx'

const texts = defineTexts({
  en: {
    book: 'Book it anyway',
    reschedule: 'Reschedule it anyway',
    question: (act: string) => `${act}?`,
    goBack: 'Choose another time',
    held: (name: string, until: string) =>
      `This time is held for ${name} until ${until}. The offer to ${name} ends, and they are notified by e-mail.`,
    day_closed: (day: string) => `The clinic is closed on ${day}.`,
    day_too_far: (day: string) => `${day} is beyond the booking window.`,
    unknown_slot: (slot: string, treatment: string) =>
      `${slot} is none of the times of ${treatment}. Times that it crosses are no longer offered.`,
  },
  es: {
    book: 'Reservar de todos modos',
    reschedule: 'Reprogramar de todos modos',
    question: (act) => `¿${act}?`,
    goBack: 'Elegir otra hora',
    held: (name, until) =>
      `Este horario está guardado para ${name} hasta el ${until}. La oferta a ${name} termina y le avisamos por correo.`,
    day_closed: (day) => `La clínica está cerrada el ${day}.`,
    day_too_far: (day) => `El ${day} está más allá del plazo de reserva.`,
    unknown_slot: (slot, treatment) =>
      `${slot} no es ninguno de los horarios de ${treatment}. Los horarios que cruza dejan de ofrecerse.`,
  },
})

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

/** The time that staff want, with the treatment's name. */
type Wanted = { date: Day; slot: string; treatment: string }

type Attempt<Input> = { input: Input; despite: readonly PassableRule[] }

type PassRules<Input> = {
  act: 'book' | 'reschedule'
  timeZone: string
  send: (input: Input, despite: PassableRule[]) => Promise<StaffAppointment>
  onDone: (made: StaffAppointment) => void
}

/**
 * What goes against a rule is shown to staff before it is done. `attempt` is the `send` of a form;
 * `question` is for a PassRulesModal.
 */
export function usePassRules<Input extends Wanted>({
  act,
  timeZone,
  send,
  onDone,
}: PassRules<Input>) {
  const language = useLanguage()
  const [asked, setAsked] = useState<Attempt<Input> & { refusal: Refusal }>()
  const { pending, refusal, run, forget } = useAction({
    send: attempt,
    touches,
    onDone(made) {
      setAsked(undefined)
      onDone(made)
    },
  })

  async function attempt({ input, despite }: Attempt<Input>) {
    try {
      return await send(input, [...despite])
    } catch (fault) {
      const why = refusalOf(fault)
      const rule = ruleToPass(why, despite)
      if (!rule) throw fault
      setAsked({ input, despite: [...despite, rule], refusal: why })
      return notSent
    }
  }

  return {
    attempt(input: Input) {
      forget()
      return attempt({ input, despite: [] })
    },
    question: {
      act,
      text: asked ? questionText(language, asked.input, asked.refusal, timeZone) : '',
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
  { date, slot, treatment }: Wanted,
  { code, held, message }: Refusal,
  timeZone: string,
): string {
  const t = texts[language]
  if (code === 'slot_held' && held) {
    return t.held(held.patientName, showInstant(language, held.until, timeZone))
  }
  if (code === 'day_closed' || code === 'day_too_far') return t[code](showDay(language, date))
  if (code === 'unknown_slot') return t.unknown_slot(showSlot(language, slot), treatment)
  return message
}

type PassRulesModalProps = ReturnType<typeof usePassRules>['question']

/** Asks staff whether to go against a rule, and says which. */
export function PassRulesModal({ act, text, ...asked }: PassRulesModalProps) {
  const t = useTexts(texts)
  return (
    <ConfirmModal {...asked} title={t.question(t[act])} confirmLabel={t[act]} keepLabel={t.goBack}>
      <p>{text}</p>
    </ConfirmModal>
  )
}
