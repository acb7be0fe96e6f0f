import { CalendarSync, Copy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'

/** The address that was just made, shown this once. */
export function NewAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success('Address copied')
    } catch {
      // Not allowed here: then it is selected, ready for the reader's own copying.
      field.current?.select()
      toast.error('Please copy the selected address yourself')
    }
  }

  return (
    <div className="new-address">
      <Field
        ref={field}
        label="Your private address"
        hint="We show it only now. In Google Calendar: Other calendars, then From URL."
        value={address}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="feed-buttons">
        <a className="button button-primary" href={address.replace(/^https?:/, 'webcal:')}>
          <Icon of={CalendarSync} />
          Subscribe
        </a>
        <Button variant="quiet" onClick={copy}>
          <Icon of={Copy} />
          Copy
        </Button>
      </div>
    </div>
  )
}
