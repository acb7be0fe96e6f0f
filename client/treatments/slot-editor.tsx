import { formatSlot, type SlotTime } from '../../contract/slot.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
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
        {slot ? `Change ${formatSlot(slot)}` : 'Add one time'}
      </h4>
      <Field
        label="From"
        name="from"
        type="time"
        value={from}
        onChange={({ target }) => change({ from: target.value, to })}
      />
      <Field
        label="To"
        name="to"
        type="time"
        value={to}
        error={problem}
        onChange={({ target }) => change({ from, to: target.value })}
      />
      <div className="slot-editor-buttons">
        <Button type="submit" variant="quiet">
          {slot ? 'Change time' : 'Add time'}
        </Button>
        {slot && (
          <Button variant="quiet" onClick={() => onDone(undefined)}>
            Leave it
          </Button>
        )}
      </div>
    </form>
  )
}
