import { Skeleton } from './feedback/skeleton.tsx'
import { Table } from './table.tsx'

type TableSkeletonProps = {
  /** Read out, e.g. 'Loading the users…'. */
  label: string
  headings: readonly string[]
  rows?: number
  /** Height of what the highest cell holds. */
  height?: string
}

/** A table on its way, in its size. */
export function TableSkeleton({ label, headings, rows = 5, height }: TableSkeletonProps) {
  const columns = headings.map((heading) => ({
    heading,
    cell: () => <Skeleton width="80%" {...(height !== undefined && { height })} />,
  }))
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      <div aria-hidden="true">
        <Table
          caption=""
          hideCaption
          columns={columns}
          rows={Array.from({ length: rows }, (_, row) => String(row))}
          rowKey={(row) => row}
        />
      </div>
    </div>
  )
}
