import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useHydrated } from '../data/address.ts'
import { useTexts } from '../i18n/language.tsx'
import { LanguageSwitch } from '../i18n/language-switch.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { NeedsScript } from '../ui/feedback/needs-script.tsx'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { Field } from '../ui/fields/field.tsx'
import door from './art/door.svg'
import { identityTexts } from './texts.ts'
import './identity-frame.css'
import '../ui/one-line.css'

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

type EmailFieldProps = { error: string | undefined; autoComplete?: string }

export function EmailField({ error, autoComplete = 'email' }: EmailFieldProps) {
  return (
    <Field
      label={useTexts(identityTexts).email}
      name="email"
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      error={error}
    />
  )
}

/** Browsers break a line after the hyphen of a word. */
function unbroken(title: string): ReactNode {
  return title.split(/(\S+-\S+)/).map((part) =>
    part.includes('-') ? (
      <span key={part} className="one-line">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

type IdentityFrameProps = {
  title: string
  lead: ReactNode
  /** It takes the place of a page or a form, and the focus with it. */
  isNew?: boolean | undefined
  children?: ReactNode
}

/** What the identity pages share: the words and the form on one side, the open door on the other. */
export function IdentityFrame({ title, lead, isNew = false, children }: IdentityFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return (
    <div className="page identity">
      <section className="identity-main">
        <div className="identity-head">
          <h1 ref={heading} tabIndex={isNew ? -1 : undefined}>
            {unbroken(title)}
          </h1>
          <LanguageSwitch className="identity-language" />
        </div>
        <p className="identity-lead">{lead}</p>
        {children}
      </section>
      <img className="identity-picture" src={door} alt="" width={520} height={560} />
    </div>
  )
}
