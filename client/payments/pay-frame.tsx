import { FlaskConical } from 'lucide-react'
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { paths } from '../../contract/page-paths.ts'
import type { PaymentSettings } from '../../contract/payments/endpoints.ts'
import { showDollars } from '../../contract/show.ts'
import { ApiError } from '../data/api.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { sharedTexts } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/feedback/error-line.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { paymentTexts } from './texts.ts'
import type { Pay, PayState } from './use-pay.ts'

/** What a provider's card form gets of the screen around it. */
export type CardFormProps = {
  settings: PaymentSettings
  /** Dollars that are collected now. */
  price: number
  billing: { name: string; email: string }
  state: PayState
  pay: Pay
  /** The card is being changed. */
  onEdit: () => void
  /** Lets a card pay for this appointment, once it has arrived. */
  secret: {
    clientSecret?: string
    error: unknown
    isLoading: boolean
    reload: () => void
  }
}

type Listeners = Pick<ComponentProps<'form'>, 'onInput' | 'onBlur'>

type PayFrameProps = Pick<CardFormProps, 'settings' | 'price' | 'state' | 'onEdit' | 'secret'> &
  Listeners & {
    /** The provider can take a card. */
    isReady: boolean
    onSubmit: (form: HTMLFormElement) => void
    /** What to do in test mode. */
    hint: ReactNode
    children: ReactNode
    /** Under the form. */
    after?: ReactNode
  }

/** What every provider's form has in common: Pay with its amount, the way back, and the red line under both. */
export function PayFrame({ settings, price, state, secret, onEdit, ...props }: PayFrameProps) {
  const language = useLanguage()
  const { isReady, onSubmit, onInput, hint, children, after, ...listeners } = props
  const t = useTexts(paymentTexts)
  const problem = state.phase === 'ready' ? state.problem : undefined
  const submit = useFocusBack(problem)
  const isWaiting = !isReady || secret.clientSecret === undefined
  const isOpen = state.phase === 'ready' || state.phase === 'paying'
  const why = useId()

  function onFormSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isWaiting && state.phase === 'ready') onSubmit(event.currentTarget)
  }
  function onFormInput(event: Parameters<NonNullable<typeof onInput>>[0]) {
    onEdit()
    onInput?.(event)
  }
  return (
    // Stays mounted while it is hidden: nothing typed is lost.
    <div className="pay-frame" hidden={!isOpen}>
      {settings.testMode && <TestModeNote>{hint}</TestModeNote>}
      {/* Were it ever sent without scripts, a card must not end up in an address. */}
      <form
        {...listeners}
        className="pay-form"
        method="post"
        noValidate
        onInput={onFormInput}
        onSubmit={onFormSubmit}
      >
        {children}
        <div className="pay-bar">
          <Link to={paths.dashboard}>{t.back}</Link>
          <Button
            ref={submit}
            type="submit"
            className="pay-button"
            disabled={isWaiting}
            busy={state.phase === 'paying'}
            aria-describedby={why}
          >
            {t.payAmount(showDollars(language, price))}
          </Button>
        </div>
        <div className="pay-why" id={why}>
          {isWaiting && secret.error === undefined && t.preparing}
          <ErrorLine>{problem}</ErrorLine>
        </div>
        <SecretFailure secret={secret} />
      </form>
      {after}
    </div>
  )
}

/** Restores the focus after an overlay has closed that had taken it from the form. */
function useFocusBack(problem: string | undefined) {
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (problem !== undefined && document.activeElement === document.body) submit.current?.focus()
  }, [problem])
  return submit
}

/** The payment could not be opened; what was typed stays, and it can be tried again. */
function SecretFailure({ secret }: Pick<CardFormProps, 'secret'>) {
  const { clientSecret, error, isLoading, reload } = secret
  const { notCharged } = useTexts(paymentTexts)
  const { tryAgain, unexpected } = useTexts(sharedTexts)
  if (clientSecret !== undefined || error === undefined) return null
  return (
    <div className="pay-trouble" role="alert">
      <p>
        {error instanceof ApiError ? error.message : unexpected} {notCharged}
      </p>
      <Button variant="quiet" busy={isLoading} onClick={reload}>
        {tryAgain}
      </Button>
    </div>
  )
}

/** The one that always works, never broken over two lines. */
function TestNumber() {
  return <span className="test-mode-number">4242 4242 4242 4242</span>
}

/** What to type in test mode; `parts` stand around the number. */
export function TestHint({ parts: [before, after] }: { parts: readonly string[] }) {
  return (
    <>
      {before}
      <TestNumber />
      {after}
    </>
  )
}

/** Says that no real money is charged. */
function TestModeNote({ children }: { children: ReactNode }) {
  return (
    <div className="test-mode">
      <Icon of={FlaskConical} />
      <p>
        <strong>{useTexts(paymentTexts).testMode}</strong> {children}
      </p>
    </div>
  )
}
