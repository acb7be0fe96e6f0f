import { useTexts } from '../i18n/language.tsx'
import { paymentTexts } from './texts.ts'
import './transaction-id.css'

export function TransactionId({ id }: { id: string }) {
  return (
    <dl className="transaction">
      <dt>{useTexts(paymentTexts).transactionId}</dt>
      <dd>{id}</dd>
    </dl>
  )
}
