import { showSlot } from '../../contract/show.ts'
import { useLanguage } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { SelectField } from '../ui/select-field.tsx'
import type { Draft } from './booking-draft.ts'
import type { Column } from './free-slots.ts'
import { bookingTexts } from './texts-booking.ts'

type TimeFieldsProps = {
  draft: Pick<Draft, 'treatmentId' | 'slot'>
  columns: readonly Column[]
  error: string | undefined
  onChange: (changes: Partial<Draft>) => void
}

/** Treatment and time; a time that was taken meanwhile stays in sight and says so. */
export function TimeFields({ draft, columns, error, onChange }: TimeFieldsProps) {
  const language = useLanguage()
  const shared = sharedTexts[language]
  const t = bookingTexts[language]
  const { treatmentId, slot } = draft
  const free = columns.find(({ _id }) => _id === treatmentId)?.slots.map((one) => one.slot) ?? []
  const isGone = slot !== '' && !free.includes(slot)

  function chooseTreatment(id: string) {
    const slots = columns.find(({ _id }) => _id === id)?.slots ?? []
    const keeps = slots.some((one) => one.slot === slot)
    onChange({ treatmentId: id, slot: keeps ? slot : (slots[0]?.slot ?? '') })
  }
  return (
    <>
      <SelectField
        label={shared.treatment}
        name="treatmentId"
        value={treatmentId}
        onChange={({ target }) => chooseTreatment(target.value)}
        options={columns
          .filter(({ archived }) => !archived)
          .map(({ _id, name, slots }) => ({
            value: _id,
            label: slots.length > 0 ? name : t.withoutTime(name),
          }))}
      />
      <SelectField
        label={shared.time}
        name="slot"
        value={slot}
        error={error}
        onChange={({ target }) => onChange({ slot: target.value })}
        options={[
          ...(isGone ? [{ value: slot, label: t.goneTime(showSlot(language, slot)) }] : []),
          ...(slot === '' ? [{ value: '', label: t.noTimeLeft }] : []),
          ...free.map((one) => ({ value: one, label: showSlot(language, one) })),
        ]}
      />
    </>
  )
}
