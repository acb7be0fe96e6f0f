import type { ReactNode } from 'react'

type PictureProps = {
  size: number
  strokeWidth: number
  'aria-hidden': 'true'
  focusable: 'false'
}

/** One icon of the set, in the line weight of the illustrations; the text beside it says it all. */
export function Icon({
  of: Picture,
  size = 20,
}: {
  of: (props: PictureProps) => ReactNode
  size?: number
}) {
  return <Picture size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />
}

type DrawnProps = PictureProps & { children: ReactNode }

/**
 * What the home page shows of the set (lucide.dev, ISC), drawn here: the set's own way to draw is more script
 * than a first view should wait for.
 */
function Drawn({ size, strokeWidth, children }: DrawnProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const MenuLines = (props: PictureProps) => (
  <Drawn {...props}>
    <path d="M4 5h16M4 12h16M4 19h16" />
  </Drawn>
)
export const Cross = (props: PictureProps) => (
  <Drawn {...props}>
    <path d="M18 6 6 18M6 6l12 12" />
  </Drawn>
)
export const ArrowRight = (props: PictureProps) => (
  <Drawn {...props}>
    <path d="M5 12h14M12 5l7 7-7 7" />
  </Drawn>
)
