import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { formatSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showSlot } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { type BreakText, readRule } from './slot-rule.ts'
import { ruleTexts, slotsTexts } from './texts-slots.ts'

type SlotGeneratorProps = {
  isOpen: boolean
  /** How many times filling the list replaces. */
  replaced: number
  onFill: (slots: readonly SlotTime[]) => void
}

const usual = { from: '08:00', to: '17:00', every: '30' }
const lunch: BreakText = { key: 0, from: '12:00', to: '13:00' }

/** Fills the list by a rule, and says beforehand what comes of it. */
export function SlotGenerator({ isOpen, replaced, onFill }: SlotGeneratorProps) {
  const t = useTexts(ruleTexts)
  const { from, to } = useTexts(slotsTexts)
  const language = useLanguage()
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const [text, setText] = useState(usual)
  const [breaks, setBreaks] = useState<readonly BreakText[]>([lunch])
  const { slots, problem } = readRule({ ...text, breaks }, language)

  function fill(event: FormEvent) {
    event.preventDefault()
    if (problem) return
    onFill(slots)
    setUnfolded(false)
  }
  const field = (name: keyof typeof usual) => ({
    name,
    value: text[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setText({ ...text, [name]: target.value }),
  })

  return (
    <details
      className="slot-generator"
      open={isUnfolded}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>{t.title}</summary>
      <form className="slot-rule" noValidate onSubmit={fill}>
        <div className="slot-rule-fields">
          <Field label={from} type="time" {...field('from')} />
          <Field label={to} type="time" {...field('to')} />
          <Field label={t.each} inputMode="numeric" maxLength={3} {...field('every')} />
        </div>
        <BreakList breaks={breaks} onChange={setBreaks} />
        <p className={problem ? 'field-error' : 'slot-rule-result'} role="status">
          {problem ?? resultText(slots, replaced, language)}
        </p>
        <Button type="submit" variant="quiet" className="slot-rule-fill">
          {t.fill}
        </Button>
      </form>
    </details>
  )
}

function resultText(slots: readonly SlotTime[], replaced: number, language: Language): string {
  const t = ruleTexts[language]
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return ''
  const show = (slot: SlotTime) => showSlot(language, formatSlot(slot))
  const made = t.makes(slots.length, show(first), show(last))
  return replaced > 0 ? `${made} ${t.replaces(replaced)}` : made
}

type BreakListProps = {
  breaks: readonly BreakText[]
  onChange: (breaks: readonly BreakText[]) => void
}

/** Spans of the day without times, e.g. lunch. */
function BreakList({ breaks, onChange }: BreakListProps) {
  const t = useTexts(ruleTexts)
  const { from: fromLabel, to: toLabel } = useTexts(slotsTexts)
  const change = (key: number, part: Partial<BreakText>) =>
    onChange(breaks.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = () => {
    const key = Math.max(-1, ...breaks.map((one) => one.key)) + 1
    onChange([...breaks, { key, from: '', to: '' }])
  }

  return (
    <fieldset className="breaks">
      <legend>{t.breaks}</legend>
      {breaks.map(({ key, from, to }, index) => (
        <fieldset className="break" key={key} aria-label={t.breakOf(index + 1)}>
          <Field
            label={fromLabel}
            type="time"
            value={from}
            onChange={({ target }) => change(key, { from: target.value })}
          />
          <Field
            label={toLabel}
            type="time"
            value={to}
            onChange={({ target }) => change(key, { to: target.value })}
          />
          <Button
            variant="quiet"
            className="row-button"
            aria-label={t.removeBreak(index + 1)}
            onClick={() => onChange(breaks.filter((one) => one.key !== key))}
          >
            {t.remove}
          </Button>
        </fieldset>
      ))}
      <Button variant="quiet" className="row-button" onClick={add}>
        <Icon of={Plus} size={18} />
        {t.addBreak}
      </Button>
    </fieldset>
  )
}
