import './schedule.css'

type SegmentsProps<Value extends string> = {
  /** What is chosen here, for those who do not see it. */
  label: string
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  value: Value | null
  onPress: (value: Value) => void
  busy?: boolean
}

/** A few buttons in one frame, the chosen one pressed. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, options, value, onPress, busy = false } = props
  return (
    <fieldset className="segments" aria-busy={busy || undefined}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="segment"
          aria-pressed={option.value === value}
          aria-disabled={option.disabled || undefined}
          onClick={() => !busy && !option.disabled && onPress(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
