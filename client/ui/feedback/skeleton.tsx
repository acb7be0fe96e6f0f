import './skeleton.css'

type SkeletonProps = { width?: string; height?: string }

/**
 * Stands where something will be, in its size. Wrap a group in an element with `aria-busy`. On a page
 * that is rendered by the build it has no size of its own: its policy allows no style attributes.
 */
export function Skeleton({ width, height }: SkeletonProps) {
  const style = width === undefined && height === undefined ? undefined : { width, height }
  return <span className="skeleton" aria-hidden="true" style={style} />
}
