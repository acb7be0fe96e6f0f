import { useState } from 'react'
import type { ChangeTerms } from '../../../contract/appointments/change-endpoints.ts'
import { useTexts } from '../../i18n/language.tsx'
import { CancelScreen } from './cancel-screen.tsx'
import { cancelTexts } from './cancel-texts.ts'
import { CancelledPanel } from './cancelled-panel.tsx'
import { CannotChange } from './cannot-change.tsx'
import { ChangeFrame, type ChangeScreenProps } from './change-frame.tsx'
import { changeTexts } from './texts.ts'

/** Cancels one of the patient's appointments, once they know what it means for their money. */
export function CancelPage() {
  const { title } = useTexts(cancelTexts)
  return <ChangeFrame title={title}>{(props) => <Cancel {...props} />}</ChangeFrame>
}

export function Cancel({ way, found, reload }: ChangeScreenProps) {
  const { cannotCancel } = useTexts(changeTexts)
  // As they were shown: what is asked anew afterwards is another appointment's story.
  const [cancelled, setCancelled] = useState<{ terms: ChangeTerms; refund: number }>()
  const { terms } = found
  if (cancelled) return <CancelledPanel {...cancelled} isSignedIn={way.isSignedIn} />
  if (terms.whyNotCancel !== null) {
    return <CannotChange title={cannotCancel} reason={terms.whyNotCancel} />
  }
  return (
    <CancelScreen
      way={way}
      found={found}
      reload={reload}
      onCancelled={(refund) => setCancelled({ terms, refund })}
    />
  )
}
