import { type FormEvent, useState } from 'react'
import { formatSlot, type SlotTime } from '../../contract/slot.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { BreakList } from './break-list.tsx'
import { type BreakText, readRule } from './slot-rule.ts'

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
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const [text, setText] = useState(usual)
  const [breaks, setBreaks] = useState<readonly BreakText[]>([lunch])
  const { slots, problem } = readRule({ ...text, breaks })
  const [first, last] = [slots[0], slots.at(-1)]

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
      <summary>Fill the list by a rule</summary>
      <form className="slot-rule" noValidate onSubmit={fill}>
        <div className="slot-rule-fields">
          <Field label="From" type="time" {...field('from')} />
          <Field label="To" type="time" {...field('to')} />
          <Field label="Minutes each" inputMode="numeric" maxLength={3} {...field('every')} />
        </div>
        <BreakList breaks={breaks} onChange={setBreaks} />
        <p className={problem ? 'field-error' : 'slot-rule-result'} role="status">
          {problem ??
            (first && last
              ? `Makes ${slots.length} times: ${formatSlot(first)} to ${formatSlot(last)}.`
              : '')}
          {!problem && replaced > 0 && ` They take the place of the ${replaced} in the list.`}
        </p>
        <Button type="submit" variant="quiet" className="slot-rule-fill">
          Fill the list
        </Button>
      </form>
    </details>
  )
}
