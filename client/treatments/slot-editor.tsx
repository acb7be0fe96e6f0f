import { formatSlot, type SlotTime } from '../../contract/appointments/slot.ts'
import { showSlot } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { slotsTexts } from './texts-slots.ts'
import { useSlotEditor } from './use-slot-editor.ts'

export type SlotEditorProps = {
  /** The one to change; absent to add one. */
  slot: SlotTime | undefined
  others: readonly SlotTime[]
  /** Whether what stands in the inputs is not in the list. */
  onTyped: (isUnfinished: boolean) => void
  /** Without a time: everything stays as it was. */
  onDone: (slot: SlotTime | undefined) => void
}

/** One time, added or changed; what is wrong with it shows while it is typed. */
export function SlotEditor(props: SlotEditorProps) {
  const { slot, onDone } = props
  const t = useTexts(slotsTexts)
  const language = useLanguage()
  const { form, from, to, problem, change, submit } = useSlotEditor(props)
  return (
    <form
      ref={form}
      className="slot-editor"
      aria-labelledby="slot-editor-heading"
      noValidate
      onSubmit={submit}
    >
      <h4 className="slot-editor-heading" id="slot-editor-heading">
        {slot ? t.changeOf(showSlot(language, formatSlot(slot))) : t.addOne}
      </h4>
      <Field
        label={t.from}
        name="from"
        type="time"
        value={from}
        onChange={({ target }) => change({ from: target.value, to })}
      />
      <Field
        label={t.to}
        name="to"
        type="time"
        value={to}
        error={problem}
        onChange={({ target }) => change({ from, to: target.value })}
      />
      <div className="slot-editor-buttons">
        <Button type="submit" variant="quiet">
          {slot ? t.change : t.add}
        </Button>
        {slot && (
          <Button variant="quiet" onClick={() => onDone(undefined)}>
            {t.leave}
          </Button>
        )}
      </div>
    </form>
  )
}
