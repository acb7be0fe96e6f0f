import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { messageTexts } from '../../contract/fixed-texts.ts'
import { showDollars } from '../../contract/show.ts'
import { useLanguage, useTexts } from '../i18n/language.tsx'
import { priceText } from '../i18n/price-text.ts'
import { Button } from '../ui/button.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import type { CardFormProps } from './card-form.ts'
import { SecretFailure } from './secret-failure.tsx'
import { TestModeNote } from './test-mode-note.tsx'
import { paymentTexts } from './texts.ts'

type Listeners = Pick<ComponentProps<'form'>, 'onInput' | 'onBlur'>

type PayFrameProps = Pick<
  CardFormProps,
  'settings' | 'price' | 'isDifference' | 'state' | 'secret'
> &
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

/** What every provider's form has in common: Pay, the price beside it, and the red line under it. */
export function PayFrame({ settings, price, state, secret, ...props }: PayFrameProps) {
  const language = useLanguage()
  const { isReady, isDifference, onSubmit, hint, children, after, ...listeners } = props
  const t = useTexts(paymentTexts)
  const { pay } = useTexts(messageTexts)
  const problem = state.phase === 'ready' ? state.problem : undefined
  const submit = useFocusBack(problem)
  const isWaiting = !isReady || secret.clientSecret === undefined
  const isOpen = state.phase === 'ready' || state.phase === 'paying'

  function onFormSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isWaiting && state.phase === 'ready') onSubmit(event.currentTarget)
  }
  return (
    // Kept while it is hidden: nothing that was typed is lost.
    <div className="pay-frame" hidden={!isOpen}>
      {settings.testMode && <TestModeNote>{hint}</TestModeNote>}
      {/* Were it ever sent without scripts, a card must not end up in an address. */}
      <form {...listeners} className="pay-form" method="post" noValidate onSubmit={onFormSubmit}>
        {children}
        <div className="pay-bar">
          <p className="pay-price">
            {isDifference ? t.stillToPay(showDollars(language, price)) : priceText(language, price)}
          </p>
          <Button
            ref={submit}
            type="submit"
            className="pay-button"
            disabled={isWaiting}
            busy={state.phase === 'paying'}
          >
            {pay}
          </Button>
        </div>
        <ErrorLine>{problem}</ErrorLine>
        <SecretFailure secret={secret} />
      </form>
      {after}
    </div>
  )
}

/** Whatever covered the form took the focus with it. */
function useFocusBack(problem: string | undefined) {
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (problem !== undefined && document.activeElement === document.body) submit.current?.focus()
  }, [problem])
  return submit
}
