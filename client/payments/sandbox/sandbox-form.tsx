import { type ReactNode, useRef, useState } from 'react'
import type { InputOf } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { brandName, type CardBrand, isCardBrand } from '../../../contract/payments/card-brand.ts'
import { type KnownTestCard, testCards } from '../../../contract/payments/test-cards.ts'
import { showDollars } from '../../../contract/show.ts'
import { call } from '../../data/api.ts'
import { clinic } from '../../domain/clinic.ts'
import { currentLanguage, useLanguage, useTexts } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldFrame } from '../../ui/fields/field.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { type Attempt, attemptOf, notChargedBy } from '../attempt.ts'
import { cardTexts } from '../card-texts.ts'
import { type CardFormProps, PayFrame, TestHint } from '../pay-frame.tsx'
import { type CardField, digitsOf, groupNumber, parseExpiry, type TypedCard } from './card.ts'
import { useCardForm } from './use-card-form.ts'
import '../card-icon.css'
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
          <TestNumbers
            onPick={(form, card) => {
              frame.onEdit()
              fill(form, card)
            }}
          />
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

type NumberFieldProps = { error: string | undefined; brand: string | null }

/** The card number, with its brand as soon as it is known. */
function NumberField({ error, brand }: NumberFieldProps) {
  const t = useTexts(cardTexts)
  return (
    <FieldFrame label={t.number} error={error}>
      {(control) => (
        <div className="card-number">
          <input
            {...control}
            name="number"
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            spellCheck={false}
            required
          />
          <span className="card-number-brand">
            {brand !== null && (
              <span className="card-number-name">{brandName(brand) ?? t.aCard}</span>
            )}
            <CardIcon brand={brand} />
          </span>
        </div>
      )}
    </FieldFrame>
  )
}

/** Our own symbols, not the brands' logos. They differ in shape and position. */
const signs: Record<CardBrand, ReactNode> = {
  visa: <path className="card-icon-sign" d="m9 8 3.5 8L18 8h5l-8 8" />,
  mastercard: (
    <>
      <circle className="card-icon-accent" cx="13" cy="12" r="5" />
      <circle className="card-icon-sign" cx="19" cy="12" r="5" />
    </>
  ),
  amex: <path className="card-icon-sign" d="m6 15 3.5-7 3.5 7M7.5 13h4M16 8l8 7.5M24 8l-8 7.5" />,
  discover: (
    <>
      <path className="card-icon-sign" d="M6 12h9" />
      <circle className="card-icon-accent" cx="20" cy="12" r="4" />
    </>
  ),
  diners: (
    <>
      <circle className="card-icon-sign" cx="16" cy="12" r="5.5" />
      <path className="card-icon-sign" d="M14 9v6m4-6v6" />
    </>
  ),
  jcb: <path className="card-icon-sign" d="M10 8v6a2 2 0 0 1-3 1.5M16 8v8m6-8v8M14.5 12h9" />,
  unionpay: <path className="card-icon-sign" d="m11 7-3 10m8.5-10-3 10M22 7l-3 10" />,
}

const blank = <path className="card-icon-sign" d="M2 9h28M6 16h6" />

/** A small card; the text beside it says which. */
function CardIcon({ brand }: { brand: string | null }) {
  return (
    <svg
      className="card-icon"
      viewBox="0 0 32 24"
      width={32}
      height={24}
      aria-hidden="true"
      focusable="false"
    >
      <rect className="card-icon-card" x="1.5" y="2.5" width="29" height="19" rx="3.5" />
      {brand !== null && isCardBrand(brand) ? signs[brand] : blank}
    </svg>
  )
}

type DateAndCodeProps = {
  faults: Partial<Record<CardField, string>>
  /** American Express has a longer code. */
  brand: string | null
}

function DateAndCode({ faults, brand }: DateAndCodeProps) {
  const t = useTexts(cardTexts)
  return (
    <div className="card-pair">
      <Field
        label={t.expiry}
        name="expiry"
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder={t.expiryForm}
        error={faults.expiry}
        required
      />
      <Field
        label={t.code}
        name="cvc"
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder={t.codeForm(brand === 'amex' ? 4 : 3)}
        error={faults.cvc}
        required
      />
    </div>
  )
}

