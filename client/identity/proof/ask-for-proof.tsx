import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../../contract/page-paths.ts'
import { askForProofBy, leadToAccountBy, refuseToProve } from '../../data/proof.ts'
import { withOrigin } from '../origin.ts'

const ProofDialog = lazy(async () => ({
  default: (await import('./proof-dialog.tsx')).ProofDialog,
}))

type Asked = { answer: (isProved: boolean) => void }

/** For who is signed in: the dialog over any page, where a call needs a recent proof of who sits here; it is then sent again. */
export function AskForProof() {
  const [asked, setAsked] = useState<Asked>()

  useEffect(() => {
    askForProofBy(() => new Promise((answer) => setAsked({ answer })))
    return refuseToProve
  }, [])
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    leadToAccountBy(() => {
      if (pathname !== paths.account) navigate(withOrigin(paths.account, pathname + search))
    })
    return () => leadToAccountBy(() => {})
  }, [navigate, pathname, search])
  // Signing out answers a pending request for proof with false.
  useEffect(() => () => asked?.answer(false), [asked])

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
