import { type ReactNode, useState } from 'react'
import { proofEndpoints } from '../../contract/identity/proof.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { call, refusalOf } from './api.ts'
import { proveAgain } from './proof.ts'

type DownloadButtonProps = {
  /** Absent while there is nothing to download. */
  href: string | undefined
  children: ReactNode
}

/**
 * Downloads a file that requires a recent proof of identity; the session's cookie authenticates the request.
 * The browser would store a refusal as the file, so the proof is obtained first.
 */
export function DownloadButton({ href, children }: DownloadButtonProps) {
  const [pending, setPending] = useState(false)

  async function download(file: string) {
    setPending(true)
    try {
      const { recent } = await call(proofEndpoints.readProof, {})
      if (recent || (await proveAgain())) startDownload(file)
    } catch (fault) {
      toast.error(refusalOf(fault).message)
    } finally {
      setPending(false)
    }
  }

  return (
    <Button
      variant="quiet"
      busy={pending}
      disabled={href === undefined}
      onClick={() => href !== undefined && void download(href)}
    >
      {children}
    </Button>
  )
}

function startDownload(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
