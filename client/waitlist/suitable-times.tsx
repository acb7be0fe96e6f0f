import { showMinute } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { formTexts } from './form-texts.ts'
import type { Loaded } from './load-ask.ts'
import { type DraftField, timesOf, type WaitDraft } from './wait-draft.ts'

type SuitableTimesProps = {
  loaded: Loaded
  draft: WaitDraft
  problems: Partial<Record<DraftField, string>>
  change: (part: Partial<WaitDraft>) => void
}

/** Between which of the treatment's own times the slot must lie. */
export function SuitableTimes({ loaded, draft, problems, change }: SuitableTimesProps) {
  const language = useLanguage()
  const t = useTexts(formTexts)
  const { starts, ends } = timesOf(loaded.treatments, draft.treatment)
  const options = (minutes: number[], chosen: number) =>
    // A wish of earlier days may name a time that no slot has any more.
    [...new Set([...minutes, chosen])]
      .sort((one, other) => one - other)
      .map((minute) => ({ value: String(minute), label: showMinute(language, minute % 1440) }))
  return (
    <div className="ask-pair">
      <SelectField
        label={t.from}
        name="fromMinute"
        options={options(starts, draft.fromMinute)}
        value={String(draft.fromMinute)}
        onChange={({ target }) => change({ fromMinute: Number(target.value) })}
      />
      <SelectField
        label={t.until}
        name="untilMinute"
        options={options(ends, draft.untilMinute)}
        value={String(draft.untilMinute)}
        error={problems.untilMinute}
        onChange={({ target }) => change({ untilMinute: Number(target.value) })}
      />
    </div>
  )
}
