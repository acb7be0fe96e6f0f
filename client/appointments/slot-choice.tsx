import { useId } from 'react'
import { SlotText } from './slot-text.tsx'
import './slot-choice.css'

type SlotChoiceProps = {
  slots: readonly string[]
  chosen: string | undefined
  /** The time that was chosen before and is free no more. */
  taken: string | null
  zone: string | null
  onChoose: (slot: string) => void
}

/** The free times as pills: native radio buttons, so arrows, Space and screen readers just work. */
export function SlotChoice({ slots, chosen, taken, zone, onChoose }: SlotChoiceProps) {
  const name = useId()
  return (
    <fieldset className="slot-choice">
      <legend className="field-label">Time</legend>
      {zone && <p className="field-hint">{zone}</p>}
      {taken && (
        <p className="slot-taken" role="status">
          {taken} is no longer free. Please look at the time again.
        </p>
      )}
      <div className="slot-pills">
        {slots.map((slot) => (
          <label key={slot} className="slot-pill">
            <input
              type="radio"
              name={name}
              value={slot}
              checked={slot === chosen}
              onChange={() => onChoose(slot)}
            />
            <SlotText slot={slot} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
