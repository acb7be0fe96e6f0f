import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n/language.tsx'
import brush from '../ui/art/brush.svg'
import { Button } from '../ui/button.tsx'
import './contact-form.css'
import { contactTexts } from './texts-contact.ts'

/** Stands where the form was, and takes the focus that the form had. */
export function ContactThanks({ onWriteAgain }: { onWriteAgain: () => void }) {
  const t = useTexts(contactTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="contact-form">
      <img src={brush} alt="" width={200} height={150} />
      <h3 ref={heading} tabIndex={-1}>
        {t.thanks}
      </h3>
      <p>{t.answer}</p>
      <Button variant="quiet" className="contact-form-submit" onClick={onWriteAgain}>
        {t.another}
      </Button>
    </div>
  )
}
