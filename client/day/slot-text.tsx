import './slot-text.css'

/** Breaks, where it must, between the two times and nowhere else. */
export function SlotText({ slot }: { slot: string }) {
  const [start, end] = slot.split(' - ')
  if (end === undefined) return <span>{slot}</span>
  return (
    <span>
      <span className="day-one-line">{start} -</span> <span className="day-one-line">{end}</span>
    </span>
  )
}
