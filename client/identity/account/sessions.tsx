import { useRef, useState } from 'react'
import { type AccountSession, accountEndpoints } from '../../../contract/identity/account.ts'
import { paths } from '../../../contract/page-paths.ts'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { useAction } from '../../data/use-action.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useConfirmation } from '../../forms/use-confirmation.ts'
import { instantText } from '../../i18n/instant-text.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ConfirmModal } from '../../ui/modal/confirm-modal.tsx'
import { useSession } from '../session/session.tsx'
import { accountTexts } from './texts.ts'

const touches = [accountEndpoints.listSessions]

/** Every session of the account: each can be ended, or all of them. */
export function Sessions() {
  const t = useTexts(accountTexts)
  const { data, error, isLoading, reload } = useRead(read(accountEndpoints.listSessions, {}))
  const list = useRef<HTMLUListElement>(null)
  if (!data && error !== undefined) {
    return <LoadFailure what={t.sessionsWhat} error={error} onRetry={reload} busy={isLoading} />
  }
  if (!data) return <Skeleton height="112px" />
  return (
    <>
      <ul className="account-sessions" ref={list} tabIndex={-1} aria-label={t.sessions}>
        {data.map((session) => (
          <Session key={session._id} session={session} onEnded={() => list.current?.focus()} />
        ))}
      </ul>
      <SignOutEverywhere />
    </>
  )
}

type SessionProps = {
  session: AccountSession
  /** Its button is gone, and the focus with it. */
  onEnded: () => void
}

function Session({ session, onEnded }: SessionProps) {
  const language = useLanguage()
  const t = useTexts(accountTexts)
  const { _id: id, isCurrent, lastSeenAt } = session
  const device = useDevice(session)
  const action = useAction({
    send: () => call(accountEndpoints.endSession, { params: { id } }),
    touches,
    onDone() {
      toast.success(t.ended)
      onEnded()
    },
  })
  return (
    <li>
      <div>
        <p>
          <strong>{device}</strong>
          {isCurrent && <span className="account-here">{t.here}</span>}
        </p>
        <p className="account-hint">{usePlace(session)}</p>
        <p className="account-hint">
          {t.seen} <time dateTime={lastSeenAt}>{instantText(language, lastSeenAt, undefined)}</time>
        </p>
        <ErrorLine>{action.refusal?.message}</ErrorLine>
      </div>
      {!isCurrent && (
        <Button
          variant="quiet"
          className="row-button"
          aria-label={t.endOf(device)}
          busy={action.pending}
          onClick={() => void action.run(undefined)}
        >
          {t.end}
        </Button>
      )}
    </li>
  )
}

function useDevice({ browser, system }: AccountSession): string {
  const t = useTexts(accountTexts)
  if (browser && system) return t.device(browser, system)
  return browser ?? system ?? t.unknownDevice
}

function usePlace({ address, isSameNetwork }: AccountSession): string {
  const t = useTexts(accountTexts)
  if (isSameNetwork) return t.sameNetwork
  return address === null ? t.unknownPlace : t.fromAddress(address)
}

/** It ends this session, too: the way leads to the login. */
function SignOutEverywhere() {
  const t = useTexts(accountTexts)
  const { signOut } = useSession()
  const [question, setQuestion] = useState<object>()
  const button = useRef<HTMLButtonElement>(null)
  const { subject: _, ...asked } = useConfirmation(question, {
    act: () => call(accountEndpoints.endSessions, {}),
    onDone: () => void signOut(paths.login),
    onClose: () => setQuestion(undefined),
    focusAfterwards: button,
  })
  return (
    <>
      <Button variant="quiet" ref={button} onClick={() => setQuestion({})}>
        {t.everywhere}
      </Button>
      <ConfirmModal {...asked} title={t.everywhereQuestion} confirmLabel={t.everywhere}>
        <p>{t.everywhereText}</p>
      </ConfirmModal>
    </>
  )
}
