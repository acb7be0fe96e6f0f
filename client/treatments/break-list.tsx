import { Plus } from 'lucide-react'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { BreakText } from './slot-rule.ts'
import { ruleTexts, slotsTexts } from './texts-slots.ts'

type BreakListProps = {
  breaks: readonly BreakText[]
  onChange: (breaks: readonly BreakText[]) => void
}

/** Spans of the day without times, e.g. lunch. */
export function BreakList({ breaks, onChange }: BreakListProps) {
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
