import { useRef } from 'react'
import { type KnownTestCard, testCards } from '../../../contract/payments/test-cards.ts'
import { useLanguage, useTexts } from '../../i18n/language.tsx'
import { CardIcon } from '../card-icon.tsx'
import { cardTexts } from '../card-texts.ts'
import type { TypedCard } from './card-faults.ts'
import { groupNumber } from './card-number.ts'

type TestNumbersProps = { onPick: (form: HTMLFormElement, card: Partial<TypedCard>) => void }

/** Every number that does something here; a press types it into the form. */
export function TestNumbers({ onPick }: TestNumbersProps) {
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
