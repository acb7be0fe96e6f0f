import './section-heading.css'

type SectionHeadingProps = {
  id: string
  /** The small line above the heading. */
  over?: string
  children: string
}

export function SectionHeading({ id, over, children }: SectionHeadingProps) {
  return (
    <hgroup className="section-heading">
      {over && <p>{over}</p>}
      <h2 id={id}>{children}</h2>
    </hgroup>
  )
}
