import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../contract/page-paths.ts'
import { askForProofBy, leadToAccountBy } from '../../data/proof.ts'
import { withOrigin } from '../origin.ts'
import { useSession } from '../session/session.tsx'

const ProofDialog = lazy(async () => ({
  default: (await import('./proof-dialog.tsx')).ProofDialog,
}))

type Asked = { answer: (isProved: boolean) => void }

/** The dialog over any page, where a call needs a recent proof of who sits here; it is then sent again. */
export function AskForProof() {
  const { status } = useSession()
  const [asked, setAsked] = useState<Asked>()

  useEffect(() => {
    askForProofBy(() => new Promise((answer) => setAsked({ answer })))
    return () => askForProofBy(async () => false)
  }, [])
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    leadToAccountBy(() => {
      if (pathname !== paths.account) navigate(withOrigin(paths.account, pathname + search))
    })
    return () => leadToAccountBy(() => {})
  }, [navigate, pathname, search])
  useEffect(() => {
    if (status === 'signedIn' || !asked) return
    asked.answer(false)
    setAsked(undefined)
  }, [status, asked])

  if (!asked) return null
  return (
    <Suspense fallback={null}>
      <ProofDialog
        onAnswer={(isProved) => {
          setAsked(undefined)
          asked.answer(isProved)
        }}
      />
    </Suspense>
  )
}
