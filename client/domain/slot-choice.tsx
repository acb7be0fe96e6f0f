import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { parseSlot, timeOfDay } from '../../contract/appointments/slot.ts'
import { defineTexts } from '../../contract/language.ts'
import { showMinute, showSlot } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import './slot-choice.css'

const slotTexts = defineTexts({
  en: {
    taken: (slot: string) => `${slot} is no longer free. Please choose another time.`,
    isBack: (slot: string) => `${slot} is free again.`,
    noneLeft: 'A time that comes free appears here.',
  },
  es: {
    taken: (slot) => `El horario ${slot} ya no está libre. Elija otro, por favor.`,
    isBack: (slot) => `El horario ${slot} está libre de nuevo.`,
    noneLeft: 'Si se libera un horario, aparecerá aquí.',
  },
})

type SlotChoiceProps = {
  slots: readonly string[]
  chosen: string | undefined
  /** The time that was chosen and is no longer free. */
  taken: string | null
  /** The time that is chosen was taken for a while. */
  isBack?: boolean
  zone: string | null
  onChoose: (slot: string) => void
}

/** The free times as pills that say when each begins; its end is read out, and said where it is chosen: native radio buttons, so arrows, Space and screen readers just work. */
export function SlotChoice({ slots, chosen, taken, isBack, zone, onChoose }: SlotChoiceProps) {
  const name = useId()
  const language = useLanguage()
  const t = useTexts(slotTexts)
  const place = useFocusAfterTaken(taken)
  const news = taken ? t.taken(showSlot(language, taken)) : ''
  const goodNews = isBack && chosen ? t.isBack(showSlot(language, chosen)) : ''
  return (
    <fieldset className="slot-choice" ref={place} tabIndex={-1}>
      <legend className="field-label">{useTexts(sharedTexts).time}</legend>
      {zone && <p className="field-hint">{zone}</p>}
      <p className="slot-news" role="status" data-good={goodNews !== '' || undefined}>
        {news || goodNews}
        {slots.length === 0 && ` ${t.noneLeft}`}
      </p>
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
            <PillText slot={slot} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The begin, and for a screen reader the end. */
function PillText({ slot }: { slot: string }) {
  const language = useLanguage()
  const time = parseSlot(slot)
  if (!time) return <span>{slot}</span>
  const show = (minute: number) =>
    language === 'en' ? timeOfDay(minute) : showMinute(language, minute)
  return (
    <span>
      {show(time.start)}
      <span className="visually-hidden"> - {show(time.end)}</span>
    </span>
  )
}

/** Where a time is taken while it has the focus, the list of times takes the focus. */
function useFocusAfterTaken(taken: string | null) {
  const place = useRef<HTMLFieldSetElement>(null)
  const held = useRef<string | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const isTime = target instanceof HTMLInputElement && place.current?.contains(target)
      held.current = isTime ? target.value : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    if (taken !== null && held.current === taken) place.current?.focus()
  }, [taken])
  return place
}
