import type { ComponentProps, ReactNode } from 'react'
import { useHydrated } from '../data/address.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { NeedsScript } from '../ui/feedback/needs-script.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'

type IdentityFormProps = ComponentProps<'form'> & {
  submit: string
  pending: boolean
  problem: string | undefined
  /** Other ways in, between the button and the error line. */
  others?: ReactNode
}

/** Fields, one button, the red line; the spinner lies over it all, so that nothing typed is lost. */
export function IdentityForm(props: IdentityFormProps) {
  const { submit, pending, problem, others, children, ...form } = props
  const hydrated = useHydrated()
  return (
    // Screen readers may skip what is inside a busy element, and the spinner has to be announced.
    <form {...form} aria-busy={false} className="identity-form">
      <NeedsScript />
      {children}
      {/* No submit button before the scripts are there: the browser would leave the page. */}
      <Button type={hydrated ? 'submit' : 'button'}>{submit}</Button>
      {others}
      <ErrorLine>{problem}</ErrorLine>
      {pending && <PageSpinner cover />}
    </form>
  )
}

/** What an input holds; those of prerendered pages keep their own values. */
export function textIn(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '')
}
