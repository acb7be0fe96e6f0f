import './skeleton.css'

type SkeletonProps = { width?: string; height?: string }

/** Stands where something will be, in its size. Wrap a group in an element with `aria-busy`. */
export function Skeleton({ width = '100%', height = '1.2em' }: SkeletonProps) {
  return <span className="skeleton" aria-hidden="true" style={{ width, height }} />
}
