import { Skeleton } from '../ui/skeleton.tsx'

type CardsSkeletonProps = { label: string; rows: number; height?: string }

/** Cards on their way, in their size. */
export function CardsSkeleton({ label, rows, height = '88px' }: CardsSkeletonProps) {
  return (
    <div className="review-cards" aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      {Array.from({ length: rows }, (_, row) => String(row)).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  )
}