type TestNumbersProps = { onPick: (form: HTMLFormElement, card: Partial<TypedCard>) => void }

/** Every number that does something here; a press types it into the form. */
function TestNumbers({ onPick }: TestNumbersProps) {
  const language = useLanguage()
  const t = useTexts(cardTexts)
  const panel = useRef<HTMLDetailsElement>(null)

  function pick({ number, brand }: KnownTestCard) {
    const form = panel.current?.parentElement?.querySelector('form')
    const cvc = brand === 'amex' ? '1234' : '123'
    if (form) onPick(form, { number: groupNumber(number), expiry: '12 / 34', cvc })
  }
  return (
    <details className="test-numbers" ref={panel}>
      <summary>{t.numbersToTry}</summary>
      <p>{t.pressFills}</p>
      <ul className="test-numbers-list">
        {testCards.map((card) => (
          <li key={card.number}>
            <button type="button" className="test-number" onClick={() => pick(card)}>
              <CardIcon brand={card.brand} />
              <span className="test-number-digits">{groupNumber(card.number)}</span>
              <span className="test-number-label">{card.label[language]}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Outcome = 'pass' | 'fail'

/** Asks for the outcome of a 3-D Secure challenge, and waits until it is given. */
function useChallenge() {
  const [answer, setAnswer] = useState<((outcome: Outcome) => void) | null>(null)
  return {
    ask: () => new Promise<Outcome>((resolve) => setAnswer(() => resolve)),
    answer:
      answer &&
      ((outcome: Outcome) => {
        setAnswer(null)
        answer(outcome)
      }),
  }
}

type ChallengeProps = { price: number; onAnswer: (outcome: Outcome) => void }

/** The bank's question, as Stripe's test page asks it. Closing it is no answer, so it fails. */
function Challenge({ price, onAnswer }: ChallengeProps) {
  const language = useLanguage()
  const t = useTexts(cardTexts)
  return (
    <Modal title={t.challenge} isOpen alert onClose={() => onAnswer('fail')}>
      <p>{t.challengeText(showDollars(language, price), clinic.name)}</p>
      <div className="challenge-answers">
        <Button variant="quiet" onClick={() => onAnswer('fail')}>
          {t.fail}
        </Button>
        <Button onClick={() => onAnswer('pass')}>{t.complete}</Button>
      </div>
    </Modal>
  )
}

type SandboxPayment = {
  clientSecret: string
  card: TypedCard
  email: string
  /** Asks the patient to pass or fail the 3-D Secure challenge. */
  onChallenge: () => Promise<'pass' | 'fail'>
}

/** Create a payment method of type card, confirm the payment with it (specification section 7). */
async function paySandbox({
  clientSecret,
  card,
  email,
  onChallenge,
}: SandboxPayment): Promise<Attempt> {
  const expiry = parseExpiry(card.expiry)
  const { dateIncomplete } = cardTexts[currentLanguage()]
  if (!expiry) return { kind: 'notCharged', message: dateIncomplete }
  const body = {
    number: digitsOf(card.number),
    expMonth: expiry.month,
    expYear: expiry.year,
    cvc: card.cvc,
    billing: { name: card.name.trim(), email },
  }
  const made = await createCard(body)
  if (typeof made === 'object') return made
  try {
    const intent = await call(endpoints.confirmSandboxIntent, {
      body: { clientSecret, paymentMethod: made },
    })
    if (intent.status === 'succeeded') return { kind: 'charged', transactionId: intent.id }
    const outcome = await onChallenge()
    const answered = await call(endpoints.answerSandboxChallenge, {
      body: { clientSecret, outcome },
    })
    if (answered.status === 'succeeded') return { kind: 'charged', transactionId: answered.id }
    return { kind: 'unknown' }
  } catch (error) {
    return attemptOf(error)
  }
}

type Body = InputOf<typeof endpoints.createSandboxCard>['body']

/** The payment method's id; nothing is charged by making one. */
async function createCard(body: Body): Promise<string | Attempt> {
  try {
    return (await call(endpoints.createSandboxCard, { body })).id
  } catch (error) {
    return notChargedBy(error)
  }
}
