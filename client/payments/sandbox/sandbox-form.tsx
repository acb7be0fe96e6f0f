import { useTexts } from '../../i18n/language.tsx'
import { Field } from '../../ui/field.tsx'
import type { CardFormProps } from '../card-form.ts'
import { cardTexts } from '../card-texts.ts'
import { PayFrame } from '../pay-frame.tsx'
import { TestHint } from '../test-mode-note.tsx'
import { Challenge, useChallenge } from './challenge.tsx'
import { DateAndCode } from './date-and-code.tsx'
import { NumberField } from './number-field.tsx'
import { paySandbox } from './pay-sandbox.ts'
import { TestNumbers } from './test-numbers.tsx'
import { useCardForm } from './use-card-form.ts'
import './sandbox-form.css'

/** Our own card form, for test numbers alone. */
export function SandboxForm({ billing, pay, ...frame }: CardFormProps) {
  const { faults, brand, onInput, onBlur, check, fill } = useCardForm()
  const challenge = useChallenge()
  const t = useTexts(cardTexts)
  const { clientSecret } = frame.secret

  function submit(form: HTMLFormElement) {
    const card = check(form)
    if (!card || clientSecret === undefined) return
    const { email } = billing
    void pay(() => paySandbox({ clientSecret, card, email, onChallenge: challenge.ask }))
  }
  return (
    <PayFrame
      {...frame}
      isReady
      onSubmit={submit}
      onInput={onInput}
      onBlur={onBlur}
      hint={<TestHint parts={t.tryTest} />}
      after={
        <>
          <TestNumbers onPick={fill} />
          {challenge.answer && <Challenge price={frame.price} onAnswer={challenge.answer} />}
        </>
      }
    >
      <Field
        label={t.nameOnCard}
        name="name"
        autoComplete="cc-name"
        defaultValue={billing.name}
        error={faults.name}
        required
      />
      <NumberField error={faults.number} brand={brand} />
      <DateAndCode faults={faults} brand={brand} />
    </PayFrame>
  )
}
