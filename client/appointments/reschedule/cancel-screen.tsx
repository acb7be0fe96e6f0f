import { paths } from '../../../contract/page-paths.ts'
import { AppointmentCard } from '../../domain/appointment-card.tsx'
import { instantText } from '../../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { cancelTexts } from './cancel-texts.ts'
import type { ChangeScreenProps } from './change-frame.tsx'
import { cancelLabel, refundText } from './refund-text.ts'
import { useSend } from './use-send.ts'

type CancelScreenProps = ChangeScreenProps & { onCancelled: (refund: number) => void }

/** The clinic's rule for this appointment, then the one button. */
export function CancelScreen({ way, found, reload, onCancelled }: CancelScreenProps) {
  const { terms, calendar } = found
  const { booking, revision, refund } = terms
  const language = useLanguage()
  const t = useTexts(cancelTexts)
  const { busy, problem, run } = useSend()

  const cancel = () =>
    run({
      send: () => way.cancel({ revision, refund }),
      find: async () => ((await way.isCancelled()) ? { refund } : null),
      onDone: (done) => onCancelled(done.refund),
      onRefused: reload,
    })

  return (
    <div className="change-columns">
      <AppointmentCard appointment={booking} />
      <div className="change-main">
        <h3>{t.ourRule}</h3>
        <p>{refundText(language, terms, calendar.timeZone)}</p>
        <p>{t.untilItBegins}</p>
        {terms.whyNotMove === null && (
          <p>
            {terms.paid > 0 ? t.ratherMove : t.ratherMoveUnpaid}{' '}
            {t.moveUntil(instantText(language, terms.cutoffAt, calendar.timeZone))}
          </p>
        )}
        <div className="change-buttons">
          <Button variant="danger" busy={busy} onClick={() => void cancel()}>
            {cancelLabel(language, terms)}
          </Button>
          {terms.whyNotMove === null && way.toMove && (
            <ButtonLink variant="quiet" to={way.toMove}>
              {t.moveInstead}
            </ButtonLink>
          )}
          {way.isSignedIn && (
            <ButtonLink variant="quiet" to={paths.dashboard}>
              {t.keep}
            </ButtonLink>
          )}
        </div>
        <ErrorLine>{problem}</ErrorLine>
      </div>
    </div>
  )
}
