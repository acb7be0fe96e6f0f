import { useEffect, useRef } from 'react'
import brush from '../ui/art/brush.svg'
import { Button } from '../ui/button.tsx'
import './contact-form.css'

/** Stands where the form was, and takes the focus that the form had. */
export function ContactThanks({ onWriteAgain }: { onWriteAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="contact-form">
      <img src={brush} alt="" width={200} height={150} />
      <h3 ref={heading} tabIndex={-1}>
        Thank you, your message has reached us.
      </h3>
      <p>We answer to the address you gave, usually on the same day.</p>
      <Button variant="quiet" className="contact-form-submit" onClick={onWriteAgain}>
        Write another message
      </Button>
    </div>
  )
}
