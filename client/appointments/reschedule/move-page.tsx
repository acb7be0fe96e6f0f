import { useState } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { CannotChange } from './cannot-change.tsx'
import { ChangeFrame, type ChangeScreenProps } from './change-frame.tsx'
import { MoveScreen } from './move-screen.tsx'
import { moveTexts } from './move-texts.ts'
import { type Moved, MovedPanel } from './moved-panel.tsx'
import { changeTexts } from './texts.ts'

/** Moves one of the patient's appointments to another time, or to another treatment. */
export function MovePage() {
  const { title } = useTexts(moveTexts)
  return <ChangeFrame title={title}>{(props) => <Move {...props} />}</ChangeFrame>
}

export function Move({ way, found, reload }: ChangeScreenProps) {
  const { cannotMove } = useTexts(changeTexts)
  const { cancelInstead } = useTexts(moveTexts)
  const [moved, setMoved] = useState<Moved>()
  const { whyNotMove, whyNotCancel } = found.terms
  if (moved) return <MovedPanel {...moved} isSignedIn={way.isSignedIn} />
  if (whyNotMove !== null) {
    return (
      <CannotChange title={cannotMove} reason={whyNotMove}>
        {whyNotCancel === null && way.toCancel && (
          <ButtonLink variant="quiet" to={way.toCancel}>
            {cancelInstead}
          </ButtonLink>
        )}
      </CannotChange>
    )
  }
  return <MoveScreen way={way} found={found} reload={reload} onMoved={setMoved} />
}
