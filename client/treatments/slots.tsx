import type { SlotTime } from '../../contract/appointments/slot.ts'
import type { Language } from '../../contract/language.ts'
import { showMinute } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { SlotEditor } from './slot-editor.tsx'
import { SlotGenerator } from './slot-generator.tsx'
import { SlotList } from './slot-list.tsx'
import './slots.css'
import { slotsTexts } from './texts-slots.ts'
import { type SlotsOptions, useSlots } from './use-slots.ts'

type SlotsProps = SlotsOptions & { error: string | undefined }

/** The times of a treatment's day: filled by a rule, then changed one by one. */
export function Slots({ error, ...options }: SlotsProps) {
  const { slots } = options
  const t = useTexts(slotsTexts)
  const language = useLanguage()
  const { edited, others, place, edit, fill, remove, finish } = useSlots(options)

  return (
    <section className="slots" aria-labelledby="slots-heading" ref={place}>
      <div className="slots-head">
        <h3 id="slots-heading" data-field="slots" tabIndex={-1}>
          {t.title}
        </h3>
        <p role="status">{summary(slots, language)}</p>
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <SlotGenerator isOpen={slots.length === 0} replaced={slots.length} onFill={fill} />
      <SlotList slots={slots} edited={edited} onEdit={edit} onRemove={remove} />
      <SlotEditor
        key={edited ? edited.start : 'new'}
        slot={edited}
        others={others}
        onTyped={options.onUnfinished}
        onDone={finish}
      />
    </section>
  )
}

function summary(slots: readonly SlotTime[], language: Language): string {
  const t = slotsTexts[language]
  const [first, last] = [slots[0], slots.at(-1)]
  if (!first || !last) return t.none
  const [from, to] = [showMinute(language, first.start), showMinute(language, last.end)]
  return t.summary(slots.length, from, to)
}
