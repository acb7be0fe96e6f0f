import { CalendarSync, Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'
import { feedTexts } from './texts.ts'

/** The address that was just made, shown this once. */
export function NewAddress({ address }: { address: string }) {
  const t = useTexts(feedTexts)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success(t.copied)
    } catch {
      // Not allowed here: then it is selected, ready for the reader's own copying.
      field.current?.select()
      toast.error(t.copyYourself)
    }
  }

  return (
    <div className="new-address">
      <Field
        ref={field}
        label={t.yourAddress}
        hint={t.shownOnce}
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="feed-buttons">
        <a className="button button-primary" href={address.replace(/^https?:/, 'webcal:')}>
          <Icon of={CalendarSync} />
          {t.subscribe}
        </a>
        <Button variant="quiet" onClick={copy}>
          <Icon of={Copy} />
          {t.copy}
        </Button>
      </div>
    </div>
  )
}
