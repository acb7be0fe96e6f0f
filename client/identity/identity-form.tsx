import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import { PageSpinner } from '../ui/spinner.tsx'
import { useHydrated } from './query.ts'

type IdentityFormProps = ComponentProps<'form'> & {
  submit: string
  running: boolean
  problem: string | undefined
  /** Other ways in, between the button and the error line. */
  others?: ReactNode
}

/** Fields, one button, the red line; the spinner lies over it all, so that nothing typed is lost. */
export function IdentityForm(props: IdentityFormProps) {
  const { submit, running, problem, others, children, ...form } = props
  const hydrated = useHydrated()
  return (
    <form {...form} className="identity-form">
      {children}
      {/* No submit button before the scripts are there: the browser would leave the page. */}
      <Button type={hydrated ? 'submit' : 'button'}>{submit}</Button>
      {others}
      <ErrorLine>{problem}</ErrorLine>
      {running && <PageSpinner cover />}
    </form>
  )
}
