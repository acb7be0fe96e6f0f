import { Skeleton } from '../ui/skeleton.tsx'
import './day-picker.css'

const cells = Array.from({ length: 42 }, (_, n) => `cell-${n}`)

export function DayPickerSkeleton() {
  return (
    <div className="day-picker" aria-hidden="true">
      <div className="day-picker-calendar">
        <div className="day-picker-skeleton-head">
          <Skeleton width="160px" height="28px" />
        </div>
        <div className="day-picker-skeleton-grid">
          {cells.map((cell) => (
            <Skeleton key={cell} width="28px" height="28px" />
          ))}
        </div>
      </div>
      <p className="day-picker-rules">
        <Skeleton width="90%" height="1em" />
      </p>
    </div>
  )
}
