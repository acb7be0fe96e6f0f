import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { accountEndpoints } from '../../../contract/identity/account.ts'
import { paths } from '../../../contract/page-paths.ts'
import { StaffPage } from '../../app/staff-page.tsx'
import { useLinkToken } from '../../data/address.ts'
import { call } from '../../data/api.ts'
import { LoadFailure } from '../../data/load-failure.tsx'
import { account } from '../../data/shared-queries.ts'
import { leaving, useAction } from '../../data/use-action.ts'
import { useRead } from '../../data/use-read.ts'
import { useFocusOnceClosed } from '../../forms/use-focus-once-closed.ts'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/feedback/error-line.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ButtonLink } from '../../ui/link.tsx'
import { useSession } from '../session/session.tsx'
import { accountPageTexts, accountTexts } from './texts.ts'
import './account-page.css'

/** Where the link to a new address leads: nothing happens before the button is pressed. */
export function NewEmailPage() {
  const token = useLinkToken() ?? ''
  return <NewEmail key={token} token={token} />
}

function NewEmail({ token }: { token: string }) {
  const t = useTexts(accountPageTexts)
  const { what } = useTexts(accountTexts)
  const { data, error, isLoading, reload } = useRead(account, { fresh: true })
  /** The link is an older one: the address of another is still to be confirmed. */
  const [isOver, setOver] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnceClosed(!isOver, heading)
  if (!data) {
    if (error === undefined) return <Skeleton height="160px" />
    return <LoadFailure what={what} error={error} onRetry={reload} busy={isLoading} />
  }
  const emailChange = isOver ? null : data.emailChange
  return (
    <StaffPage title={emailChange ? t.confirmTitle : t.dead} heading={heading}>
      {emailChange ? (
        <Confirmation token={token} email={emailChange.email} onOver={() => setOver(true)} />
      ) : (
        <>
          <p>{t.deadLead(data.email)}</p>
          <p>
            <ButtonLink to={paths.account}>{t.toAccount}</ButtonLink>
          </p>
        </>
      )}
    </StaffPage>
  )
}

type ConfirmationProps = { token: string; email: string; onOver: () => void }

function Confirmation({ token, email, onOver }: ConfirmationProps) {
  const t = useTexts(accountPageTexts)
  const { refresh } = useSession()
  const navigate = useNavigate()
  const action = useAction({
    send: () => call(accountEndpoints.confirmEmailChange, { body: { token } }),
    touches: [accountEndpoints.readAccount],
    async onDone() {
      toast.success(t.changed(email))
      await refresh().catch(() => {})
      void navigate(paths.account, { replace: true })
      return leaving
    },
    onRefused: ({ code }) => code === 'link_over' && onOver(),
  })
  return (
    <div className="account-body">
      <p>{t.confirmLead(email)}</p>
      <Button busy={action.pending} onClick={() => void action.run(undefined)}>
        {t.confirm(email)}
      </Button>
      <ErrorLine>{action.refusal?.message}</ErrorLine>
    </div>
  )
}
